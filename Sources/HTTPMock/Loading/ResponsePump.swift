import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Takes the pieces of a body as its source gives them, each when the one before has been delivered.
final class ResponsePump: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue alone.
    private let source: PieceSource
    private var rest: Int?
    private let patience: Duration?
    private let clock: any Clock<Duration>
    private let transport: LoadTransport
    private let deliver: (Data) -> Void
    private let end: (Result<Void, any Error>) -> Void
    private var task: Task<Void, Never>?
    private var wait: ClockTimer?
    private var isSuspended = false
    private var isOver = false
    /// A piece that arrived while the request was suspended.
    private var held: (piece: Data, taken: CheckedContinuation<Void, any Error>)?

    /// - Parameters:
    ///   - source: What gives the pieces.
    ///   - limit: How many bytes to take at most, all if nil.
    ///   - patience: How long to wait for a piece, on the clock; beyond it the request times out.
    ///   - clock: The mock's clock.
    ///   - transport: On whose queue everything happens.
    ///   - deliver: Called for each piece.
    ///   - end: Called once: after the last piece, at the limit, or with an error.
    init(
        _ source: PieceSource, limit: Int?, patience: Duration?, clock: any Clock<Duration>, transport: LoadTransport,
        deliver: @escaping (Data) -> Void, end: @escaping (Result<Void, any Error>) -> Void
    ) {
        self.source = source
        self.rest = limit
        self.patience = patience
        self.clock = clock
        self.transport = transport
        self.deliver = deliver
        self.end = end
    }

    func start() {
        guard rest != 0 else { return finish(.success(())) }
        waitForPiece()
        let (source, transport) = (source, transport)
        task = Task.detached { [weak self] in
            let outcome: Result<Void, any Error>
            do {
                try await source.run { [weak self] piece in
                    try await withCheckedThrowingContinuation { taken in
                        transport.perform { [weak self] in
                            guard let self else { return Self.refuse(taken) }
                            self.accept(piece, taken)
                        }
                    }
                }
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            transport.perform { [weak self] in self?.finish(outcome) }
        }
    }

    func suspend() {
        isSuspended = true
    }

    func resume() {
        isSuspended = false
        guard let (piece, taken) = held else { return }
        held = nil
        accept(piece, taken)
    }

    func stop() {
        isOver = true
        wait?.cancel()
        wait = nil
        if let held { Self.refuse(held.taken) }
        held = nil
        // The source is the user's, and so is what its cancellation runs.
        if let task { DispatchQueue.global().async { task.cancel() } }
        task = nil
    }

    private func accept(_ piece: Data, _ taken: CheckedContinuation<Void, any Error>) {
        guard !isOver else { return Self.refuse(taken) }
        guard !isSuspended else {
            held = (piece, taken)
            // It has come: that the client does not want it yet is no silence.
            wait?.cancel()
            wait = nil
            return
        }
        let part = rest.map { piece.prefix($0) } ?? piece
        rest = rest.map { $0 - part.count }
        if !part.isEmpty { deliver(part.rebased) }
        if rest == 0 { finish(.success(())) } else { waitForPiece() }
        Waking.elsewhere { taken.resume() }
    }

    private static func refuse(_ taken: CheckedContinuation<Void, any Error>) {
        Waking.elsewhere { taken.resume(throwing: CancellationError()) }
    }

    private func finish(_ outcome: Result<Void, any Error>) {
        guard !isOver else { return }
        stop()
        end(outcome)
    }

    private func waitForPiece() {
        wait?.cancel()
        guard let patience else { return }
        let transport = transport
        wait = ClockTimer(until: patience, on: ElapsedTime(clock), isTimeout: true) { [weak self] wait in
            transport.perform { [weak self] in
                guard let self, self.wait === wait else { return }
                self.finish(.failure(URLError(.timedOut)))
            }
        }
    }
}
