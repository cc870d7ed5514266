import Foundation

/// The state of an instance: one struct under one lock, changed as a whole.
///
/// Created and owned by the ``MockEngine``; may be used on any thread. Under the lock nothing waits, calls user code or
/// delivers a response.
package final class Store: Sendable {
    struct State: AwaitedState {
        var contents = Contents()

        /// The policy after a reset.
        var initialPolicy = UnmockedPolicy.initial
        /// The default domain after a reset.
        var initialDomain = "example.com"
        /// Whether a test reports the problems at its end, instead of on standard error.
        var hasSummary = false
        /// Asks the test whether the current task expects a problem, and records it if so; nil without such a test.
        var isExpected: (@Sendable (Problem) async -> Bool)?
        /// The error that every request fails with, once the instance's test has ended.
        var ended: HTTPMockError?
        /// The source locations at which the instance was installed in a configuration.
        var installations: [CallSite] = []
        /// The URL of a server that was released before it was stopped.
        var releasedServer: String?
        /// The advice of a tool by the advice in Swift that it replaces; empty for a test.
        var toolAdvice: [SwiftAdvice: String] = [:]
        /// Notes the mistakes of a released instance that a strict test has made with `HTTPMock()`; nil for others.
        var noteMistakes: (@Sendable (InstanceMistakes?) -> Void)?

        var inFlight: [ObjectIdentifier: Weak<Exchange>] = [:]
        /// Whether the requests in flight are watched for stalls.
        var isWatched = false
        /// Whether requests without progress are reported; false if no test waits for the mock.
        var reportsStalls = true
        var waits = Waits<State>()
        var requestWaits = RequestWaits()
        /// The streams of `requestUpdates`.
        var subscribers: [UUID: AsyncStream<RecordedRequest>.Continuation] = [:]
        /// The actions at the end of the test or the instance, by number.
        var endActions: [Int: @Sendable () -> Void] = [:]
        var lastEndAction = 0
        var instance = WeakInstance()

        /// The values that the next request is matched with; nil after a change, until a request arrives.
        var snapshot: Snapshot?
        /// The number of reads and transitions so far, each of which locks the store; a test bounds the number.
        var lockCount = 0
        /// Released after unlocking, because a user's deinitializer may call back into the instance.
        var discarded: [any Sendable] = []
    }

    /// The part of the state that a reset replaces.
    struct Contents: Sendable {
        var table = RouteTable()
        var queues: [Int: ResponseQueue] = [:]
        var registrationProblems: [RegistrationProblem] = []
        var problems: [Problem] = []
        var reportedMistakes: Set<String> = []
        var policy = UnmockedPolicy.initial
        /// The number of answers that the policy has counted since it was set.
        var policyCount = 0
        var defaultDomain = "example.com"
        var extensions: [any EngineExtension] = []
        /// The first requests that a front end has rejected because it could not read their heads.
        var rejectedRequests: [RejectedRequest] = []
        var log = RequestLog()

        /// The queues in the order in which their routes were registered.
        var sortedQueues: [ResponseQueue] {
            queues.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The values that a request is matched with, in one object that a request retains.
    package final class Snapshot: Sendable {
        let table: RouteTable
        let policy: UnmockedPolicy
        let problems: [RegistrationProblem]
        let ended: HTTPMockError?
        private let ownedExtensions: UserOwned<[any EngineExtension]>?
        /// The number of bytes of a response's body that the log or an extension needs.
        let bodyLimit: Int
        /// Whether no extension needs the body of a response.
        let needsBodiesForLogOnly: Bool

        init(_ state: State) {
            let contents = state.contents
            table = contents.table
            policy = contents.policy
            problems = contents.registrationProblems
            ended = state.ended
            let extensions = contents.extensions
            ownedExtensions = extensions.isEmpty ? nil : UserOwned(extensions)
            let needed = extensions.map(\.bodyLimit).max() ?? 0
            bodyLimit = max(contents.log.bodyLimit, needed)
            needsBodiesForLogOnly = needed == 0
        }

        var extensions: [any EngineExtension] { ownedExtensions?.value ?? [] }
    }

    private let state = Locked(State())
    /// Has its own lock, so that a request that never waits locks the state at most three times.
    let beforeArrival = Locked(BeforeArrival())

    /// The values that a request reads in the task that makes it, before it arrives.
    struct BeforeArrival: Sendable {
        /// Whether anything was ever registered, set or added that may run user code for a request in process.
        var mayRunUserCode = false
        var test: RequestingTest?
        var hasEnded = false
    }

    /// Resumes subscribers in order, and never on a transport's queue.
    let updates = DispatchQueue(label: "HTTPMock.requestUpdates")

    deinit {
        // On another thread, because the log has errors of the user, and extensions may have closures. Released under
        // the lock, which nothing of the user's can reach any more.
        WorkerThreads.releases.run { [state] in state.withLock { $0 = State() } }
    }

    func noteUserCode() {
        beforeArrival.withLock { $0.mayRunUserCode = true }
    }

    /// The advice of a tool by the advice in Swift that it replaces; empty for a test.
    package var toolAdvice: [SwiftAdvice: String] {
        get { read { $0.toolAdvice } }
        set { transition { $0.toolAdvice = newValue } }
    }

    func read<Result>(_ body: (State) -> Result) -> Result {
        state.withLock { state in
            state.lockCount += 1
            return body(state)
        }
    }

    func wait(until isOver: @escaping @Sendable (State) -> Bool) async -> Bool {
        await state.wait(until: isOver)
    }

    /// Waits until a request to a path is decided or has ended, or to any path if nil.
    ///
    /// - Parameter number: The number of the last request that the task has compared.
    /// - Returns: False at a real deadline, or if cancelled.
    func waitForRequest(
        to path: PathHash?, after number: Int, before deadline: ContinuousClock.Instant
    ) async -> Bool {
        await state.wait(before: deadline) { state, end in
            // Another request may have arrived since.
            let later = state.contents.log.records(after: number, to: path, limit: 1)
            return later.isEmpty ? state.requestWaits.add(path, end) : nil
        } removing: { state, wait in
            state.requestWaits.remove(wait, path)
        }
    }

    /// Resumes the tasks that wait for a request, because its answer is decided.
    ///
    /// A test that is resumed before may end before, and then the response of the request would be unused.
    func endWaits(for request: MockRequest) {
        transition { $0.requestWaits.end(by: request.target) }
    }

    /// Changes values that requests are matched with.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        transition { state in
            // Released first, so that the tables are changed in place instead of being copied.
            state.snapshot = nil
            return body(&state)
        }
    }

    /// Changes the state in one transition, releases the discarded values after unlocking, and resumes waiting tasks.
    func transition<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, discarded) = state.withLock { state in
            state.lockCount += 1
            let result = body(&state)
            state.endWaits()
            if !state.contents.log.discarded.isEmpty {
                state.discarded.append(exchange(&state.contents.log.discarded, with: []))
            }
            guard !state.discarded.isEmpty else { return (result, nil as UserOwned<[any Sendable]>?) }
            return (result, UserOwned(exchange(&state.discarded, with: [])))
        }
        // Released after unlocking.
        withExtendedLifetime(discarded) {}
        return result
    }
}

extension Store {
    /// Sets the policy.
    ///
    /// - Parameter isInitial: Whether each reset sets the policy again, so that a strict test stays strict.
    package func setPolicy(_ policy: UnmockedPolicy, isInitial: Bool = false) {
        if policy.runsUserCode { noteUserCode() }
        change { state in
            // The policy that nobody has chosen has nothing of the user.
            let old = [state.contents.policy, state.initialPolicy].filter { !$0.isUnchosen }
            if !old.isEmpty { state.discarded.append(old) }
            if isInitial { state.initialPolicy = policy }
            state.contents.policy = policy
            state.contents.policyCount = 0
        }
    }

    /// Counts an answer of the policy, and returns its number since the policy was set, from 1.
    func countPolicyAnswer() -> Int {
        transition { state in
            state.contents.policyCount += 1
            return state.contents.policyCount
        }
    }

    var logBodyLimit: Int {
        get { read { $0.contents.log.bodyLimit } }
        set { change { $0.contents.log.bodyLimit = max(0, newValue) } }
    }

    var table: RouteTable { read { $0.contents.table } }

    /// Replaces the ``Contents``, except extensions that survive a reset.
    ///
    /// The numbers of routes and requests continue.
    func reset() {
        change { state in
            state.discarded.append(state.contents)
            state.contents.table.removeAll()
            state.contents = Contents(
                table: state.contents.table, policy: state.initialPolicy, defaultDomain: state.initialDomain,
                extensions: state.contents.extensions.filter(\.survivesReset), log: state.contents.log.emptied)
        }
    }

    /// Drops all values of the test; the instance keeps the error of its ended test.
    func release() {
        change { state in
            state.discarded.append(state.contents)
            state.discarded.append(state.initialPolicy)
            state.initialPolicy = .initial
            state.contents = Contents(log: state.contents.log.emptied)
            state.noteMistakes = nil
            state.isExpected = nil
        }
    }

    // MARK: The life of a request

    /// Counts a request as in flight; returns the error of the ended test, or nil while it runs.
    func begin(_ exchange: Exchange) -> HTTPMockError? {
        transition { state in
            state.add(exchange)
            return state.ended
        }
    }

    /// Logs a request, and matches it at once if its transport's queue may do so.
    func arrive(_ request: MockRequest, at clockStart: Duration? = nil) -> LoggedRequest {
        let start = Date()
        let (record, snapshot, isAwaited) = transition { state in
            let snapshot = state.snapshot ?? Snapshot(state)
            state.snapshot = snapshot
            let record = state.contents.log.add(request, start: start, clockStart: clockStart)
            return (record, snapshot, !state.requestWaits.isEmpty)
        }
        return LoggedRequest(record, snapshot, isAwaited: isAwaited)
    }

    /// The result of popping from the queue of a route.
    enum Popped {
        case response(ServedResponse)
        /// The queue has no response for the kind of request, and has answered a number of requests before.
        case nothing(servedCount: Int)
    }

    /// Pops a response; one that may wait puts its request in flight.
    ///
    /// - Parameter exchange: The exchange of the request; nil if it is counted already.
    func pop(_ route: Route, for kind: RequestKinds, _ exchange: Exchange?) -> Popped {
        transition { state in
            // By the index, because a change by the key allocates memory three times.
            guard let index = state.contents.queues.index(forKey: route.id),
                let served = state.contents.queues.values[index].take(for: kind)
            else {
                return .nothing(servedCount: state.contents.queues[route.id]?.servedCount ?? 0)
            }
            // After the end of the test, the first wait counts the exchange instead, and fails it.
            if let exchange, state.ended == nil, !served.response.isInstant { state.add(exchange) }
            return .response(served)
        }
    }

    /// Returns the next response without popping it.
    func next(of route: Route, for kind: RequestKinds) -> ServedResponse? {
        read { state in
            // The response is popped from a copy.
            var queue = state.contents.queues[route.id]
            return queue?.take(for: kind)
        }
    }

    /// Logs the head of a response that goes on, and counts its request as in flight no longer.
    func land(_ record: RecordedRequest?, of exchange: ObjectIdentifier) {
        transition { state in
            state.inFlight[exchange] = nil
            if let record { state.contents.log.update(record) }
        }
    }

    /// Counts bytes that the log keeps of the connection of a request; false if it keeps them no longer.
    package func growLog(recordNumbered number: Int, by byteCount: Int) -> Bool {
        transition { $0.contents.log.grow(recordNumbered: number, by: byteCount) }
    }

    /// Counts bytes of a response that goes on; false if the log has no room for them.
    func keepInFlight(_ byteCount: Int) -> Bool {
        transition { $0.contents.log.keepInFlight(byteCount) }
    }

    /// Logs the end of a request, and sends the record to the streams of `requestUpdates`.
    ///
    /// - Parameters:
    ///   - record: The record; nil if there is none to log, as for a request that has never arrived.
    ///   - exchange: The exchange of the request; nil if the request is not in flight, or a hop follows.
    func end(_ record: RecordedRequest?, of exchange: ObjectIdentifier?) {
        transition { state in
            if let exchange { state.inFlight[exchange] = nil }
            // A request may end without a decision.
            if let record { state.requestWaits.end(by: record.request.target) }
            guard let record, let logged = state.contents.log.end(record), !state.subscribers.isEmpty else { return }
            updates.async { [subscribers = state.subscribers] in
                for subscriber in subscribers.values { subscriber.yield(logged) }
            }
        }
    }

    /// Fails all requests in flight and all later requests, because a test has ended.
    func endTest(_ reason: HTTPMockError) {
        beforeArrival.withLock { $0.hasEnded = true }
        let inFlight = change { state in
            state.ended = reason
            return state.inFlight.values.compactMap(\.object)
        }
        for exchange in inFlight { exchange.failBecauseTestEnded(reason) }
    }

    var exchangesInFlight: [Exchange] {
        read { $0.inFlight.values.compactMap(\.object) }
    }

    package func noteReleasedServer(_ url: String) {
        transition { $0.releasedServer = url }
    }
}

extension Store.State {
    /// Adds a request in flight, and starts the watch for stalls; called on the queue of the request's transport.
    fileprivate mutating func add(_ exchange: Exchange) {
        exchange.isInFlight = true
        inFlight[ObjectIdentifier(exchange)] = Weak(object: exchange)
        if !isWatched {
            PendingWait.watch { [weak engine = exchange.engine] in engine?.reportStalledRequests() ?? false }
        }
        isWatched = true
    }
}

extension RegisteredResponse {
    /// Whether the response is sent at once, so that its request never waits.
    fileprivate var isInstant: Bool {
        guard response.delivery.waits.isEmpty, response.content.isWhole else { return false }
        guard response.content.isBody else { return true }
        // The client may decide about a redirect.
        let isRedirect = (300..<400).contains(response.status.code)
        if case .whole = response.delivery.pace { return !isRedirect }
        return false
    }
}
