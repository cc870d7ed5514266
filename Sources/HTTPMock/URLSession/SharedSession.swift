import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests of `URLSession.shared` for running tests that intercept the shared session.
///
/// The task that makes a request decides which test the request belongs to. A request outside any test's task tree
/// belongs to the only intercepting test that runs. If several of them run, the request fails. If none runs, the
/// request goes to the network.
package enum SharedSession {
    private struct State {
        var active: [ObjectIdentifier: SessionFrontEnd] = [:]
        /// Returns whether the current task's test ignores the shared session.
        var isInOtherTest: @Sendable () -> Bool = { false }
    }

    private static let state = Locked(State())

    /// The front end that answers the shared session for the current task's test.
    @TaskLocal static var current: SessionFrontEnd?

    /// Answers requests through `URLSession.shared` with an instance while an operation runs.
    ///
    /// - Parameters:
    ///   - mock: The instance.
    ///   - isInOtherTest: Returns whether the current task belongs to a test that does not intercept the shared
    ///     session.
    ///   - operation: The test.
    package static func intercept<Result>(
        with mock: HTTPMock, isInOtherTest: @escaping @Sendable () -> Bool,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        begin(mock, isInOtherTest: isInOtherTest)
        defer { end(mock) }
        return try await $current.withValue(mock.frontEnd) { try await operation() }
    }

    /// Starts to answer requests through `URLSession.shared` with an instance.
    package static func begin(_ mock: HTTPMock, isInOtherTest: @escaping @Sendable () -> Bool) {
        prepare()
        state.withLock { state in
            state.isInOtherTest = isInOtherTest
            state.active[ObjectIdentifier(mock.frontEnd)] = mock.frontEnd
        }
    }

    /// Adds the mock's class to the shared session.
    ///
    /// Called before the session has any request, if possible, because Foundation reads its classes without a lock.
    package static func prepare() {
        SharedSessionInstallation.install()
    }

    /// Stops to answer requests through `URLSession.shared` with an instance.
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

    /// The owner of a request through the shared session.
    enum Owner {
        case instance(SessionFrontEnd)
        case ambiguous(Int)
        case nobody
    }
}
