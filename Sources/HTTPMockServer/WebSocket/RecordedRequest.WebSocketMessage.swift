import Foundation
import HTTPMock

extension RecordedRequest {
    /// A message of a WebSocket, as the log has it.
    public struct WebSocketMessage: Hashable, Sendable {
        /// The side that has sent the message.
        public let direction: Direction
        /// The message.
        public let message: HTTPMock.WebSocketConnection.Message
        /// The time since the request arrived, in real time.
        public let time: Duration

        /// The side that sends a message.
        public enum Direction: Hashable, Sendable {
            /// The client under test.
            case fromClient
            /// The mock.
            case fromServer
        }
    }

    /// The messages of the WebSocket that the request has opened, in order; those so far while it is open.
    ///
    /// The log keeps the first 1,000 messages and the first 1 MiB of a connection, and 64 MiB of all bodies and
    /// messages together, from which it drops those of the earliest requests. The list includes messages that
    /// nobody has received. Empty for every other request.
    public var webSocketMessages: [WebSocketMessage] { webSocketTranscript?.messages ?? [] }

    /// The number of all messages of the WebSocket that the request has opened, both directions together.
    ///
    /// Counts messages that the log has dropped as well; 0 for every other request.
    public var webSocketMessageCount: Int { webSocketTranscript?.count ?? 0 }

    private var webSocketTranscript: WebSocketTranscript? { connection as? WebSocketTranscript }
}

extension RecordedRequest.WebSocketMessage: CustomStringConvertible {
    /// The direction, and the first 200 characters of the text, with secrets masked, or the number of bytes.
    public var description: String {
        let side =
            switch direction {
            case .fromClient: "client"
            case .fromServer: "server"
            }
        return "\(side): \(message.shownText)"
    }
}

extension HTTPMock.WebSocketConnection.Message {
    /// The most characters of a text in a report.
    private static let shownLimit = 200

    /// The message for a report: at most 200 characters with secrets masked, or the number of bytes.
    var shownText: String {
        switch self {
        case .data(let data):
            return data.count.counted("byte")
        case .text(let text):
            let masked = String(decoding: Redaction.body(Data(text.utf8), type: nil), as: UTF8.self)
            let cut = masked.prefix(Self.shownLimit)
            guard cut.endIndex < masked.endIndex else { return cut.debugDescription }
            return cut.debugDescription + "…"
        }
    }
}
