import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Has `URLSession.shared` answered by the instances of the tests that ask for it, for as long as they run.
///
/// A request belongs to the test in whose task tree it is made. One made outside any test's goes to the one such test
/// that runs; where several run it is refused, and where none runs it is untouched.
package enum SharedSession {
    private struct State {
        var active: [ObjectIdentifier: MockEngine] = [:]
        /// Tells whether the current task belongs to a test that did not ask for this.
        var isInOtherTest: @Sendable () -> Bool = { false }
    }

    private static let state = Locked(State())

    /// The instance that the current task's test has for the shared session.
    @TaskLocal static var current: MockEngine?

    /// Answers requests through `URLSession.shared` with an instance while an operation runs.
    ///
    /// - Parameters:
    ///   - mock: The instance.
    ///   - isInOtherTest: Tells whether the current task belongs to a test that did not ask for this.
    ///   - operation: The test.
    package static func intercept<Result>(
        with mock: HTTPMock, isInOtherTest: @escaping @Sendable () -> Bool,
        _ operation: () async throws -> Result
    ) async rethrows -> Result {
        begin(mock, isInOtherTest: isInOtherTest)
        defer { end(mock) }
        return try await $current.withValue(mock.engine) { try await operation() }
    }

    /// Begins to answer requests through `URLSession.shared` with an instance.
    package static func begin(_ mock: HTTPMock, isInOtherTest: @escaping @Sendable () -> Bool) {
        prepare()
        state.withLock { state in
            state.isInOtherTest = isInOtherTest
            state.active[ObjectIdentifier(mock.engine)] = mock.engine
        }
    }

    /// Makes the shared session ready, before any request of it is under way if possible: Foundation reads without a lock
    /// what this writes.
    package static func prepare() {
        SharedSessionInstallation.install()
    }

    /// Ends what ``begin(_:isInOtherTest:)`` began.
    package static func end(_ mock: HTTPMock) {
        _ = state.withLock { $0.active.removeValue(forKey: ObjectIdentifier(mock.engine)) }
    }

    /// Whose a request is that is made in the current task.
    fileprivate static var owner: Owner {
        if let current { return .instance(current) }
        let (active, isInOtherTest) = state.withLock { ($0.active, $0.isInOtherTest) }
        guard let first = active.values.first, !isInOtherTest() else { return .nobody }
        return active.count == 1 ? .instance(first) : .ambiguous(active.count)
    }

    fileprivate enum Owner {
        case instance(MockEngine)
        case ambiguous(Int)
        case nobody
    }
}

/// The class in the shared session: takes a request only if it belongs to a test.
final class SharedSessionURLProtocol: MockURLProtocol {
    /// Known only here: neither the work queue nor any other has the task's context.
    private let found: SharedSession.Owner

    required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
        found = SharedSession.owner
        super.init(request: request, cachedResponse: cachedResponse, client: client)
    }

    override class func canInit(with request: URLRequest) -> Bool {
        guard super.canInit(with: request) else { return false }
        if case .nobody = SharedSession.owner { return false }
        return true
    }

    override func owner() throws -> MockEngine {
        switch found {
        case .instance(let engine): return engine
        case .ambiguous(let count): throw HTTPMockError.ambiguous(count)
        case .nobody: throw HTTPMockError.ended
        }
    }
}

extension HTTPMockError {
    fileprivate static func ambiguous(_ count: Int) -> HTTPMockError {
        HTTPMockError(
            "HTTPMock: a request through URLSession.shared was made outside any test's task tree (in a detached task, a "
                + "dispatch queue, a timer) while \(count) tests intercept the shared session, so there is no telling "
                + "whose it is, and nothing was sent. Make it in a task the test waits for, inject mock.urlSession, or "
                + "put these tests into one suite with the trait .serialized.")
    }

    fileprivate static let ended = HTTPMockError(
        "HTTPMock: a request through URLSession.shared began while a test intercepted it, and that test has ended, so "
            + "nothing was sent. Wait for the request before the test ends.")
}
