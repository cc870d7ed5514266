import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request in flight, from its arrival to its end, for every front end.
///
/// Created by a front end for each request and retained by it. Everything but ``refuse(_:)`` runs on the transport's
/// queue. Owns one state: either the exchange performs steps, or it waits for one thing, or it has ended.
package final class Exchange: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue only. What happens
    // elsewhere (matching, handlers, sequences, files, the network) comes back through `transport.perform`.
    let engine: MockEngine
    let transport: any ResponseTransport
    private var state = State.performing
    /// The steps to perform next, the first one first.
    var steps: ArraySlice<ResponsePlan.Step> = []
    private var isSuspended = false
    /// Whether the engine knows of this exchange, because it has waited.
    private var isWatched = false
    /// The task-local values of the task that made the request, if the front end knows them.
    let callerContext: TaskContext?
    var time: ExchangeTime
    var record: ExchangeRecord
    private var request: MockRequest?
    private var redirectCount = 0
    /// The user's sequence that the body comes from.
    var sequence: SequenceReader?
    /// Events of a passed-through request that wait for a client that is suspended.
    private var heldEvents: [(Exchange) -> Void] = []

    private enum State {
        case performing
        case waiting(ExchangeWait)
        case ended
    }

    /// - Parameters:
    ///   - engine: The instance that answers.
    ///   - transport: The client's side of the request.
    ///   - callerContext: The task-local values of the task that makes the request, if they are known.
    package init(engine: MockEngine, transport: any ResponseTransport, callerContext: TaskContext? = nil) {
        self.engine = engine
        self.transport = transport
        self.callerContext = callerContext
        time = ExchangeTime(engine.clock)
        record = ExchangeRecord(engine.store)
    }

    deinit {
        if isWatched { engine.unwatch(ObjectIdentifier(self)) }
    }

    package var isOver: Bool {
        if case .ended = state { return true }
        return false
    }

    // MARK: Receiving

    /// Begins with a request whose body is at hand.
    package func start(_ request: MockRequest) {
        receive(request)
        advance()
    }

    /// Begins with a request whose body has to be read first.
    ///
    /// - Parameters:
    ///   - incomplete: The request without its body, for the log if the body never comes.
    ///   - reader: Reads the body on a thread of its own.
    ///   - complete: Makes the request from the body, on the transport's queue.
    package func start(
        _ incomplete: MockRequest, reading reader: RequestBodyReader,
        complete: @escaping @Sendable (RequestBody) throws -> MockRequest
    ) {
        request = incomplete
        let wait = beginWait(until: deadline, isTimeout: true)
        wait.onCancel = { reader.cancel() }
        reader.read { [weak self, transport] body in
            transport.perform { [weak self] in
                self?.end(wait) { exchange in
                    do {
                        exchange.receive(try complete(body.get()))
                    } catch {
                        exchange.refuse(incomplete, error)
                    }
                }
            }
        }
        advance()
    }

    /// Fails a request that is not matched; the log has the request nevertheless.
    package func refuse(_ request: MockRequest, _ error: any Error) {
        self.request = request
        record.begin(engine.store.log(request), outcome: .failed(error))
        perform(.fail(error))
    }

    private func receive(_ request: MockRequest) {
        self.request = request
        let logged = engine.store.log(request)
        record.begin(logged, outcome: nil)
        switch logged.snapshot.matchingWork {
        case .headOnly:
            proceed(with: engine.dispatcher.dispatch(logged))
        case .readsBody, .runsUserCode:
            let wait = beginWait(until: deadline, isTimeout: true)
            engine.match(logged) { [weak self, transport] decision in
                transport.perform { [weak self] in
                    self?.end(wait) { $0.proceed(with: decision) }
                }
            }
        }
    }

    private func proceed(with decision: RequestDispatcher.Decision) {
        record.outcome = decision.outcome
        steps = decision.plan.steps[...]
    }

    // MARK: Suspending and ending

    /// Sends nothing more until ``resume()``.
    package func suspend() {
        isSuspended = true
    }

    package func resume() {
        guard isSuspended else { return }
        isSuspended = false
        time.catchUp()
        let events = heldEvents
        heldEvents = []
        for event in events { event(self) }
        advance()
    }

    /// Handles an event of something that is waited for and goes on, as a passed-through request does.
    func handle(_ wait: ExchangeWait, _ event: @escaping (Exchange) -> Void) {
        guard case .waiting(wait) = state else { return }
        if isSuspended { heldEvents.append(event) } else { event(self) }
    }

    /// Ends without a word to the client, who has given up.
    package func cancel() {
        if !isOver {
            endState()
            log(URLError(.cancelled))
        }
        // A download may still be writing its file.
        transport.stop()
    }

    /// Fails a request that still waits, because its test has ended; may be called from any thread.
    func refuse(_ reason: HTTPMockError) {
        transport.perform { [weak self] in
            guard let self, !self.isOver else { return }
            self.cancelWait()
            // The client need not resume a suspended request to see it end.
            self.perform(.fail(reason))
        }
    }

    /// Notes the end in the log before the client sees it.
    private func log(_ error: (any Error)?) {
        // A request whose body never came is not in the log yet.
        if !record.hasBegun, let request {
            record.begin(engine.store.log(request), outcome: error.map { .failed($0) })
        }
        record.end(error)
    }

    private func endState() {
        cancelWait()
        sequence?.cancel()
        state = .ended
        steps = []
        heldEvents = []
    }

    // MARK: Waiting

    /// When the request times out, counted from its start.
    var deadline: Duration? {
        request.flatMap { transport.timeouts(for: $0).deadline(lastActivity: time.lastActivity) }
    }

    /// Begins to wait for something other than the next step.
    ///
    /// - Parameters:
    ///   - moment: When the wait ends by itself, counted from the start; nil for never.
    ///   - isTimeout: Whether the moment is only a limit for something else, which nobody advances a clock to.
    ///   - expire: Called at the moment; times out unless given.
    func beginWait(
        until moment: Duration?, isTimeout: Bool, expire: @escaping (Exchange) -> Void = { $0.timeOut() }
    ) -> ExchangeWait {
        let wait = ExchangeWait()
        state = .waiting(wait)
        watch()
        if let moment {
            // Called by the exchange only, on the transport's queue.
            nonisolated(unsafe) let expire = expire
            wait.timer = ClockTimer(until: moment, on: time.elapsed, isTimeout: isTimeout) { [weak self, transport] _ in
                transport.perform { [weak self] in
                    self?.end(wait) { exchange in
                        exchange.time.advance(to: moment)
                        expire(exchange)
                    }
                }
            }
        }
        return wait
    }

    /// Ends a wait, unless something else has ended it, and goes on.
    func end(_ wait: ExchangeWait, then proceed: (Exchange) -> Void) {
        guard case .waiting(wait) = state else { return }
        cancelWait()
        proceed(self)
        advance()
    }

    private func cancelWait() {
        guard case .waiting(let wait) = state else { return }
        state = .performing
        wait.cancel()
    }

    func timeOut() {
        steps = [.fail(URLError(.timedOut))]
    }

    private func watch() {
        guard !isWatched else { return }
        isWatched = true
        engine.watch(self)
    }

    // MARK: Performing

    private func advance() {
        while case .performing = state, !isSuspended, let step = steps.popFirst() {
            perform(step)
        }
    }

    /// Performs a step although the exchange waits, as for a passed-through request.
    func performNow(_ step: ResponsePlan.Step) { perform(step) }

    private func perform(_ step: ResponsePlan.Step) {
        switch step {
        case .head(let head):
            record.note(head)
            time.noteActivity()
            transport.receive(head)
        case .bytes(let bytes):
            send(bytes, then: nil)
        case .chunk(let chunk):
            sendAndWait(chunk)
        case .chunks(let body):
            send(body)
        case .finish:
            // The log says what the client sees: the loading system reports a cancellation by itself.
            guard transport.isOpen else { return cancel() }
            endState()
            log(nil)
            transport.finish()
        case .fail(let error):
            guard transport.isOpen else { return cancel() }
            let error = URLError.adding(request?.url, to: error)
            endState()
            log(error)
            transport.fail(error)
        case .wait(let duration):
            sleep(duration)
        case .forever:
            _ = beginWait(until: deadline, isTimeout: false)
        case .gate(let gate):
            pass(gate)
        case .report(let report):
            run(report)
        case .handler(let handler, let served):
            call(handler, served)
        case .openFile(let url, let served):
            open(url, served)
        case .redirect(let head, let next):
            ask(whetherToFollow: next, after: head)
        case .passthrough(let recorder):
            record.recorder = recorder
            passThrough()
        }
    }

    /// Sends bytes of the body, and notes them in the log.
    func send(_ bytes: Data, then ready: (@Sendable () -> Void)?) {
        record.append(bytes)
        time.noteActivity()
        transport.receive(bytes, then: ready)
    }

    /// The request that is being answered; one of the redirects' after the first hop.
    var currentRequest: MockRequest {
        guard let request else { preconditionFailure("a step was performed before a request was received") }
        return request
    }

    // MARK: Redirects

    private func ask(whetherToFollow next: URLRequest, after head: ResponseHead) {
        guard redirectCount < Redirect.limit else { return perform(.fail(URLError(.httpTooManyRedirects))) }
        let wait = beginWait(until: deadline, isTimeout: true)
        transport.askToFollow(next, after: head) { [weak self] answer in
            self?.end(wait) { exchange in
                exchange.time.catchUp()
                if let answer { exchange.follow(answer, after: head) }
            }
        }
    }

    private func follow(_ next: URLRequest, after head: ResponseHead) {
        redirectCount += 1
        let next = endHop(with: head, next)
        guard let url = next.url else {
            steps = [.fail(URLError(.badURL))]
            return
        }
        steps = []
        time.noteActivity()
        receive(MockRequest(next, url: url, body: next.httpBody ?? Data()))
    }

    /// Ends a request in the log with the redirect that was its answer.
    ///
    /// - Returns: The next request as the front end sends it.
    func endHop(with head: ResponseHead, _ next: URLRequest) -> URLRequest {
        record.note(head)
        record.end(nil)
        return transport.follow(next, after: head)
    }

    /// Goes on with a request of a redirect that the real network answered.
    func beginHop(_ request: MockRequest) {
        self.request = request
        record.begin(engine.store.log(request), outcome: .passthrough)
    }
}
