import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs a plan's steps on the clock against the client, until it is stopped.
///
/// A plan that is immediate needs none: its steps are performed one after the other.
final class ResponsePlayer: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue alone.
    private var steps: ArraySlice<ResponsePlan.Step>
    /// How long it may all take, for steps that don't tell how long they do.
    private let limit: Duration?
    private var deadline: ClockTimer?
    private let url: URL
    private let clock: any Clock<Duration>
    /// The plan's own time, which begins with it; a plan that takes none has hardly any use for it.
    private lazy var timeline = ElapsedTime(clock)
    /// Where on the timeline the plan stands: each wait ends that much later than the one before it did.
    private var due = Duration.zero
    private let client: LoadClient
    /// Goes on with what a redirect leads to; nil where one more is beyond the limit.
    private let follow: ((URLRequest) -> Void)?
    private var isWaiting = false
    private var isSuspended = false
    private var isOver = false
    private var wait: ClockTimer?
    private var gate: (gate: ResponseGate, number: Int)?
    private var pump: ResponsePump?

    init(
        _ plan: ResponsePlan, url: URL, clock: any Clock<Duration>, client: LoadClient,
        follow: ((URLRequest) -> Void)?
    ) {
        self.steps = plan.steps[...]
        self.limit = plan.limit
        self.url = url
        self.clock = clock
        self.client = client
        self.follow = follow
        if plan.takesTime { _ = timeline }
    }

    func start() {
        advance()
    }

    func suspend() {
        isSuspended = true
        pump?.suspend()
    }

    func resume() {
        isSuspended = false
        pump?.resume()
        guard !isWaiting else { return }
        due = max(due, timeline.elapsed)
        advance()
    }

    func stop() {
        isOver = true
        endWaiting()
        deadline?.cancel()
    }

    private func advance() {
        while !isOver, !isSuspended, !isWaiting, let step = steps.popFirst() {
            perform(step)
        }
    }

    private func perform(_ step: ResponsePlan.Step) {
        switch step {
        case .wait(let duration):
            isWaiting = true
            due += duration
            wait = sleep(until: due) { $0.proceed() }
        case .gate(let gate, let limit):
            pass(gate, limit: limit)
        case .forever:
            isWaiting = true
        case .redirect where follow == nil:
            perform(.fail(URLError(.httpTooManyRedirects)))
        case .redirect(let head, let next):
            isWaiting = true
            client.transport.askToFollow(next, after: head) { [weak self] answer in
                self?.follow(answer, refusing: head)
            }
        case .head, .bytes:
            client.perform(step, url: url)
        case .pump(let source, let limit, let patience):
            take(from: source, limit: limit, patience: patience)
        case .finish, .fail:
            stop()
            client.perform(step, url: url)
        }
    }

    private func proceed() {
        guard isWaiting, !isOver else { return }
        endWaiting()
        isWaiting = false
        advance()
    }

    /// Proceeds from a wait whose end nobody could foresee.
    private func goOn() {
        due = max(due, timeline.elapsed)
        proceed()
    }

    private func follow(_ next: URLRequest?, refusing head: ResponseHead) {
        guard isWaiting, !isOver else { return }
        guard let next else { return proceed() }
        isOver = true
        client.follow(from: head)
        follow?(next)
    }

    private func pass(_ gate: ResponseGate, limit: Duration?) {
        isWaiting = true
        waitForDeadline()
        let transport = client.transport
        // Before the gate is told: the test that waits for that may advance the clock.
        if let limit, !gate.isOpen {
            wait = sleep(until: due + limit) { player in
                player.timeOut()
            }
        }
        let number = gate.arrive { [weak self] in
            transport.perform { [weak self] in self?.goOn() }
        }
        self.gate = (gate, number)
    }

    private func take(from source: PieceSource, limit: Int?, patience: Duration?) {
        isWaiting = true
        waitForDeadline()
        let client = client
        let pump = ResponsePump(
            source, limit: limit, patience: patience, clock: clock, transport: client.transport,
            deliver: { client.receive($0) },
            end: { [weak self] outcome in
                guard let self, self.isWaiting, !self.isOver else { return }
                // As a step, which waits for a client that is suspended.
                if case .failure(let error) = outcome { self.steps = [.fail(error)] }
                self.goOn()
            })
        self.pump = pump
        pump.start()
    }

    private func sleep(
        until offset: Duration, then: @escaping @Sendable (ResponsePlayer) -> Void
    ) -> ClockTimer {
        let transport = client.transport
        return ClockTimer(until: offset, on: timeline) { [weak self] wait in
            transport.perform { [weak self] in
                guard let self, !self.isOver, self.wait === wait else { return }
                then(self)
            }
        }
    }

    /// From now on time passes that no plan has counted.
    private func waitForDeadline() {
        guard deadline == nil, let limit else { return }
        let transport = client.transport
        deadline = ClockTimer(until: limit, on: timeline, isTimeout: true) { [weak self] _ in
            transport.perform { [weak self] in self?.timeOut() }
        }
    }

    private func timeOut() {
        guard !isOver else { return }
        steps = [.fail(URLError(.timedOut))]
        isWaiting = true
        proceed()
    }

    private func endWaiting() {
        wait?.cancel()
        wait = nil
        gate.map { $0.gate.cancel($0.number) }
        gate = nil
        pump?.stop()
        pump = nil
    }
}
