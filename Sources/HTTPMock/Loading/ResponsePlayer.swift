import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs a plan's steps on the clock against the client, until it is stopped.
///
/// A plan without waits is performed at once, without leaving the queue it is started on.
final class ResponsePlayer: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue alone.
    private var steps: ArraySlice<ResponsePlan.Step>
    private let url: URL
    private let clock: any Clock<Duration>
    private let client: LoadClient
    /// Whether one more redirect is within the limit.
    private let mayFollow: Bool
    private let follow: (URLRequest) -> Void
    private var isWaiting = false
    private var isSuspended = false
    private var isOver = false
    private var wait: ClockWait?
    private var gate: (gate: ResponseGate, number: Int)?
    private var pump: ResponsePump?

    init(
        _ plan: ResponsePlan, url: URL, clock: any Clock<Duration>, client: LoadClient, mayFollow: Bool,
        follow: @escaping (URLRequest) -> Void
    ) {
        self.steps = plan.steps[...]
        self.url = url
        self.clock = clock
        self.client = client
        self.mayFollow = mayFollow
        self.follow = follow
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
        if !isWaiting { advance() }
    }

    func stop() {
        isOver = true
        endWaiting()
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
            wait = sleep(duration) { $0.proceed() }
        case .gate(let gate, let limit):
            pass(gate, limit: limit)
        case .forever:
            isWaiting = true
        case .redirect where !mayFollow:
            perform(.fail(URLError(.httpTooManyRedirects)))
        case .redirect(let head, let next):
            isWaiting = true
            client.transport.askToFollow(next, after: head) { [weak self] answer in
                self?.follow(answer, refusing: head)
            }
        case .head(let head):
            client.receive(head)
        case .bytes(let data):
            client.receive(data)
        case .pump(let source, let limit, let patience):
            take(from: source, limit: limit, patience: patience)
        case .finish:
            isOver = true
            client.finish()
        case .fail(let error):
            isOver = true
            client.fail(URLError.conforming(error, url: url))
        }
    }

    private func proceed() {
        guard isWaiting, !isOver else { return }
        endWaiting()
        isWaiting = false
        advance()
    }

    private func follow(_ next: URLRequest?, refusing head: ResponseHead) {
        guard isWaiting, !isOver else { return }
        guard let next else { return proceed() }
        isOver = true
        client.follow(from: head)
        follow(next)
    }

    private func pass(_ gate: ResponseGate, limit: Duration?) {
        isWaiting = true
        let transport = client.transport
        let number = gate.arrive { [weak self] in
            transport.perform { [weak self] in self?.proceed() }
        }
        self.gate = (gate, number)
        guard let limit else { return }
        wait = sleep(limit) { player in
            player.steps = [.fail(URLError(.timedOut))]
            player.proceed()
        }
    }

    private func take(from source: PieceSource, limit: Int?, patience: Duration?) {
        isWaiting = true
        let client = client
        let pump = ResponsePump(
            source, limit: limit, patience: patience, clock: clock, transport: client.transport,
            deliver: { client.receive($0) },
            end: { [weak self] outcome in
                guard let self, self.isWaiting, !self.isOver else { return }
                if case .failure(let error) = outcome { self.perform(.fail(error)) } else { self.proceed() }
            })
        self.pump = pump
        pump.start()
    }

    private func sleep(_ duration: Duration, then: @escaping @Sendable (ResponsePlayer) -> Void) -> ClockWait {
        let transport = client.transport
        return ClockWait(duration, on: clock) { [weak self] wait in
            transport.perform { [weak self] in
                guard let self, !self.isOver, self.wait === wait else { return }
                then(self)
            }
        }
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
