import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request in flight, from its arrival to its end, for every front end.
///
/// Created and retained by a front end, one for each request. Everything except ``refuse(_:)`` runs on the transport's
/// queue. An exchange has one state: it performs steps, waits for one thing, or has ended.
package final class Exchange: @unchecked Sendable {
    // Sendable although its state is mutable, because all of it is touched on the transport's queue only. Work on other
    // threads (matching, handlers, sequences, files, the network) returns its results through `transport.perform`.
    let engine: MockEngine
    let transport: any ResponseTransport
    private var state = State.performing
    /// The steps that are left, in order.
    var steps: ArraySlice<ResponsePlan.Step> = []
    private var isSuspended = false
    /// Whether the engine watches this exchange, because the exchange has waited.
    private var isWatched = false
    /// The task-local values of the request's task, if the front end knows them.
    let callerContext: TaskContext?
    var time: ExchangeTime
    var record: ExchangeRecord
    private var request: MockRequest?
    private var redirectCount = 0
    /// The reader of the user's sequence, if the body comes from one.
    var sequence: SequenceReader?
    /// The user's values that the request has used; nil if there are none.
    private var usedValues: UserValues?
    /// Events of a passed-through request that arrived while the client was suspended.
    private var heldEvents: [(Exchange) -> Void] = []

    private enum State {
        case performing
        case waiting(ExchangeWait)
        case ended
    }

    /// Creates the exchange of a request that has not been received yet.
    ///
    /// - Parameters:
    ///   - engine: The engine of the instance that answers.
    ///   - transport: The client's side of the request.
    ///   - callerContext: The task-local values of the task that makes the request, if they are known.
    package init(engine: MockEngine, transport: any ResponseTransport, callerContext: TaskContext? = nil) {
        self.engine = engine
        self.transport = transport
        self.callerContext = callerContext
        time = ExchangeTime(engine.clock)
        record = ExchangeRecord(engine.store)
        engine.inFlight.begin()
    }

    deinit {
        usedValues?.release()
        if isWatched { engine.unwatch(ObjectIdentifier(self)) }
        if !isOver { engine.inFlight.end() }
    }

    /// Whether the request has ended, in any way.
    package var isOver: Bool {
        if case .ended = state { return true }
        return false
    }

    // MARK: Receiving

    /// Starts with a request whose body is known.
    package func start(_ request: MockRequest) {
        receive(request)
        advance()
    }

    /// Starts with a request whose body has to be read first.
    ///
    /// - Parameters:
    ///   - incomplete: The request without its body, for the log in case the body can't be read.
    ///   - reader: Reads the body on another thread.
    ///   - complete: Returns the request with the body; called on the transport's queue.
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

    /// Logs a request and fails it without matching.
    package func refuse(_ request: MockRequest, _ error: any Error) {
        self.request = request
        record.begin(engine.store.log(request), outcome: .failed(error))
        perform(.fail(error))
    }

    private func receive(_ request: MockRequest) {
        self.request = request
        let logged = engine.store.log(request)
        record.begin(logged, outcome: nil)
        switch logged.matchingWork {
        case .headOnly:
            proceed(with: engine.dispatcher.dispatch(logged))
        case .readsBody, .runsUserCode:
            let wait = beginWait(until: deadline, isTimeout: true)
            // A predicate may remove its own registration, which then belongs to this request only.
            let values = UserValues()
            values.keep(logged)
            engine.match(logged) { [weak self, transport] decision in
                transport.perform { [weak self] in
                    self?.end(wait) { $0.proceed(with: decision) }
                    values.release()
                }
            }
        }
    }

    private func proceed(with decision: RequestDispatcher.Decision) {
        record.outcome = decision.outcome
        steps = decision.plan.steps[...]
        if transport.delay > .zero { steps = [.wait(transport.delay)] + steps }
    }

    // MARK: Suspending and ending

    /// Stops sending until ``resume()``; waits go on.
    package func suspend() {
        isSuspended = true
    }

    /// Continues sending after ``suspend()``.
    package func resume() {
        guard isSuspended else { return }
        isSuspended = false
        time.catchUp()
        let events = heldEvents
        heldEvents = []
        for event in events { event(self) }
        advance()
    }

    /// Handles an event without ending the wait, as passthrough does for each chunk.
    func handle(_ wait: ExchangeWait, _ event: @escaping (Exchange) -> Void) {
        guard case .waiting(wait) = state else { return }
        if isSuspended { heldEvents.append(event) } else { event(self) }
    }

    /// Ends without sending an end, because the client has cancelled the request.
    package func cancel() {
        if !isOver {
            endState()
            log(URLError(.cancelled))
        }
        // A download may still be writing its file.
        transport.stop()
    }

    /// Fails a waiting request because its test has ended; may be called from any thread.
    func refuse(_ reason: HTTPMockError) {
        transport.perform { [weak self] in
            guard let self, !self.isOver else { return }
            self.cancelWait()
            // Performed at once, so that a suspended request ends too.
            self.perform(.fail(reason))
        }
    }

    /// Logs the end, before the client sees it.
    private func log(_ error: (any Error)?) {
        // A request whose body could not be read is not in the log yet.
        if !record.hasBegun, let request {
            record.begin(engine.store.log(request), outcome: error.map { .failed($0) })
        }
        record.end(error)
        record.stopRecording()
        engine.inFlight.end()
    }

    private func endState() {
        cancelWait()
        sequence?.cancel()
        sequence = nil
        state = .ended
        steps = []
        heldEvents = []
        usedValues?.release()
        usedValues = nil
    }

    /// Keeps a value of the user until the end, and releases it where its deinitializer may do anything.
    func keep(_ value: some Sendable) {
        let values = usedValues ?? UserValues()
        usedValues = values
        values.keep(value)
    }

    // MARK: Waiting

    /// The moment when the request times out, counted from its start; nil for never.
    var deadline: Duration? {
        request.flatMap { transport.timeouts(for: $0).deadline(lastActivity: time.lastActivity) }
    }

    /// Begins a wait, during which no step is performed.
    ///
    /// - Parameters:
    ///   - moment: The moment when the wait ends by itself, counted from the start; nil for never.
    ///   - isTimeout: Whether the moment only limits the wait. ``ManualClock/waitForSleepers(_:)`` does not count timeouts.
    ///   - expire: Called at the moment; by default the request times out.
    func beginWait(
        until moment: Duration?, isTimeout: Bool, expire: @escaping (Exchange) -> Void = { $0.timeOut() }
    ) -> ExchangeWait {
        let wait = ExchangeWait()
        state = .waiting(wait)
        watch()
        if let moment {
            // Safe, because only the exchange calls it, on the transport's queue.
            nonisolated(unsafe) let expire = expire
            wait.cancelTimer = time.elapsed.wait(until: moment, isTimeout: isTimeout) {
                [weak self, transport] failure in
                transport.perform { [weak self] in
                    self?.end(wait) { exchange in
                        exchange.time.advance(to: moment)
                        if let failure {
                            exchange.steps = [.fail(failure)]
                        } else {
                            expire(exchange)
                        }
                    }
                }
            }
        }
        return wait
    }

    /// Ends a wait and performs the next steps, unless the wait has ended already.
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

    /// Performs a step; passthrough calls this function during its wait.
    func perform(_ step: ResponsePlan.Step) {
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
            // A closed transport means a cancelled task. The loading system reports the cancellation to the client, so
            // the log notes a cancellation as well.
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
        case .wire(let bytes, let ending):
            send(wire: bytes, then: ending)
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
            if let recorder { record.record(currentRequest, for: recorder) }
            passThrough()
        }
    }

    /// Sends raw bytes instead of a response; fails if the front end has no socket.
    private func send(wire bytes: Data, then ending: MockResponse.WireEnding) {
        guard transport.isOpen else { return cancel() }
        guard transport.hasWire else {
            return perform(.fail(URLError(bytes.isEmpty ? .networkConnectionLost : .cannotParseResponse)))
        }
        record.append(bytes)
        endState()
        log(nil)
        transport.receive(wire: bytes, then: ending)
    }

    /// Sends bytes of the body, and adds them to the log.
    func send(_ bytes: Data, then ready: (@Sendable () -> Void)?) {
        record.append(bytes)
        time.noteActivity()
        transport.receive(bytes, then: ready)
    }

    /// The request of the current hop.
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
        guard let next = endHop(with: head, next) else { return }
        guard let url = next.url else {
            steps = [.fail(URLError(.badURL))]
            return
        }
        steps = []
        time.noteActivity()
        receive(MockRequest(next, url: url, body: next.httpBody ?? Data()))
    }

    /// Logs a redirect as the end of a hop.
    ///
    /// - Returns: The next request, as the front end changes it; nil if the front end starts another exchange with the
    ///   request. In that case the exchange has ended.
    func endHop(with head: ResponseHead, _ next: URLRequest) -> URLRequest? {
        record.note(head)
        record.end(nil)
        let next = transport.follow(next, after: head)
        if next == nil {
            record.stopRecording()
            endState()
            engine.inFlight.end()
        }
        return next
    }

    /// Logs the next hop of a passed-through request.
    func beginHop(_ request: MockRequest) {
        self.request = request
        record.begin(engine.store.log(request), outcome: .passthrough)
    }
}
