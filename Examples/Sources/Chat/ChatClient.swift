import Foundation

/// A chat room, to which the client stays connected.
///
/// After a lost connection, and after a handshake that is refused with a 5xx status, the client connects again. Each
/// wait is twice as long as the one before, at most a minute; after a connection the first wait is a second again.
actor ChatClient {
    private let url: URL
    /// The clock of the waits; a test passes a manual clock.
    private let clock: any Clock<Duration>
    private var transport: WebSocketTransport?
    /// The messages of the room, over all connections; the stream ends with ``run()``.
    nonisolated let messages: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init(url: URL, clock: any Clock<Duration> = ContinuousClock()) {
        self.url = url
        self.clock = clock
        (messages, continuation) = AsyncStream.makeStream()
    }

    /// Stays connected until the server closes with 1000, or until the task is cancelled; call it once.
    ///
    /// - Throws: An error that another attempt can't mend, such as a handshake that is refused with 401. A cancellation
    ///   during a wait throws `CancellationError`.
    func run() async throws {
        defer { continuation.finish() }
        var wait = Duration.seconds(1)
        while true {
            do {
                let transport = try await WebSocketTransport.connect(to: url)
                self.transport = transport
                wait = .seconds(1)
                for try await message in transport.messages { continuation.yield(message) }
                return
            } catch  where Self.mayHelp(error) {
                transport = nil
                try await clock.sleep(for: wait)
                wait = min(wait * 2, .seconds(60))
            }
        }
    }

    private static func mayHelp(_ error: any Error) -> Bool {
        switch error {
        case let error as WebSocketTransport.HandshakeError: error.status >= 500
        case let error as WebSocketTransport.ClosedError: error.code != 1008
        default: true
        }
    }

    /// Sends a text; does nothing before the first connection and during a wait.
    func send(_ text: String) throws {
        try transport?.send(text)
    }
}
