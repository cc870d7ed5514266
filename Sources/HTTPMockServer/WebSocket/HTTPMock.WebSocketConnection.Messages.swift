import HTTPMock

extension HTTPMock.WebSocketConnection {
    /// The messages of a client, from the next that nobody has received; see ``messages``.
    public struct Messages: AsyncSequence, Sendable {
        /// A message of the client.
        public typealias Element = Message

        let connection: HTTPMock.WebSocketConnection

        /// Returns an iterator, which shares the messages with every other reader.
        public func makeAsyncIterator() -> Iterator {
            Iterator(loop: MessageLoop(connection))
        }

        /// An iterator over the messages.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            fileprivate let loop: MessageLoop

            /// Waits for the next message.
            ///
            /// - Returns: The message; nil after the last message of a connection that is over, and if the task is
            ///   cancelled.
            public func next() async -> Message? {
                await loop.next()
            }
        }
    }
}

/// A loop over the messages, whose waits are reported as one, so that a message costs no registration of a wait.
///
/// Created and owned by an iterator. May be used on any thread.
private final class MessageLoop: Sendable {
    private let connection: HTTPMock.WebSocketConnection
    private let wait: PendingWait

    init(_ connection: HTTPMock.WebSocketConnection) {
        self.connection = connection
        wait = PendingWait.repeated(
            { [weak connection] in
                guard let connection, connection.channel.isAwaited else { return nil }
                return Self.text(of: connection)
            }, progress: { [weak connection] in connection?.channel.progress ?? 0 })
    }

    deinit {
        wait.end()
    }

    private static func text(of connection: HTTPMock.WebSocketConnection) -> String {
        """
        a loop over the messages of the WebSocket \(connection.request) waits for a message, after \
        \(connection.progressText). To fix this, let the client send one or close the connection
        """
    }

    func next() async -> HTTPMock.WebSocketConnection.Message? {
        guard !Task.isCancelled else { return nil }
        switch await connection.channel.receive() {
        case .message(let message): return message
        // Without a deadline, no wait ends late.
        case .over, .late: return nil
        case .cancelled:
            wait.noteCancellation(of: Self.text(of: connection))
            return nil
        }
    }
}
