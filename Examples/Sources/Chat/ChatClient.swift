import Foundation

/// A chat room, to which the client stays connected.
///
/// After a lost connection and a refused handshake it connects again, and waits twice as long each time.
actor ChatClient {
    private let url: URL
    /// The clock of the waits; a test passes a manual clock.
    private let clock: any Clock<Duration>
    private var transport: WebSocketTransport?
    /// The messages of the room, over all connections.
    nonisolated let messages: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init(url: URL, clock: any Clock<Duration> = ContinuousClock()) {
        self.url = url
        self.clock = clock
        (messages, continuation) = AsyncStream.makeStream()
    }

    /// Stays connected until the server closes with 1000.
    ///
    /// - Throws: An error that another attempt can't mend, such as a handshake that is refused with 401.
    func run() async throws {
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

    func send(_ text: String) throws {
        try transport?.send(text)
    }
}
