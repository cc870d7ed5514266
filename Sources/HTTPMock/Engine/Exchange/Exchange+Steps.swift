import Foundation

extension Exchange {
    /// Performs a step; passthrough calls this function during its wait.
    func perform(_ step: ResponsePlan.Step) {
        if let hold = engine.hold, holding == .possible, step.canBeHeld, mayBeHeld {
            return wait(at: hold, before: step)
        }
        switch step {
        case .head(let head) where collected != nil:
            collected?.head = head
        case .bytes(let bytes) where collected != nil:
            collected?.body += bytes
        case .head(let head):
            record?.contents.note(head, at: clockMoment)
            time.noteActivity()
            transport.deliver(head)
        case .bytes(let bytes):
            deliver(bytes, then: nil)
        case .chunk(let chunk):
            deliverAndWait(chunk)
        case .chunks(let body):
            deliver(body)
        case .finish:
            if let response = takeCollected() { return answer(response) }
            // A closed transport means a cancelled task. The loading system reports the cancellation to the client, so
            // the log notes a cancellation as well.
            guard transport.isOpen else { return cancel() }
            endRecord(nil) { exchange in
                guard exchange.transport.isOpen else { return exchange.cancel() }
                exchange.endRequest(nil)
                exchange.transport.finish()
            }
        case .fail(let error):
            fail(with: error)
        case .wire(let bytes, let ending):
            deliver(wire: bytes, then: ending)
        case .takeOver(let takeover, let served):
            takeOver(takeover, served)
        case .wait(let duration):
            if holding != .released { sleep(duration) }
        case .forever:
            holding = .exempt
            beginWait(for: .never, until: deadline)
        case .gate(let gate):
            holding = .exempt
            pass(gate)
        case .report(let report):
            // Never cancelled, because the test needs the report even if the client no longer waits.
            run(for: .report, isCancellable: false, report) { _, _ in }
        case .handler(let handler, let served):
            call(handler, served)
        case .openFile(let url, let served):
            open(url, served)
        case .redirect(let head, let next):
            ask(whetherToFollow: next, after: head) { $0.receive($1) }
        case .passthrough(let changes, let served):
            passThrough(changes, served)
        case .forward(let request):
            forward(changed: request)
        case .stopProcess(let text):
            fatalError(text)
        }
    }

    /// Returns the response collected so far, and stops collecting; nil if no response is collected.
    private func takeCollected() -> CollectedResponse? {
        exchange(&collected, with: nil)
    }

    /// Whether a hold may hold the response.
    ///
    /// False for an answer of the real network, and for a response that still has to wait at a gate or is never sent.
    /// False for any answer to an upgrade too, because a hold sees no upgrades.
    private var mayBeHeld: Bool {
        if case .passthrough = record?.contents.decision { return false }
        return !currentRequest.isWebSocketUpgrade && !steps.contains(where: \.isOpenEnded)
    }

    /// Logs bytes of the body, and sends them.
    func deliver(_ bytes: Data, then ready: (@Sendable () -> Void)?) {
        note(bytes)
        time.noteActivity()
        transport.deliver(bytes, then: ready)
    }

    private func fail(with owned: UserOwned<any Error>) {
        guard transport.isOpen else { return cancel() }
        let error = URLError.adding(request?.url, to: owned.value)
        endRecord(error) { exchange in
            guard exchange.transport.isOpen else { return exchange.cancel() }
            exchange.endRequest(error)
            exchange.transport.fail(error)
            // Still retained when this function has returned, because this function must not release the user's error.
            exchange.transport.perform { withExtendedLifetime(owned) {} }
        }
    }

    // MARK: Waiting

    /// Sleeps on the mock's clock, or times out if the request's deadline does not come later.
    func sleep(_ duration: Duration) {
        guard duration > .zero else { return }
        let end = time.now + min(duration, .longest)
        if let deadline, end >= deadline {
            beginWait(for: .timeoutBeforeDelay, until: deadline)
        } else {
            beginWait(for: .delay, until: end)
        }
    }

    /// Waits at a gate, also at an open one, which ends the wait at once and needs no timer.
    func pass(_ gate: ResponseGate) {
        // The timer starts first, because a test that sees the gate reached may advance the clock.
        let wait = beginWait(for: .gate, until: gate.isOpen ? nil : deadline)
        let opened = resumption(of: wait) { (exchange, _: Void) in exchange.time.catchUp() }
        let number = gate.arrive { opened(()) }
        wait.onCancel = { gate.cancel(number) }
    }

    /// Waits until a hold releases the response, and then performs the step.
    private func wait(at hold: any ResponseHold, before step: ResponsePlan.Step) {
        steps = [step] + steps
        let wait = beginWait(for: .hold(wait: hold.wait, fix: hold.fix), until: nil)
        let released = resumption(of: wait) { (exchange, _: Void) in
            exchange.time.catchUp()
            exchange.holding = .released
        }
        wait.onCancel = hold.hold(number) { released(()) }
    }

    /// Runs user code in the context of the request's task, and continues with its result.
    ///
    /// The mock's own reports to a test run in the same way.
    ///
    /// - Parameter isCancellable: Whether the code is cancelled if its wait ends early.
    func run<Value: Sendable>(
        for reason: ExchangeWait.Reason, isCancellable: Bool = true, _ code: @escaping @Sendable () async -> Value,
        then proceed: @escaping @Sendable (Exchange, Value) -> Void
    ) {
        // The timer starts first, because the code may notify a test, which may then advance the clock.
        let wait = beginWait(for: reason, until: deadline)
        let returned = resumption(of: wait) { (exchange, value: Value) in
            exchange.time.catchUp()
            proceed(exchange, value)
        }
        let task = engine.run(in: transport.callerContext) { returned(await code()) }
        if isCancellable { wait.onCancel = { task.cancel() } }
    }

    /// Calls a handler, and continues with the plan of its response.
    func call(_ handler: UserOwned<ResponsePlan.Handler>, _ served: ServedResponse) {
        let request = currentRequest
        let registration = served.response.registration
        let given = request.given(to: served)
        run(for: .handler) { [store = engine.store, transport, given] in
            // A thrown error is a response too, so the registration's delivery decides when the request fails.
            let response: MockResponse
            do {
                response = try await handler.value(given)
            } catch {
                if let problem = Problem(error, thrownAt: registration.location) { store.report([problem]) }
                response = .failure(transport.failure(throwing: error, at: registration.location))
            }
            // A response with a flaw fails the request, and the failure names the flaw. A flaw of the status alone is
            // reported here.
            if response.flaw == nil, let statusFlaw = response.statusFlaw {
                let text = "HTTPMock: a response of the handler for \(registration) \(statusFlaw)."
                store.report([Problem(text: text, location: registration.location)])
            }
            return ResponsePlan(served.replaced(by: response), to: request)
        } then: {
            $0.planned($1)
        }
    }

    /// Opens the file of a body, and continues with the plan of the response.
    func open(_ url: URL, _ served: ServedResponse) {
        let request = currentRequest
        let opened = resumption(of: beginWait(for: .file, until: deadline)) { $0.planned($1) }
        WorkerThreads.files.run {
            do {
                opened(ResponsePlan(served, body: .file(try FileReader(url)), to: request))
            } catch {
                opened(.failing(served.response.error("\(error)")))
            }
        }
    }

    /// Replaces the steps by those of a plan that a handler or a file has completed.
    private func planned(_ plan: ResponsePlan) {
        if plan.isPassthrough { record?.contents.decision = .passthrough }
        steps = plan.steps[...]
    }

    // MARK: Bodies

    /// Gets the next chunk of a body, to send it at once or as the next step; the rest of the body follows.
    func deliver(_ body: BodyChunks) {
        guard body.hasMore else { return }
        switch body.source {
        case .data, .chunks:
            deliverFromMemory(body)
        case .file(let file):
            let size = min(body.chunkSize ?? FileReader.chunkSize, body.limit ?? .max)
            let returned = beginWait(for: .file, chunkOf: body)
            WorkerThreads.files.run { returned(Result { try file.read(upTo: size) }) }
        case .sequence(let source, let response):
            let reader =
                sequence ?? SequenceReader(source, of: response) { engine.run(in: transport.callerContext, $0) }
            sequence = reader
            // The timer starts first, because the sequence may notify a test, which may then advance the clock.
            reader.next(beginWait(for: .sequence, chunkOf: body))
        }
    }

    private func beginWait(for reason: ExchangeWait.Reason, chunkOf body: BodyChunks) -> SequenceReader.Receiver {
        resumption(of: beginWait(for: reason, until: deadline)) { $0.returned($1, of: body) }
    }

    /// Sends the next chunk of a body in memory: as the next step, or at once with a turn for other requests after it.
    private func deliverFromMemory(_ body: BodyChunks) {
        var body = body
        guard let chunk = body.next() else { return }
        // Most chunks are the next step, and other requests have a turn in an interval between chunks anyway.
        guard body.isTurnOver, body.interval <= .zero else { return prepend([.bytes(chunk)], before: body) }
        prepend([], before: body)
        // Other requests have a turn now and then. The next turn comes from another thread, because a work queue that
        // adds to itself continues before all others.
        deliverAndWait(chunk) { ready in BackgroundThread.run(ready) }
    }

    /// Continues with a chunk of a file or a sequence; nil at the end, which comes early if a file has become shorter.
    private func returned(_ chunk: Result<Data?, any Error>, of body: BodyChunks) {
        time.catchUp()
        var body = body
        switch chunk {
        case .success(let chunk?):
            let part = body.take(chunk)
            var next: [ResponsePlan.Step] = []
            if !part.isEmpty { next.append(.chunk(part)) }
            prepend(next, before: body)
        case .success(nil):
            // The client misses bytes of the stated length.
            if body.isLengthStated, !body.isAtLimit { steps = [.fail(URLError(.networkConnectionLost))] }
        case .failure(let error):
            steps = [.fail(error)]
        }
    }

    /// Puts steps before the others, followed by those for the rest of a body.
    private func prepend(_ first: [ResponsePlan.Step], before body: BodyChunks) {
        var next = first
        if body.hasMore {
            if body.interval > .zero { next.append(.wait(body.interval)) }
            next.append(.chunks(body))
        }
        steps = next + steps
    }

    /// Sends a chunk, and waits until the client is ready for the next one.
    ///
    /// - Parameter callReady: Calls the function that ends the wait, on a thread of its choice; by default at once.
    func deliverAndWait(
        _ chunk: Data,
        continuingBy callReady: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { ready in ready() }
    ) {
        // The end notes no time, because the idle timeout counts from the chunk: a test may advance the clock as soon
        // as it sees the chunk.
        let ready = resumption(of: beginWait(for: .client, until: nil)) { (_, _: Void) in }
        deliver(chunk) { callReady { ready(()) } }
    }

    /// Ends the request by raw bytes instead of a response; fails if the front end has no socket.
    func deliver(wire bytes: Data, then ending: MockResponse.WireEnding) {
        guard transport.isOpen else { return cancel() }
        guard transport.hasWire else {
            return perform(.fail(URLError(bytes.isEmpty ? .networkConnectionLost : .cannotParseResponse)))
        }
        note(bytes)
        endRequest(nil)
        transport.deliver(wire: bytes, then: ending)
    }
}
