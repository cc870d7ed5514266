import Foundation
import HTTPMock

/// A WebSocket of a recording, with the messages that its export has.
package struct RecordedWebSocket: Sendable {
    /// The request that opened the WebSocket, with a URL of HTTP, and its answer.
    package var entry: HAREntry
    /// The messages of both sides in order; none if the export has none.
    package let messages: [Message]

    /// A message of a recorded WebSocket.
    package struct Message: Sendable {
        package let isFromClient: Bool
        package let content: Content
    }

    /// The content of a message.
    package enum Content: Sendable, Hashable {
        case text(String)
        case data(Data)
    }

    /// The position in the file, from 1.
    package var number: Int { entry.number }

    /// The answer that refused the handshake; nil if the WebSocket was opened.
    package var refusal: MockResponse? { entry.response.status == 101 ? nil : entry.mockResponse }

    /// The subprotocol that the server selected; empty if it selected none, nil if the export has no header fields.
    ///
    /// With nil, a server selects the client's first subprotocol.
    package var protocols: [String]? {
        let fields = entry.response.headers
        if let selected = fields.firstValue("Sec-WebSocket-Protocol") { return [selected] }
        return fields.isEmpty ? nil : []
    }

    /// The note for a reader of the file.
    var note: String {
        guard entry.response.status == 101 else { return "a WebSocket that was refused" }
        return "a WebSocket with \(messages.count.counted("message"))"
    }
}
