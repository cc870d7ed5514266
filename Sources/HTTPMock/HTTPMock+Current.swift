extension HTTPMock {
    /// The shared instance.
    ///
    /// The test framework reports a test that uses it by mistake.
    static var reportedShared: HTTPMock {
        sharedUseReporter.withLock { $0 }?()
        return shared
    }

    /// Called when ``current`` is ``shared``; set by the module that knows the test framework.
    package static let sharedUseReporter = Locked<(@Sendable () -> Void)?>(nil)
}
