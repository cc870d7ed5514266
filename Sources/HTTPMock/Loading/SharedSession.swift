import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests of `URLSession.shared` for the tests that ask for it, as long as they run.
///
/// The task that makes a request decides which test the request belongs to. A request outside any test's task tree goes
/// to the only such test that runs; if several run it is refused, and if none runs it is left alone.
package enum SharedSession {
    private struct State {
        var active: [ObjectIdentifier: SessionFrontEnd] = [:]
        /// Returns whether the current task belongs to a test that did not ask for this.
        var isInOtherTest: @Sendable () -> Bool = { false }
    }

    private static let state = Locked(State())

    /// The instance that the current task's test has for the shared session.
    @TaskLocal static var current: SessionFrontEnd?

    /// Answers requests through `URLSession.shared` with an instance while an operation runs.
    ///
    /// - Parameters:
    ///   - mock: The instance.
    ///   - isInOtherTest: Returns whether the current task belongs to a test that did not ask for this.
    ///   - operation: The test.
    package static func intercept<Result>(
        with mock: HTTPMock, isInOtherTest: @escaping @Sendable () -> Bool,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        begin(mock, isInOtherTest: isInOtherTest)
        defer { end(mock) }
        return try await $current.withValue(mock.frontEnd) { try await operation() }
    }

    /// Begins to answer requests through `URLSession.shared` with an instance.
    package static func begin(_ mock: HTTPMock, isInOtherTest: @escaping @Sendable () -> Bool) {
        prepare()
        state.withLock { state in
            state.isInOtherTest = isInOtherTest
            state.active[ObjectIdentifier(mock.frontEnd)] = mock.frontEnd
        }
    }

    /// Prepares the shared session, before it has any request if possible: Foundation reads its classes without a lock.
    package static func prepare() {
        SharedSessionInstallation.install()
    }

    /// Ends what ``begin(_:isInOtherTest:)`` began.
    package static func end(_ mock: HTTPMock) {
        _ = state.withLock { $0.active.removeValue(forKey: ObjectIdentifier(mock.frontEnd)) }
    }

    /// The owner of a request that the current task makes.
    static var owner: Owner {
        if let current { return .instance(current) }
        let (active, isInOtherTest) = state.withLock { ($0.active, $0.isInOtherTest) }
        guard let first = active.values.first, !isInOtherTest() else { return .nobody }
        return active.count == 1 ? .instance(first) : .ambiguous(active.count)
    }

    /// The instance that a request of the shared session belongs to.
    enum Owner {
        case instance(SessionFrontEnd)
        case ambiguous(Int)
        case nobody
    }
}
