import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs the steps of a plan that wait.
extension Exchange {
    /// Sleeps on the mock's clock, or times out if the request's deadline comes first.
    func sleep(_ duration: Duration) {
        guard duration > .zero else { return }
        let end = time.now + min(duration, .longest)
        if let deadline, end >= deadline {
            _ = beginWait(until: deadline, isTimeout: false)
        } else {
            _ = beginWait(until: end, isTimeout: false) { _ in }
        }
    }

    /// Waits until the test opens the gate.
    func pass(_ gate: ResponseGate) {
        // The timer starts first, because a test that sees the gate reached may advance the clock.
        let wait = beginWait(until: gate.isOpen ? nil : deadline, isTimeout: false)
        let number = gate.arrive { [weak self, transport] in
            transport.perform { [weak self] in
                self?.end(wait) { $0.time.catchUp() }
            }
        }
        wait.onCancel = { gate.cancel(number) }
    }

    /// Reports to the test, with the task-local values of the task that made the request.
    func run(_ report: @escaping @Sendable () async -> Void) {
        let wait = beginWait(until: deadline, isTimeout: true)
        // Never cancelled, because the test needs the report even if the client no longer waits.
        engine.run(in: callerContext) { [weak self, transport] in
            await report()
            transport.perform { [weak self] in
                self?.end(wait) { $0.time.catchUp() }
            }
        }
    }

    /// Calls a handler, and continues with the plan of the response that it returns.
    func call(_ handler: @escaping ResponsePlan.Handler, _ served: ServedResponse) {
        let request = currentRequest
        let given = served.completed(request)
        keep(served)
        // The timer starts first, because the handler may notify a test, which may then advance the clock.
        let wait = beginWait(until: deadline, isTimeout: true)
        let task = engine.run { [weak self, transport, engine] in
            // A thrown error is a response too, so the registration's delivery decides when the request fails.
            let response: MockResponse
            do {
                response = try await handler(given)
            } catch {
                let failure = HandlerFailure(error, of: served.response.registration)
                if !(error is CancellationError) { engine.note(failure) }
                response = .failure(transport.failure(throwing: error, failure))
            }
            let plan = ResponsePlan(served.replaced(by: response), to: request)
            transport.perform { [weak self] in
                self?.end(wait) { exchange in
                    exchange.time.catchUp()
                    exchange.proceed(with: plan)
                }
            }
        }
        wait.onCancel = { task.cancel() }
    }

    /// Opens a file, and continues with the plan of a response with that body.
    func open(_ url: URL, _ served: ServedResponse) {
        let request = currentRequest
        let wait = beginWait(until: deadline, isTimeout: true)
        BackgroundThread.run { [weak self, transport] in
            let plan: ResponsePlan
            do {
                plan = ResponsePlan(served, body: .file(try FileReader(url)), to: request)
            } catch {
                plan = .failing(served.response.error("\(error)"))
            }
            transport.perform { [weak self] in
                self?.end(wait) { $0.proceed(with: plan) }
            }
        }
    }

    private func proceed(with plan: ResponsePlan) {
        if plan.isPassthrough { record.outcome = .passthrough }
        steps = plan.steps[...]
    }
}
