import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests of `URLSession.shared` for running tests that intercept the shared session.
///
/// The task that makes a request decides which test the request belongs to. A request outside any test's task tree
/// belongs to the only intercepting test that runs. If several of them run, the request fails. If none runs, the
/// request goes to the network. A request of a test that does not intercept goes to the network as well.
///
/// A task that was created during or after an earlier intercepting test, and before the running one, does not belong to
/// the running one, so its requests are refused. A dispatch queue or a timer has no such mark.
package enum SharedSession {
    private struct Interceptor {
        let frontEnd: SessionFrontEnd
        /// The number of the task that began to intercept, which is the test's although it is below `firstTask`.
        let ownTask: UInt64?
        /// The number of the first task that the test could create.
        let firstTask: UInt64
    }

    private struct State {
        var active: [ObjectIdentifier: Interceptor] = [:]
        /// The number of the first task that could be created in any intercepting test of the process.
        var firstTask: UInt64?
        /// By front end, the requests that a thread outside any task has made after an earlier test has ended.
        var unattributed: [ObjectIdentifier: [String]] = [:]
        /// Whether any intercepting test of the process has ended.
        var hasEndedTest = false
    }

    private static let state = Locked(State())

    /// The front end that answers the shared session for the current task's test.
    @TaskLocal static var current: SessionFrontEnd?

    /// Answers requests through `URLSession.shared` with an instance while a test runs.
    package static func intercept<Result>(
        with mock: HTTPMock, knowsCaller: Bool = SharedSession.knowsCaller, _ operation: () async throws -> Result
    ) async rethrows -> Result {
        // If a protocol is not created in the caller's task, intercepting tests run one after another. Of two traits of
        // a test, only the outer one waits for a turn.
        let needsTurn = !knowsCaller && current == nil
        let turn = needsTurn ? await beginTurn() : nil
        defer { turn?.finish() }
        begin(mock)
        defer { end(mock) }
        return try await $current.withValue(mock.frontEnd) { try await operation() }
    }

    #if canImport(FoundationNetworking)
        /// Whether a protocol is created in the task that makes the request.
        package static let knowsCaller = true

        private static let installation = NSLock()
    #else
        /// Whether a protocol is created in the task that makes the request.
        ///
        /// Apple's loading system creates it elsewhere. A header of the session would show its test, but nobody can
        /// change the configuration of the shared session.
        package static let knowsCaller = false

        private static let isInstalled = URLProtocol.registerClass(SharedSessionURLProtocol.self)
    #endif

    /// The turn of the latest test to arrive, a stream that ends with the test.
    private static let lastTurn = Locked<AsyncStream<Void>?>(nil)

    /// Waits until the turns of all earlier tests have ended; returns the continuation that ends the caller's turn.
    private static func beginTurn() async -> AsyncStream<Void>.Continuation {
        let (turn, end) = AsyncStream.makeStream(of: Void.self)
        let earlier = lastTurn.withLock { last in
            defer { last = turn }
            return last
        }
        // In a task of its own, because a cancelled test waits for its turn as well.
        if let earlier { await Task { for await _ in earlier {} }.value }
        return end
    }

    /// Returns whether the class of the shared session may answer a request.
    ///
    /// `Data(contentsOf:)` on Apple's systems uses the registered class as well, also for files and other schemes.
    ///
    /// - Parameter isRegistered: Whether the class is registered for all sessions, as on Apple's systems.
    static func mayAnswer(_ request: URLRequest, isRegistered: Bool = !knowsCaller) -> Bool {
        !isRegistered || request.hasSupportedScheme
    }

    package static func begin(_ mock: HTTPMock) {
        prepare()
        let interceptor = Interceptor(frontEnd: mock.frontEnd, ownTask: TaskNumber.current, firstTask: TaskNumber.next)
        state.withLock { state in
            // The smaller number, because two tests that begin at the same time may come here in either order.
            state.firstTask = min(state.firstTask ?? .max, interceptor.firstTask)
            state.active[ObjectIdentifier(mock.frontEnd)] = interceptor
        }
    }

    /// Makes the shared session ask the mock's class first, from its next request on.
    ///
    /// Called before the session has any request, if possible, because Foundation reads its classes without a lock. On
    /// Linux the class is written to the session's configuration, which is live (FoundationOnLinux.md, "Live
    /// configurations"), because the session asks its own loader before registered classes (FoundationOnLinux.md,
    /// "Choosing a protocol class"). The cache is removed, because with a cache a protocol is created on a queue
    /// without the caller's context (FoundationOnLinux.md, "The caller's context").
    ///
    /// Both changes stay until the process ends, because restoring the cache during a request would be a data race.
    /// The class declines requests that belong to no test. The configuration is checked on each call, because other
    /// code may have changed it since. A change is never too late, because a task chooses its class when it is resumed.
    package static func prepare() {
        #if canImport(FoundationNetworking)
            installation.withLock {
                let configuration = URLSession.shared.configuration
                let classes = configuration.protocolClasses ?? []
                if classes.first != SharedSessionURLProtocol.self {
                    let others = classes.filter { $0 != SharedSessionURLProtocol.self }
                    configuration.protocolClasses = [SharedSessionURLProtocol.self] + others
                }
                if configuration.urlCache != nil { configuration.urlCache = nil }
            }
        #else
            _ = isInstalled
        #endif
    }

    package static func end(_ mock: HTTPMock) {
        _ = state.withLock { state in
            state.hasEndedTest = true
            return state.active.removeValue(forKey: ObjectIdentifier(mock.frontEnd))
        }
    }

    /// Returns the requests of an ended test that may be late requests of an earlier one, and forgets them.
    ///
    /// A dispatch queue or a timer made these requests, so nothing shows which test they belong to.
    package static func takeUnattributedRequests(of mock: HTTPMock) -> [String] {
        state.withLock { $0.unattributed.removeValue(forKey: ObjectIdentifier(mock.frontEnd)) } ?? []
    }

    /// Returns the owner of a request; reports an ambiguous request, and a request of an earlier test's task.
    ///
    /// The reports are needed because clients may ignore errors. Notes the request if an earlier test has ended, and
    /// nothing shows that the instance's test has made the request.
    static func findOwner(of request: URLRequest, knowsCaller: Bool = knowsCaller) -> Owner {
        let owner = owner
        var line: String {
            "\(request.httpMethod ?? "GET") \(request.url.map { Redaction.text(of: $0) } ?? "")"
        }
        switch owner {
        case .instance(let frontEnd):
            // A test of XCTest that is not async runs on the main thread, outside any task.
            let showsTest = current != nil || TaskNumber.current != nil || Thread.isMainThread
            guard knowsCaller, !showsTest else { break }
            state.withLock { state in
                guard state.hasEndedTest else { return }
                state.unattributed[ObjectIdentifier(frontEnd), default: []].append(line)
            }
        case .ambiguous, .earlierTest:
            StandardError.report("\(owner.error.message)\n  the request: \(line)")
        case .nobody: break
        }
        return owner
    }

    /// The owner of a request that the current task makes now.
    static var owner: Owner {
        if let current { return .instance(current) }
        let (active, firstOfAll) = state.withLock { ($0.active, $0.firstTask) }
        guard let only = active.values.first else { return .nobody }
        // The test of the current task does not intercept the shared session.
        if RunningTests.framework?.requestingTest?.isCertain == true { return .nobody }
        guard active.count == 1 else { return .ambiguous(active.count) }
        // A task from before the first intercepting test, such as an application's, may work for the running test.
        if let number = TaskNumber.current, number != only.ownTask, let firstOfAll,
            (firstOfAll..<only.firstTask).contains(number)
        {
            return .earlierTest
        }
        return .instance(only.frontEnd)
    }

    enum Owner {
        case instance(SessionFrontEnd)
        case ambiguous(Int)
        /// The task was created during or after an earlier intercepting test, and before the running test.
        case earlierTest
        case nobody

        /// The error of a request that no instance answers; never used for `.instance`.
        var error: HTTPMockError {
            switch self {
            case .ambiguous(let count):
                HTTPMockError(
                    "HTTPMock: a request through URLSession.shared was made outside any test's task tree (in a detached task, "
                        + "a dispatch queue or a timer) while \(count) tests intercept the shared session, so the test it "
                        + "belongs to is unknown, and nothing was sent. To fix this, make the request in a task that the test "
                        + "waits for, inject mock.urlSession, or put these tests into one suite with the trait .serialized.",
                    cause: .ambiguousTest)
            case .earlierTest:
                HTTPMockError(
                    "HTTPMock: a request through URLSession.shared was made by a task that was created before the running "
                        + "test, during or after an earlier test that intercepted the shared session, so it was refused, "
                        + "and no response was used. To fix this, wait in the earlier test for the task, or cancel it "
                        + "there. If the task is to serve several tests, create it in each of them.", cause: .testEnded)
            case .instance, .nobody:
                // The request had an owner when `canInit` was called, and the owner's test has ended since then.
                HTTPMockError(
                    "HTTPMock: a request through URLSession.shared began while a test intercepted it, and that test has "
                        + "ended, so nothing was sent. To fix this, wait for the request before the test ends.",
                    cause: .testEnded)
            }
        }
    }
}

/// The numbers that the Swift runtime gives to tasks, in the order of their creation.
///
/// The runtime has numbered tasks since Swift 5.7, but declares the function in no module.
enum TaskNumber {
    /// The number of the current task; nil outside any task.
    static var current: UInt64? {
        withUnsafeCurrentTask { task in task.flatMap { number?(unsafeBitCast($0, to: UnsafeRawPointer.self)) } }
    }

    /// A number that is greater than those of all tasks so far; 0 if the runtime does not number tasks.
    static var next: UInt64 {
        let task = Task.detached {}
        return withExtendedLifetime(task) { number?(unsafeBitCast(task, to: UnsafeRawPointer.self)) ?? 0 }
    }

    private static let number: (@convention(c) (UnsafeRawPointer) -> UInt64)? =
        dlsym(dlopen(nil, RTLD_NOW), "swift_task_getJobTaskId").map {
            unsafeBitCast($0, to: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
        }
}
