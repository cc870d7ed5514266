import HTTPMock

/// A mistake of a client, which ends its WebSocket.
struct WebSocketMistake: Error, Hashable, Sendable {
    /// The code that the server closes with.
    let code: HTTPMock.WebSocketConnection.CloseCode
    /// The mistake, as a sentence for the developer of the client.
    let text: String

    init(_ code: HTTPMock.WebSocketConnection.CloseCode, _ text: String) {
        self.code = code
        self.text = text
    }

    static func protocolError(_ text: String) -> WebSocketMistake {
        WebSocketMistake(.protocolError, text)
    }

    static func invalidText(in part: String) -> WebSocketMistake {
        WebSocketMistake(.invalidFramePayloadData, "\(part) is not UTF-8.")
    }

    static func messageTooBig(limit: Int) -> WebSocketMistake {
        WebSocketMistake(
            .messageTooBig, "A message is longer than the \(limit.counted("byte")) that Limits.message allows.")
    }
}
