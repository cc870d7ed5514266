import Foundation

/// A GraphQL subscription by the protocol `graphql-transport-ws`.
struct Subscription {
    let url: URL
    static let subprotocol = "graphql-transport-ws"

    private struct Message: Codable {
        var id: String?
        let type: String
        var payload: [String: String]?
    }

    /// A message of a type that the client does not know, such as `error`.
    struct ProtocolError: Error {
        let type: String
    }

    /// Calls a closure with the whole text of each `next` message, until the server completes the subscription.
    func events(of query: String, _ receive: (String) -> Void) async throws {
        let transport = try await WebSocketTransport.connect(to: url, subprotocol: Self.subprotocol)
        defer { try? transport.close() }
        try transport.send(encoded(Message(type: "connection_init")))
        for try await text in transport.messages {
            switch try JSONDecoder().decode(Kind.self, from: Data(text.utf8)).type {
            case "connection_ack":
                try transport.send(encoded(Message(id: "1", type: "subscribe", payload: ["query": query])))
            case "next": receive(text)
            case "ping": try transport.send(encoded(Message(type: "pong")))
            case "complete": return
            case let type: throw ProtocolError(type: type)
            }
        }
    }

    /// A message of the server, of which only the type is read, because its payload may be any JSON.
    private struct Kind: Decodable {
        let type: String
    }

    private func encoded(_ message: Message) throws -> String {
        String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    }
}
