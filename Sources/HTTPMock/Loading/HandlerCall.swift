import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One call of a user's handler, in a task of its own: cancelled with the request, and given up when it times out.
final class HandlerCall: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue alone.
    private let handler: @Sendable (MockRequest) async throws -> MockResponse
    private let request: MockRequest
    private let clock: any Clock<Duration>
    private let transport: LoadTransport
    /// Let go of at the end, with whatever it keeps.
    private var end: ((Result<MockResponse, any Error>) -> Void)?
    private var task: Task<Void, Never>?
    private var wait: ClockTimer?
    private var isOver = false

    init(
        _ handler: @escaping @Sendable (MockRequest) async throws -> MockResponse, _ request: MockRequest,
        clock: any Clock<Duration>, transport: LoadTransport,
        end: @escaping (Result<MockResponse, any Error>) -> Void
    ) {
        self.handler = handler
        self.request = request
        self.clock = clock
        self.transport = transport
        self.end = end
    }

    /// Calls the handler.
    ///
    /// An error that it throws is a response like any other, so it comes when the handler's delivery says.
    ///
    /// - Parameter patience: How long the request waits for it, on the clock.
    func start(patience: Duration?) {
        let (handler, request, transport) = (handler, request, transport)
        // Before the handler runs: it may tell a test that it does, and the test advance the clock.
        if let patience {
            wait = ClockTimer(until: patience, on: ElapsedTime(clock), isTimeout: true) { [weak self] wait in
                transport.perform { [weak self] in
                    guard let self, self.wait === wait else { return }
                    self.finish(.failure(URLError(.timedOut)))
                }
            }
        }
        // Without the context of the caller, which is known for some requests alone.
        task = Task.detached { [weak self] in
            let response: MockResponse
            do {
                response = try await handler(request)
            } catch {
                response = .failure(error)
            }
            transport.perform { [weak self] in self?.finish(.success(response)) }
        }
    }

    func stop() {
        isOver = true
        wait?.cancel()
        wait = nil
        // What the handler's cancellation runs is the user's.
        if let task { DispatchQueue.global().async { task.cancel() } }
        task = nil
        end = nil
    }

    private func finish(_ outcome: Result<MockResponse, any Error>) {
        guard !isOver, let end else { return }
        stop()
        end(outcome)
    }
}
