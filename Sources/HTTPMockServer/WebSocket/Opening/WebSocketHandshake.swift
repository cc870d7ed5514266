import Foundation
import HTTPMock

/// A valid opening handshake of a client, with the values that the answer needs.
///
/// - SeeAlso: [RFC 6455 §4.2](https://www.rfc-editor.org/rfc/rfc6455.html#section-4.2)
struct WebSocketHandshake: Hashable, Sendable {
    /// The value of `Sec-WebSocket-Accept`.
    let accept: String
    /// The subprotocols that the client offers, in its order.
    let protocols: [String]

    static let supportedVersion = "13"
    /// The number of bytes of a key.
    private static let keySize = 16
    /// The number of characters of a key in base64.
    private static let keyTextSize = 24
    /// The text that is appended to the key before both are hashed for the answer (RFC 6455 §1.3).
    private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    /// The fields that name WebSocket as the next protocol, in a 101, or as the required one, in a 426.
    ///
    /// - SeeAlso: [RFC 9110 §7.8](https://www.rfc-editor.org/rfc/rfc9110.html#section-7.8), and §15.5.22.
    static let upgradeFields = [HeaderField("Upgrade", "websocket"), HeaderField("Connection", "Upgrade")]

    /// Checks the head of an upgrade.
    ///
    /// - Parameter head: A head that requests a WebSocket.
    init(_ head: RequestHead) throws(RequestRejection) {
        guard head.line.method == "GET" else {
            throw .badRequest("The method of a WebSocket upgrade must be GET, not \(head.line.method).")
        }
        guard head.framing == .none else { throw .badRequest("A WebSocket upgrade has a body.") }
        guard head.values(of: "Sec-WebSocket-Version") == [Self.supportedVersion] else {
            throw .unsupportedWebSocketVersion
        }
        let keys = head.values(of: "Sec-WebSocket-Key")
        guard keys.count == 1, let key = keys.first else {
            throw .badRequest("A WebSocket upgrade must have one Sec-WebSocket-Key field, and has \(keys.count).")
        }
        guard key.utf8.count == Self.keyTextSize, Data(base64Encoded: key)?.count == Self.keySize else {
            throw .badRequest("The Sec-WebSocket-Key is not the base64 text of 16 bytes.")
        }
        protocols = try Self.protocols(of: head)
        accept = Data(SHA1.hash((key + Self.suffix).utf8)).base64EncodedString()
    }

    private static func protocols(of head: RequestHead) throws(RequestRejection) -> [String] {
        let values = head.values(of: "Sec-WebSocket-Protocol")
        guard !values.isEmpty else { return [] }
        let names = values.flatMap(\.listElements).filter { !$0.isEmpty }
        guard !names.isEmpty, names.allSatisfy(\.isToken) else {
            throw .badRequest("The Sec-WebSocket-Protocol is not a list of names.")
        }
        return names
    }

    /// Returns the subprotocol of the answer; nil for none.
    ///
    /// - Parameter supported: The names to choose from; nil for the first that the client offers.
    func selectedProtocol(from supported: [String]?) -> String? {
        guard let supported else { return protocols.first }
        return protocols.first { supported.contains($0) }
    }
}

extension WebSocketHandshake {
    /// Returns the fields of the answer that opens the WebSocket.
    ///
    /// - Parameters:
    ///   - selected: The subprotocol; nil for none.
    ///   - given: The fields that the test has given.
    func answerFields(selecting selected: String?, with given: [HeaderField]) -> [HeaderField] {
        var fields = Self.upgradeFields + [HeaderField("Sec-WebSocket-Accept", accept)]
        if let selected { fields.append(HeaderField("Sec-WebSocket-Protocol", selected)) }
        return fields + given
    }

    /// Returns the head that opens the WebSocket, as bytes.
    static func head(_ fields: [HeaderField], date: [UInt8]) -> [UInt8] {
        var head = Array("HTTP/1.1 101 Switching Protocols\r\n".utf8)
        for field in fields { head += "\(field.name): \(field.value)\r\n".utf8 }
        if !fields.contains(where: { $0.name.isEqualIgnoringCase(to: "Date") }) {
            head += "Date: ".utf8
            head += date
            head += "\r\n".utf8
        }
        head += "\r\n".utf8
        return head
    }
}

extension RequestRejection {
    /// The rejection of a client that names no version, several, or another version than 13, as earlier drafts do.
    static let unsupportedWebSocketVersion = RequestRejection(
        426, "The only WebSocket version is 13, and the upgrade has no Sec-WebSocket-Version of 13.")
}

extension RequestHead {
    /// Returns the values of the fields of a name, in order.
    func values(of name: String) -> [String] {
        fields.filter { $0.name.isEqualIgnoringCase(to: name) }.map(\.value)
    }
}

extension String {
    /// Whether the text is a token of HTTP's grammar.
    var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isToken) }
}
