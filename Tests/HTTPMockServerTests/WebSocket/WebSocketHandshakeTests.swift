import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// The opening handshake: what is refused, and what the answer is made of.
@Suite(.bounded) struct WebSocketHandshakeTests {
    private static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    private static let version = "Sec-WebSocket-Version: 13\r\n"

    private static func head(_ fields: String, line: String = "GET /chat HTTP/1.1") throws -> RequestHead {
        let upgrade = "Host: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        var parser = RequestParser(limits: .init())
        let event = Array("\(line)\r\n\(upgrade)\(fields)\r\n".utf8).withUnsafeBytes { buffer in
            var input = buffer
            return parser.next(in: &input)
        }
        guard case .head(let head)? = event else { throw HTTPMockError("no head") }
        return head
    }

    private static func refusal(_ fields: String, line: String = "GET /chat HTTP/1.1") throws -> Int? {
        let head = try head(fields, line: line)
        do {
            _ = try WebSocketHandshake(head)
            return nil
        } catch {
            return error.status
        }
    }

    @Test func answersTheExampleOfTheRFC() throws {
        let handshake = try WebSocketHandshake(Self.head(Self.key + Self.version))
        #expect(handshake.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(handshake.protocols.isEmpty)
    }

    struct Row: Sendable {
        let name: String
        let fields: String
        let status: Int?
        var line = "GET /chat HTTP/1.1"
    }

    static let rows: [Row] = [
        Row(name: "all that is needed", fields: key + version, status: nil),
        Row(name: "no version", fields: key, status: 426),
        Row(name: "version 8", fields: key + "Sec-WebSocket-Version: 8\r\n", status: 426),
        Row(name: "version 14", fields: key + "Sec-WebSocket-Version: 14\r\n", status: 426),
        Row(name: "a list of versions", fields: key + "Sec-WebSocket-Version: 13, 8\r\n", status: 426),
        Row(name: "two versions", fields: key + version + version, status: 426),
        Row(name: "neither version nor key", fields: "", status: 426),
        Row(name: "no key", fields: version, status: 400),
        Row(name: "two keys", fields: key + key + version, status: 400),
        Row(name: "an empty key", fields: version + "Sec-WebSocket-Key:\r\n", status: 400),
        Row(
            name: "a key that is no base64", fields: version + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ!==\r\n",
            status: 400),
        Row(name: "a key of 15 bytes", fields: version + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j\r\n", status: 400),
        Row(
            name: "a key of 17 bytes", fields: version + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZXM=\r\n", status: 400),
        Row(name: "a POST", fields: key + version, status: 400, line: "POST /chat HTTP/1.1"),
        Row(name: "a HEAD", fields: key + version, status: 400, line: "HEAD /chat HTTP/1.1"),
        Row(name: "a body", fields: key + version + "Content-Length: 1\r\n", status: 400),
        Row(name: "a chunked body", fields: key + version + "Transfer-Encoding: chunked\r\n", status: 400),
        Row(name: "a subprotocol", fields: key + version + "Sec-WebSocket-Protocol: chat\r\n", status: nil),
        Row(name: "an empty subprotocol", fields: key + version + "Sec-WebSocket-Protocol:\r\n", status: 400),
        Row(
            name: "a subprotocol that is no token", fields: key + version + "Sec-WebSocket-Protocol: a b\r\n",
            status: 400),
        Row(
            name: "an extension, which is declined",
            fields: key + version + "Sec-WebSocket-Extensions: permessage-deflate\r\n", status: nil),
    ]

    @Test(arguments: rows) func refusesAnUpgradeThatIsNotAsTheRFCSays(row: Row) throws {
        #expect(try Self.refusal(row.fields, line: row.line) == row.status, "\(row.name)")
    }

    @Test func selectsTheFirstProtocolOfTheClientThatIsSupported() throws {
        let offered = "Sec-WebSocket-Protocol: a, b\r\nSec-WebSocket-Protocol: c\r\n"
        let handshake = try WebSocketHandshake(Self.head(Self.key + Self.version + offered))
        #expect(handshake.protocols == ["a", "b", "c"])
        #expect(handshake.selectedProtocol(from: nil) == "a")
        #expect(handshake.selectedProtocol(from: ["c", "b"]) == "b")
        #expect(handshake.selectedProtocol(from: ["d"]) == nil)
        #expect(handshake.selectedProtocol(from: []) == nil)
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ), (String(repeating: "a", count: 1000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ])
    func hashesAsTheStandardSays(text: String, hash: String) {
        let bytes = SHA1.hash(text.utf8)
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hash)
    }
}
