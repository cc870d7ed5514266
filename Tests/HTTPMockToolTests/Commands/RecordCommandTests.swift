import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `http-mock record`, run and asked as its user does.
@Suite(.bounded) struct RecordCommandTests {
    let folder: TemporaryFolder
    private let session = URLSession(configuration: .ephemeral)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func service() -> LoopbackServer {
        LoopbackServer { request in
            let body = Data(#"{"path":"\#(request.target)","token":"planted-secret-1"}"#.utf8)
            return LoopbackResponse(headers: ["Content-Type": "application/json"], body: body)
        }
    }

    private func inspected() async throws -> [String] {
        let run = try await ToolRun(["inspect", "shop.har"], in: folder.url)
        return run.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: " ").dropFirst().prefix(3).joined(separator: " ")
        }
    }

    @Test func exchangesAreSavedAndAppendedWithTheirSecretsRedacted() async throws {
        let service = service()
        defer { service.stop() }
        let origin = "http://127.0.0.1:\(service.port)"
        let tool = try await RunningTool(["record", origin, "--to", "shop.har", "--port", "0"], in: folder.url)
        let reply = try await HTTPReply.get(tool.address + "/a", from: session)
        #expect(reply.text == #"{"path":"/a","token":"planted-secret-1"}"#)
        _ = try await HTTPReply.get(tool.address + "/a", from: session, method: "HEAD")
        let end = try await tool.end()
        #expect(end.output.last == "2 exchanges recorded in shop.har")
        #expect(end.status == 0)
        #expect(try !folder.text(of: "shop.har").contains("planted"))
        #expect(try await inspected() == ["GET \(origin)/a 200", "HEAD \(origin)/a 200"])

        // A second run answers what the file has, and appends the rest.
        let second = try await RunningTool(["record", origin, "--to", "shop.har", "--port", "0"], in: folder.url)
        _ = try await HTTPReply.get(second.address + "/a", from: session)
        _ = try await HTTPReply.get(second.address + "/b", from: session)
        #expect(try await second.end(SIGTERM).output.last == "1 exchange recorded in shop.har")
        #expect(try await inspected() == ["GET \(origin)/a 200", "HEAD \(origin)/a 200", "GET \(origin)/b 200"])

        let third = try await RunningTool(
            ["record", origin, "--to", "shop.har", "--port", "0", "--replace"], in: folder.url)
        _ = try await HTTPReply.get(third.address + "/c", from: session)
        _ = try await third.end()
        #expect(try await inspected() == ["GET \(origin)/c 200"])
    }

    @Test func nothingRecordedWritesNothing() async throws {
        let service = service()
        defer { service.stop() }
        let tool = try await RunningTool(
            ["record", "http://127.0.0.1:\(service.port)", "--to", "shop.har", "--port", "0"], in: folder.url)
        let end = try await tool.end()
        #expect(end.output.last == "nothing recorded")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("shop.har").path))
        #expect(end.status == 0)
    }

    @Test func folderThatVanishesIsAnErrorAndIsNotCreatedAgain() async throws {
        let service = service()
        defer { service.stop() }
        let recordings = folder.url.appendingPathComponent("recordings")
        try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: false)
        let tool = try await RunningTool(
            ["record", "http://127.0.0.1:\(service.port)", "--to", "recordings/shop.har", "--port", "0"], in: folder.url
        )
        try FileManager.default.removeItem(at: recordings)
        #expect(try await HTTPReply.get(tool.address + "/a", from: session).status == 200)
        let end = try await tool.end()
        #expect(end.error.contains("http-mock: there is no folder /"))
        #expect(end.error.contains("/recordings any more. To fix this, create it: mkdir -p /"))
        #expect(!FileManager.default.fileExists(atPath: recordings.path))
        #expect(end.status == 2)
    }

    @Test func wrongUseIsAnErrorBeforeAnythingStarts() async throws {
        let closed = "http://127.0.0.1:\(ClosedPort().port)"
        let cases: [([String], [String: String], String)] = [
            ([closed, "--to", "shop.har"], [:], "http-mock: \(closed) can't be reached: Connection refused."),
            ([closed], [:], "http-mock: --to is missing."),
            ([closed, "--to", "none/shop.har"], [:], "http-mock: there is no folder "),
            (
                ["https://u:s3cret@a.com", "--to", "shop.har"], [:],
                "http-mock: \"https://REDACTED@a.com\" is no origin. To fix this, write scheme and host: https://a.com\n"
            ),
            (["api.example.com", "--to", "shop.har"], [:], "http-mock: \"api.example.com\" is no origin."),
            (
                [closed + "#x", "--to", "shop.har"], [:],
                "http-mock: \"\(closed)#x\" is no origin. To fix this, write scheme and host: \(closed)\n"
            ),
            ([closed, "--to", "shop.har"], ["CI": "1"], "http-mock: CI is set, so nothing is recorded."),
        ]
        for (words, environment, message) in cases {
            let run = try await ToolRun(["record"] + words, in: folder.url, environment: environment)
            #expect(run.error.hasPrefix(message))
            #expect(run.status == 2)
        }
    }

    /// A sign-in whose answer has a token under a name that marks none.
    private func signIn() -> LoopbackServer {
        LoopbackServer { _ in
            let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
            return LoopbackResponse(
                headers: ["Content-Type": "application/json"], body: Data(#"{"access":"\#(token)"}"#.utf8))
        }
    }

    @Test func whatIsLeftOutIsSaidSoAndHasAnOption() async throws {
        let service = signIn()
        defer { service.stop() }
        let words = ["record", "http://127.0.0.1:\(service.port)", "--to", "shop.har", "--port", "0"]
        let tool = try await RunningTool(words, in: folder.url)
        _ = try await HTTPReply.get(tool.address + "/in", from: session)
        let end = try await tool.end()
        #expect(end.status == 1)
        #expect(end.output.contains { $0.contains("/in → 200  left out") })
        #expect(end.output.last == "nothing recorded, 1 left out")

        let named = try await RunningTool(words + ["--secret-name", "access"], in: folder.url)
        _ = try await HTTPReply.get(named.address + "/in", from: session)
        let namedEnd = try await named.end()
        #expect(namedEnd.status == 0)
        #expect(namedEnd.output.last == "1 exchange recorded in shop.har")
        #expect(try folder.text(of: "shop.har").contains(#"{\"access\":\"REDACTED-1\"}"#))
    }

    @Test func upgradeIsRefusedBecauseWebSocketsAreNotRecorded() async throws {
        let service = service()
        defer { service.stop() }
        let tool = try await RunningTool(
            ["record", "http://127.0.0.1:\(service.port)", "--to", "shop.har", "--port", "0"], in: folder.url)
        let socket = try RawSocket(port: #require(URL(string: tool.address)?.port))
        try socket.send(
            "GET /live HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        let head = try socket.readHead()
        #expect(head.hasPrefix("HTTP/1.1 404 "))
        let length = try #require(head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
        let text = String(decoding: try socket.read(length), as: UTF8.self)
        let advice = "save the network log of a browser as a HAR, because `record` records no WebSockets."
        #expect(text.contains("the request asks for a WebSocket. To fix this, \(advice)\n"))
        #expect(!text.contains("MockResponse"))
        let end = try await tool.end()
        let answer = "/live → 404  unmocked; the request asks for a WebSocket. To fix this, "
        #expect(end.output.contains { $0.contains(answer) })
        #expect(end.output.last == "nothing recorded")
    }

    /// An exchange is in the file soon after it has ended, so that a kill loses nothing.
    @Test func everyExchangeIsSavedBeforeTheEnd() async throws {
        let service = service()
        defer { service.stop() }
        let tool = try await RunningTool(
            ["record", "http://127.0.0.1:\(service.port)", "--to", "shop.har", "--port", "0"], in: folder.url)
        for index in 0..<50 { _ = try await HTTPReply.get(tool.address + "/\(index)", from: session) }
        let folder = folder
        let isSaved = await eventually {
            let text = (try? folder.text(of: "shop.har")) ?? ""
            return (0..<50).allSatisfy { text.contains("/\($0)\"") }
        }
        #expect(isSaved)
        _ = try await tool.end(SIGKILL)
        #expect(try await inspected().count == 50)
    }

    /// Entries that were not requested stay until the end, and an unchanged service changes no byte.
    @Test func replacingAnUnchangedServiceChangesNoByte() async throws {
        let service = service()
        defer { service.stop() }
        let words = ["record", "http://127.0.0.1:\(service.port)", "--to", "shop.har", "--port", "0", "--replace"]
        func record(_ paths: [String], ending signal: Int32) async throws -> String {
            let tool = try await RunningTool(words, in: folder.url)
            for path in paths { _ = try await HTTPReply.get(tool.address + path, from: session) }
            _ = try await tool.end(signal)
            return try folder.text(of: "shop.har")
        }
        let first = try await record(["/a", "/b", "/c"], ending: SIGINT)
        #expect(try await record(["/a", "/b", "/c"], ending: SIGINT) == first)
        #expect(try await record(["/b"], ending: SIGKILL) == first)
        #expect(try await record(["/b"], ending: SIGINT) != first)
    }
}
