/// Functions of the test framework that knows the running test.
///
/// Set once a process, by the module for that framework. A struct, because each access to a bare function in a generic
/// type such as ``Locked`` wraps the function once more. After many requests, a call of the function would overflow its
/// thread's stack.
package struct TestFramework: Sendable {
    /// A test, as far as the test framework knows it.
    package struct RunningTest: Sendable {
        /// The name in messages, as in `the test "showsUser()"`.
        let name: String
        /// Whether the current task belongs to the test; otherwise it is only the test that runs now.
        let isCertain: Bool

        package init(name: String, isCertain: Bool) {
            self.name = name
            self.isCertain = isCertain
        }
    }

    /// Returns whether the current task belongs to a test.
    let isInTest: @Sendable () -> Bool
    /// Returns the test that makes the current task's request; nil if none is known.
    let runningTest: @Sendable () -> RunningTest?
    /// Called when `HTTPMock.current` is `HTTPMock.shared`.
    let reportSharedUse: @Sendable () -> Void

    /// The test framework of the process; nil if nobody has set one.
    package static let current = Locked<TestFramework?>(nil)

    package init(
        isInTest: @escaping @Sendable () -> Bool, runningTest: @escaping @Sendable () -> RunningTest? = { nil },
        reportSharedUse: @escaping @Sendable () -> Void = {}
    ) {
        self.isInTest = isInTest
        self.runningTest = runningTest
        self.reportSharedUse = reportSharedUse
    }
}
