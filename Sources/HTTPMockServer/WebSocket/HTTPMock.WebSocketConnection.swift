import Foundation
import HTTPMock

extension HTTPMock {
    /// The server's side of one WebSocket.
    ///
    /// The closure of ``HTTPMock/MockResponse/webSocket(protocols:lifetime:delivery:headers:_:)`` gets it, and
    /// ``HTTPMock/HTTPMock/webSocket(_:host:timeout:)`` returns it. Pings of the client are answered, and its close
    /// frame as well, until the server closes, drops or stalls. Every member may be used on any thread.
    ///
    /// - SeeAlso: [RFC 6455](https://www.rfc-editor.org/rfc/rfc6455.html)
    public final class WebSocketConnection: Sendable {
        /// The request that has opened the WebSocket.
        public let request: MockRequest

        /// The subprotocol that was selected; nil if there is none.
        public let subprotocol: String?

        let registration: MockRegistration
        let channel: WebSocketChannel

        init(
            _ request: MockRequest, of registration: MockRegistration, subprotocol: String?, channel: WebSocketChannel
        ) {
            self.request = request
            self.registration = registration
            self.subprotocol = subprotocol
            self.channel = channel
        }

        // MARK: Receiving

        /// The messages of the client, from the next that nobody has received.
        ///
        /// The sequence ends when the connection ends, in whatever way, after the messages that came before. The reader
        /// of a message takes the message: a second sequence, and ``receive(timeout:)``, get later ones.
        public var messages: Messages { Messages(connection: self) }

        /// Waits for the next message of the client, however long; nil after the last one, and if cancelled.
        ///
        /// Unlike ``messages``, the wait is not reported, because a server without a test may wait for hours.
        package func nextMessage() async -> Message? { await channel.receive().message }

        /// Waits for the next message of the client.
        ///
        /// - Parameter timeout: The longest wait, in real time.
        /// - Returns: The earliest message that nobody has received.
        /// - Throws: `HTTPMockError` if no message comes in time, or the connection is over; `CancellationError` if
        ///   the task is cancelled, which loses no message.
        public func receive(timeout: Duration = .seconds(5)) async throws -> Message {
            switch await nextReceived(timeout) {
            case .message(let message): return message
            case .cancelled: throw CancellationError()
            case .over: throw overError("no message can be received")
            case .late:
                throw HTTPMockError(
                    """
                    HTTPMock: no message came on the WebSocket \(request) within \(timeout), after \(progressText). To \
                    fix this, let the client send a message, or iterate `messages`, which wait as long as needed.
                    """)
            }
        }

        private func nextReceived(_ timeout: Duration) async -> WebSocketChannel.Received {
            if let received = channel.receiveNow() { return received }
            let deadline = ContinuousClock.now + min(timeout, .longest)
            return await PendingWait.report(
                {
                    """
                    receive(timeout:) of the WebSocket \(self.request) waits for a message, after \
                    \(self.progressText). To fix this, let the client send one
                    """
                }, progress: { self.channel.progress },
                during: { await self.channel.receive(before: deadline) })
        }

        /// The messages that have come and that nobody has received.
        ///
        /// After ``ping()``, the list has all that the client had sent before its pong, so a test can expect that the
        /// client sends nothing, without waiting for a timeout.
        ///
        /// ```swift
        /// try await socket.ping()
        /// #expect(socket.pendingMessages.isEmpty)
        /// ```
        public var pendingMessages: [Message] { channel.pendingMessages }

        // MARK: Sending

        /// Sends a message of text.
        ///
        /// Messages leave in the order of the calls. Returns when at most 64 KiB of output wait for the client. On a
        /// stalled connection, nothing is sent, and the call returns at once.
        ///
        /// - Parameter text: The text.
        /// - Throws: `HTTPMockError` with the close code if one side has closed, or the connection has ended;
        ///   `CancellationError`.
        public func send(_ text: String) async throws {
            try await send(.text(text))
        }

        /// Sends a message of bytes.
        ///
        /// Messages leave in the order of the calls. Returns when at most 64 KiB of output wait for the client. On a
        /// stalled connection, nothing is sent, and the call returns at once.
        ///
        /// - Parameter data: The bytes.
        /// - Throws: `HTTPMockError` with the close code if one side has closed, or the connection has ended;
        ///   `CancellationError`.
        public func send(_ data: Data) async throws {
            try await send(.data(data))
        }

        /// Sends a value as JSON, in a message of text.
        ///
        /// - Parameters:
        ///   - value: The value.
        ///   - encoder: The encoder; unless given, one that writes dates in ISO 8601.
        /// - Throws: `EncodingError`; `HTTPMockError` with the close code if one side has closed, or the connection has
        ///   ended; `CancellationError`.
        public func send(json value: some Encodable, encoder: JSONEncoder = .mockDefault) async throws {
            let json = try encoder.encode(value)
            try await send(.text(String(decoding: json, as: UTF8.self)))
        }

        private func send(_ message: Message) async throws {
            try check(await channel.send(message), "a message can't be sent")
        }

        /// Sends a ping, and returns when the client's pong has come.
        ///
        /// The call has no time limit. If the client reads nothing, or the connection is stalled so that nothing is
        /// sent, it waits for the end of the connection.
        ///
        /// - Throws: `HTTPMockError` with the close code if one side has closed, or the connection ends before the
        ///   pong; `CancellationError`.
        public func ping() async throws {
            let end = await PendingWait.report(
                {
                    """
                    ping() waits for the pong of the WebSocket \(self.request). To fix this, let the client answer \
                    pings, as RFC 6455 demands
                    """
                }, progress: { self.channel.progress }, during: { await self.channel.ping() })
            try check(end, "no pong can come")
        }

        // MARK: Ending

        /// Closes the connection, and waits for the client's close frame.
        ///
        /// If that frame does not come within 5 seconds of real time, the connection is dropped. Does nothing if the
        /// connection is closed already.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - reason: The reason, at most 123 bytes in UTF-8.
        /// - Throws: `HTTPMockError` for a code that may not be sent, or a longer reason, which leave the connection
        ///   open; `CancellationError`.
        public func close(_ code: CloseCode = .normalClosure, reason: String = "") async throws {
            guard code.maySend else {
                throw HTTPMockError(
                    """
                    HTTPMock: the close code \(code) may not be sent (RFC 6455 §7.4). To fix this, give one of 1000 to \
                    1003, 1007 to 1014 or 3000 to 4999, or write drop() for an end without a close frame.
                    """)
            }
            guard reason.utf8.count <= Self.reasonLimit else {
                throw HTTPMockError(
                    """
                    HTTPMock: the reason of a close frame has \(reason.utf8.count) bytes, more than the \
                    \(Self.reasonLimit) of RFC 6455 §5.5. To fix this, give a shorter reason.
                    """)
            }
            guard channel.beginClosing(Closing(code: code, reason: reason, isClean: false)) else { return }
            if await channel.waitForEnd() == .cancelled { throw CancellationError() }
        }

        /// The longest reason of a close frame, in bytes: a control frame without its code.
        static let reasonLimit = WebSocketFrameHead.controlLimit - 2

        /// Loses the connection by a TCP reset, after what was sent before; later calls of `send` fail.
        public func drop() {
            channel.drop()
        }

        /// Reads, sends and answers nothing more until the end, not even pings.
        ///
        /// Tests the heartbeat of a client: the connection looks alive, and is not.
        public func stall() {
            channel.stall()
        }

        /// The way in which the connection ended; nil while it is open.
        ///
        /// Set before ``messages`` ends and before a call of `send` fails. After ``close(_:reason:)`` and ``drop()``
        /// it is set at once; after a close it becomes clean with the client's answer.
        public var closing: Closing? { channel.closing }

        /// Waits until the connection is over.
        ///
        /// - Returns: The way in which the connection ended. A cancelled wait returns at once, with 1006 if neither
        ///   side has closed the connection.
        public func closed() async -> Closing {
            _ = await PendingWait.report(
                {
                    """
                    closed() waits for the end of the WebSocket \(self.request). To fix this, let the client close it, \
                    or close it here
                    """
                }, progress: { self.channel.progress }, during: { await self.channel.waitForEnd() })
            return channel.closing ?? .abnormal
        }

        // MARK: Errors

        private func check(_ end: WebSocketChannel.WakeUp, _ consequence: String) throws {
            switch end {
            case .done: return
            case .cancelled: throw CancellationError()
            case .over: throw overError(consequence)
            }
        }

        private func overError(_ consequence: String) -> HTTPMockError {
            HTTPMockError(
                """
                HTTPMock: the WebSocket \(request) is over (\(closing ?? .abnormal)), so \(consequence). To fix this, \
                leave the script when `messages` ends, or look at `closing` first.
                """)
        }

        /// The messages so far, as a noun for a report.
        var progressText: String {
            guard let last = channel.transcript.messages.last else { return "no message in either direction" }
            return "\(channel.transcript.count.counted("message")), of which the last logged is \(last)"
        }
    }
}

extension WebSocketChannel.Received {
    fileprivate var message: HTTPMock.WebSocketConnection.Message? {
        switch self {
        case .message(let message): message
        case .over, .cancelled, .late: nil
        }
    }
}
