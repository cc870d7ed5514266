import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The steps of a plan that wait.
extension Exchange {
    /// Sleeps for a time of the mock's clock, or times out where the request's limits come first.
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
        // The timer first: the test that sees the gate reached may advance the clock.
        let wait = beginWait(until: gate.isOpen ? nil : deadline, isTimeout: false)
        let number = gate.arrive { [weak self, transport] in
            transport.perform { [weak self] in
                self?.end(wait) { $0.time.catchUp() }
            }
        }
        wait.onCancel = { gate.cancel(number) }
    }

    /// Reports to the test, in the task that made the request if that is known.
    func run(_ report: @escaping @Sendable () async -> Void) {
        let wait = beginWait(until: deadline, isTimeout: true)
        let task = engine.run(in: callerContext) { [weak self, transport] in
            await report()
            transport.perform { [weak self] in
                self?.end(wait) { $0.time.catchUp() }
            }
        }
        // Not cancelled: the report is the test's, whether or not the client still waits.
        _ = task
    }

    /// Calls a handler, and goes on with the plan of the response that it returns.
    func call(_ handler: @escaping ResponsePlan.Handler, _ served: ServedResponse) {
        let request = currentRequest
        let given = served.completed(request)
        // The timer first: the handler may tell a test that it runs, and the test may advance the clock.
        let wait = beginWait(until: deadline, isTimeout: true)
        let task = engine.run { [weak self, transport] in
            // An error that the handler throws is a response like any other: the delivery says when it comes.
            let response: MockResponse
            do {
                response = try await handler(given)
            } catch {
                response = .failure(error)
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

    /// Opens a file, and goes on with the plan of the response that has the file as its body.
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
