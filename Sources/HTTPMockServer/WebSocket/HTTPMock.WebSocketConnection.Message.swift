import Foundation
import HTTPMock

extension HTTPMock.WebSocketConnection {
    /// A message of a WebSocket: text or bytes.
    public enum Message: Hashable, Sendable {
        /// A message of the type text.
        case text(String)
        /// A message of the type binary.
        case data(Data)
    }
}

extension HTTPMock.WebSocketConnection.Message {
    /// The text; nil for a message of bytes.
    public var text: String? {
        switch self {
        case .text(let text): text
        case .data: nil
        }
    }

    /// The bytes; those of the text in UTF-8 for a message of text.
    public var data: Data {
        switch self {
        case .text(let text): Data(text.utf8)
        case .data(let data): data
        }
    }

    /// Decodes the message from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder; unless given, one that reads dates in ISO 8601.
    /// - Throws: `DecodingError` if the message is not JSON, or not the JSON of such a value.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = .mockDefault
    ) throws -> Value {
        try decoder.decode(type, from: data)
    }

    /// The kind of frame that carries the message.
    var opcode: WebSocketOpcode {
        switch self {
        case .text: .text
        case .data: .binary
        }
    }

    /// The number of bytes.
    var count: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        }
    }
}
