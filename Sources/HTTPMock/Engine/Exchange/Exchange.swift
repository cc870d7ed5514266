import Foundation

/// One request in flight, from its arrival to its end, for every front end.
///
/// Created and retained by a front end, one for each request. Everything runs on the transport's queue, except
/// ``failBecauseTestEnded(_:)`` and the functions that ``resumption(of:_:)`` returns. An exchange has one state: it
/// performs steps, waits for one thing, or has ended.
package final class Exchange: @unchecked Sendable {
    // Sendable although its state is mutable, because all of it is touched on the transport's queue only. Work on other
    // threads (matching, handlers, sequences, files, the network) returns its results through `transport.perform`.
    package let engine: MockEngine
    let transport: any ResponseTransport
    private var state = State.performing
    var steps: ArraySlice<ResponsePlan.Step> = []
    private var isSuspended = false
    /// Whether the problems of the hop's entry in the log were reported, although the hop has not ended.
    private var problemsAreReported = false
    /// The error of a foreign request; nil unless another test than the session's own makes the request.
    private let foreign: HTTPMockError?
    var time: ExchangeTime
    /// The request of the current hop, without its body until the body is read; nil before the start and after the end.
    private(set) var request: MockRequest?
    /// The same request with the registrations at its arrival; nil before the arrival and after the end.
    private var logged: LoggedRequest?
    /// The record of the current hop; nil before the arrival and after the end.
    var record: RecordedRequest?
    /// The registration whose response answers the current hop.
    private(set) var registration: MockRegistration?
    /// Whether the store counts the request as in flight.
    var isInFlight = false
    var redirectCount = 0
    var holding = Holding.possible
    var sequence: SequenceReader?
    /// The network's response, if a closure of the user answers instead.
    var collected: CollectedResponse?
    /// Grows with each step, each ended wait and each event of the network.
    var progress = 0
    private var watch = StallWatch()
    /// Events of a passed-through request that arrived while the client was suspended.
    private var heldEvents: [(Exchange) -> Void] = []

    private enum State {
        case performing
        case waiting(ExchangeWait)
        case ended
    }

    package init(engine: MockEngine, transport: any ResponseTransport, foreign: HTTPMockError? = nil) {
        self.foreign = foreign
        self.engine = engine
        self.transport = transport
        time = ExchangeTime(elapsed: ElapsedTime(from: engine.time))
    }

    deinit {
        if isInFlight { engine.store.end(nil, of: ObjectIdentifier(self)) }
    }

    package var isOver: Bool {
        if case .ended = state { true } else { false }
    }

    /// The moment that the request has reached, counted from the instance's creation; nil on the real clock.
    var clockMoment: Duration? { time.elapsed.clockStart.map { $0 + time.now } }

    // MARK: Receiving

    package func start(_ request: MockRequest) {
        receive(request)
        advance()
    }

    /// Starts with a request whose body has to be read first, on another thread.
    ///
    /// The request without its body is for the log in case the body can't be read.
    package func start(
        _ incomplete: MockRequest, reading reader: RequestBodyReader,
        complete: @escaping @Sendable (RequestBody) throws -> MockRequest
    ) {
        // A foreign request fails in any case, so its body is not read.
        guard foreign == nil else { return start(incomplete) }
        read(reader, for: incomplete) { exchange, body in exchange.receive(try complete(body)) }
    }

    /// Reads the body of a hop's request, and proceeds with the body; fails the request if the body can't be read.
    func read(
        _ reader: RequestBodyReader, for incomplete: MockRequest,
        then proceed: @escaping @Sendable (Exchange, RequestBody) throws -> Void
    ) {
        // The hop is not in the log yet, and ``endRequest(_:)`` logs a request that fails before.
        (logged, request, registration) = (nil, incomplete, nil)
        let wait = beginWait(for: .bodyStream, until: deadline)
        wait.onCancel = { reader.cancel() }
        wait.progress = { reader.partCount }
        reader.read(
            resumption(of: wait) { exchange, body in
                do {
                    try proceed(exchange, body.get())
                } catch {
                    exchange.failUnmatched(incomplete, error)
                }
            })
    }

    /// Logs a request and fails it without matching; a request of another test is not logged.
    package func failUnmatched(_ request: MockRequest, _ error: any Error) {
        self.request = request
        perform(.fail(foreign ?? error))
    }

    /// Logs the arrival of a hop's request.
    @discardableResult
    func log(_ request: MockRequest, decision: RecordedRequest.Outcome? = nil) -> LoggedRequest {
        let logged = engine.store.arrive(request, at: clockMoment)
        self.logged = logged
        self.request = logged.request
        record = logged.record
        record?.contents.decision = decision
        if decision != nil { endWaits() }
        return logged
    }

    /// Resumes the tasks that wait for the hop's request, because its answer is decided.
    private func endWaits() {
        if let logged, logged.isAwaited { engine.store.endWaits(for: logged.request) }
    }

    /// Adds bytes that are sent to the client to the record.
    func note(_ bytes: Data) {
        guard let logged else { return }
        record?.contents.append(bytes, upTo: logged.snapshot.bodyLimit)
        // If the log has no room, bytes are dropped, unless a recording (by its mark) or a contract needs them.
        guard record?.mark == nil, logged.snapshot.needsBodiesForLogOnly else { return }
        record?.contents.countInFlight(in: engine.store)
    }

    /// Logs a hop's request, and decides how it is answered; a request of another test only fails.
    func receive(_ request: MockRequest) {
        if let foreign {
            self.request = request
            return decided(.failing(request, foreign))
        }
        // Before its arrival, so that an order sweep that has seen the arrival finds the request in flight.
        if engine.hold != nil { stayInFlight() }
        let logged = log(request)
        holding = .possible
        guard logged.work > .headOnly else {
            // An exchange that is in flight already is not counted again.
            return decided(engine.dispatcher.dispatch(logged, for: isInFlight ? nil : self))
        }
        let wait = beginWait(for: .condition, until: deadline)
        engine.match(logged, in: transport.callerContext, then: resumption(of: wait) { $0.decided($1) })
    }

    private func decided(_ decision: RequestDispatcher.Decision) {
        record?.contents.decision = decision.outcome
        if let completion = decision.completion {
            // The completion reads source files of the test.
            let wait = beginWait(for: .file, until: deadline)
            let returned = resumption(of: wait) { exchange, whole in exchange.decided(whole) }
            return WorkerThreads.files.run { returned(completion()) }
        }
        record?.contents.mark = decision.mark
        registration = decision.registration
        for text in decision.reports { StandardError.report(text) }
        report(decision.problems) { exchange in
            exchange.endWaits()
            exchange.steps = decision.plan.steps[...]
            if exchange.transport.delay > .zero { exchange.steps = [.wait(exchange.transport.delay)] + exchange.steps }
        }
    }

    // MARK: Suspending and ending

    package func suspend() {
        isSuspended = true
        if !isOver { stayInFlight() }
    }

    package func resume() {
        guard isSuspended else { return }
        isSuspended = false
        time.catchUp()
        for event in exchange(&heldEvents, with: []) { event(self) }
        advance()
    }

    /// Handles an event during a wait without ending the wait, as passthrough does for each chunk.
    ///
    /// An event after the end of the wait is dropped. The event of a suspended exchange is kept until ``resume()``.
    func received(_ event: @escaping (Exchange) -> Void, during wait: ExchangeWait) {
        guard case .waiting(let current) = state, current === wait else { return }
        progress += 1
        if isSuspended { heldEvents.append(event) } else { event(self) }
    }

    /// Ends without sending an end, because the client has cancelled the request.
    package func cancel() {
        if !isOver {
            if case .waiting = state, let wait = inFlight?.wait { record?.contents.waitWhenCancelled = wait }
            time.catchUp()
            endRequest(URLError(.cancelled))
        }
        // Also after the end, when a download may still be writing its file.
        transport.stop()
    }

    /// Fails a request that is not over, because its test has ended; may be called from any thread.
    func failBecauseTestEnded(_ reason: HTTPMockError) {
        transport.perform { [weak self] in
            guard let self, !self.isOver else { return }
            self.cancelWait()
            // Performed at once, so that a suspended request ends too.
            self.perform(.fail(reason))
        }
    }

    /// Ends the hop's record and reports its problems; then proceeds with the end that the client sees.
    func endRecord(_ error: (any Error)?, then proceed: @escaping @Sendable (Exchange) -> Void) {
        record?.contents.end(error, at: clockMoment)
        let problems = problemsOfRecord()
        problemsAreReported = true
        report(problems, then: proceed)
    }

    private func problemsOfRecord() -> [Problem] {
        guard let record, let logged else { return [] }
        return logged.extensions.flatMap { $0.completed(record) }
    }

    /// Ends the request with its entry in the log, its wait and its timer, before an end is sent to the client.
    func endRequest(_ error: (any Error)?) {
        cancelWait()
        state = .ended
        steps = []
        heldEvents = []
        exchange(&sequence, with: nil)?.cancel()
        // A request that failed before it was matched, such as one with an unreadable body, is not in the log yet.
        if logged == nil, foreign == nil, let request { log(request, decision: error.map { .failed($0) }) }
        endHop(error, isLast: true)
        collected = nil
    }

    // MARK: Counting

    /// Counts the request as in flight, and fails it if the instance's test has ended.
    ///
    /// Called for each wait and each suspension, because a request without either ends before anybody could see it.
    /// With a ``ResponseHold``, called before the arrival.
    private func stayInFlight() {
        if !isInFlight, let ended = engine.store.begin(self) { failBecauseTestEnded(ended) }
    }

    // MARK: Reporting

    /// The number of the hop in the log; 0 before the arrival and after the end.
    package var number: Int { record?.number ?? 0 }

    /// The request as a report prints it; nil before its start and after its end.
    var inFlight: RequestInFlight? {
        guard let request, !isOver else { return nil }
        let (wait, fix) =
            if case .waiting(let current) = state {
                current.report(on: time.elapsed)
            } else if isSuspended {
                (wait: "is suspended", fix: "resume its task")
            } else {
                (wait: "is being answered", fix: "wait for its end")
            }
        let isUnmocked = if case .unmocked = record?.contents.decision { true } else { false }
        return RequestInFlight(
            request: request, wait: wait, fix: fix, registration: registration, isUnmocked: isUnmocked)
    }

    /// Looks for progress, and reports the request on standard error after ten seconds without any.
    ///
    /// Called by ``MockEngine/reportStalledRequests()``.
    func lookForProgress() {
        var total = progress
        if case .waiting(let wait) = state { total += wait.progress?() ?? 0 }
        let isDue = watch.look(total)
        if watch.hasMoved { engine.movements.withLock { $0 += 1 } }
        guard isDue, let inFlight else { return }
        StandardError.report("HTTPMock: no progress for ten seconds: \(inFlight)")
    }

    /// Reports problems, in the request's task if the task can expect them, and then proceeds.
    private func report(_ problems: [Problem], then proceed: @escaping @Sendable (Exchange) -> Void) {
        let store = engine.store
        guard store.canBeExpected(problems) else {
            store.report(problems)
            return proceed(self)
        }
        // Never cancelled, because the test needs the report even if the client no longer waits.
        run(for: .report, isCancellable: false) {
            await store.reportInTask(problems)
        } then: { exchange, _ in
            proceed(exchange)
        }
    }

    // MARK: Waiting

    /// The moment when the request times out, counted from its start; nil for never.
    var deadline: Duration? {
        request.flatMap { transport.timeouts(for: $0).deadline(lastActivity: time.lastActivity) }
    }

    /// Begins a wait, which ends by itself at a moment if one is given.
    ///
    /// During the wait the next steps stay where they are. Passthrough performs steps of its own.
    @discardableResult
    func beginWait(for reason: ExchangeWait.Reason, until moment: Duration?) -> ExchangeWait {
        let wait = ExchangeWait(reason, until: moment, clockOffset: time.elapsed.manualOffset)
        state = .waiting(wait)
        stayInFlight()
        // A manual clock also counts a response that waits without a planned end.
        if moment != nil || reason.onClock == .pending {
            let expired = resumption(of: wait) { (exchange, failure: HTTPMockError?) in
                if let moment { exchange.time.advance(to: moment) }
                // A delay ends as planned; any other wait has timed out, unless the clock has failed.
                if reason == .delay, failure == nil { return }
                exchange.steps = [.fail(failure ?? URLError(.timedOut))]
            }
            wait.cancelTimer = time.elapsed.wait(until: moment, as: reason.onClock, then: expired)
        }
        return wait
    }

    /// Returns a function that ends a wait and proceeds, unless the wait has ended; for any thread.
    func resumption<Value: Sendable>(
        of wait: ExchangeWait, _ proceed: @escaping @Sendable (Exchange, Value) -> Void
    ) -> @Sendable (Value) -> Void {
        { [weak self, transport] value in
            transport.perform { [weak self] in self?.endWait(wait) { proceed($0, value) } }
        }
    }

    /// Ends a wait, proceeds and performs the next steps, unless the wait has ended already.
    func endWait(_ wait: ExchangeWait, then proceed: (Exchange) -> Void) {
        guard case .waiting(let current) = state, current === wait else { return }
        progress += 1
        cancelWait()
        proceed(self)
        advance()
    }

    /// Ends the wait without a result, if there is one.
    func cancelWait() {
        guard case .waiting(let wait) = state else { return }
        state = .performing
        wait.cancel()
    }

    // MARK: Performing

    private func advance() {
        while case .performing = state, !isSuspended, let step = steps.popFirst() {
            progress += 1
            perform(step)
        }
    }

    /// The request of the current hop, which exists whenever a step is performed.
    var currentRequest: MockRequest {
        guard let request else { preconditionFailure("a step was performed before a request was received") }
        return request
    }

    /// Ends the hop's record and its entry in the log, and with the last hop the request.
    func endHop(_ error: (any Error)?, isLast: Bool) {
        record?.contents.end(error, at: clockMoment)
        if !problemsAreReported { engine.store.report(problemsOfRecord()) }
        problemsAreReported = false
        let ended = exchange(&record, with: nil)
        engine.store.end(ended, of: isLast && isInFlight ? ObjectIdentifier(self) : nil)
        if isLast {
            isInFlight = false
            // A client may retain its task, and with it the exchange, for much longer.
            (logged, request) = (nil, nil)
        }
    }
}
