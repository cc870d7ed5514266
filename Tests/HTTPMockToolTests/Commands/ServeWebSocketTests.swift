import Foundation
import HTTPMock
import HTTPMockServer
import TestSupport
import Testing

/// `http-mock serve` with a recording of WebSockets, asked by plain bytes on a socket.
@Suite(.bounded) struct ServeWebSocketTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let messages = #"""
            ,"_resourceType":"websocket","_webSocketMessages":[
            {"type":"receive","time":1,"opcode":1,"data":"welcome"},{"type":"receive","time":1,"opcode":-1,"data":"lost"},
            {"type":"send","time":2,"opcode":1,"data":"{\"id\":1,\"token\":\"REDACTED\"}"},
            {"type":"receive","time":2,"opcode":2,"data":"AQI="},{"type":"receive","time":2,"opcode":1,"data":"more"}]
            """#
        try folder.write(
            SampleHAR.document(
                SampleHAR.entry(body: #"{"id":1}"#),
                SampleHAR.entry("GET", "wss://api.example.com/live?room=1", status: 101, body: "", more: messages),
                SampleHAR.entry("GET", "wss://api.example.com/closed", status: 503, body: "later")), to: "chat.har")
    }

    private func connect(_ tool: RunningTool, _ path: String) throws -> RawSocket {
        try connect(port: #require(URL(string: tool.address)?.port), path)
    }

    private func connect(port: Int, _ path: String) throws -> RawSocket {
        let socket = try RawSocket(port: port)
        try socket.send(
            "GET \(path) HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        return socket
    }

    /// A masked frame, whose mask is zeros, of text unless the opcode is another one.
    private static func frame(_ text: String, opcode: UInt8 = 1) -> [UInt8] {
        [0x80 | opcode, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + text.utf8
    }

    @Test func messagesArePlayedInOrderUpToTheNextOfTheClient() async throws {
        let tool = try await RunningTool(["serve", "chat.har", "--port", "0"], in: folder.url)
        let socket = try connect(tool, "/live?room=1")
        #expect(try socket.readHead().hasPrefix("HTTP/1.1 101 "))
        #expect(try socket.read(9) == [0x81, 7] + Array("welcome".utf8))
        try socket.send(Self.frame("anything"))
        #expect(try socket.read(4) == [0x82, 2, 1, 2])
        #expect(try socket.read(6) == [0x81, 4] + Array("more".utf8))
        // The connection closes with 1000 after the last message.
        #expect(try socket.read(4) == [0x88, 2, 3, 0xE8])
        let second = try connect(tool, "/live?room=1")
        let head = try second.readHead()
        #expect(head.hasPrefix("HTTP/1.1 404 "))
        let length = try #require(head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
        let text = String(decoding: try second.read(length), as: UTF8.self)
        #expect(text.contains("To fix this, serve a HAR with its WebSocket, or add --repeat\n"))
        #expect(!text.contains("MockResponse"))
        let refused = try connect(tool, "/closed")
        #expect(try refused.readHead().hasPrefix("HTTP/1.1 503 "))
        let end = try await tool.end()
        #expect(end.error.contains("chat.har: 1 entry, 2 WebSockets"))
        #expect(end.output.contains { $0.contains("GET /live?room=1 → 101  entry 2") })
        #expect(end.output.contains { $0.contains("→ 404  unmocked; chat.har has this WebSocket once") })
        #expect(end.status == 0)
    }

    @Test(arguments: [[], ["--repeat"]])
    func adviceToRepeatIsNotGivenForAWebSocketThatNoFileHas(options: [String]) async throws {
        let tool = try await RunningTool(["serve", "chat.har", "--port", "0"] + options, in: folder.url)
        let socket = try connect(tool, "/other")
        let head = try socket.readHead()
        let length = try #require(head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
        let text = String(decoding: try socket.read(length), as: UTF8.self)
        #expect(text.contains("To fix this, serve a HAR with its WebSocket\n"))
        #expect(try await tool.end().status == 0)
    }

    @Test func strictRunReportsAMessageThatDiffers() async throws {
        let tool = try await RunningTool(["serve", "chat.har", "--port", "0", "--strict", "--repeat"], in: folder.url)
        for text in [#"{"token":"t0k3n-of-today","id":1}"#, #"{"id":2}"#] {
            let socket = try connect(tool, "/live?room=1")
            _ = try socket.readHead()
            _ = try socket.read(9)
            try socket.send(Self.frame(text))
            _ = try socket.read(4 + 6 + 4)
        }
        let end = try await tool.end()
        #expect(
            end.error.contains(
                ##"chat.har, entry 2: message 1 of the client is "{\"id\":2}", recorded was "{\"id\":1,"##))
        #expect(!end.error.contains("t0k3n-of-today"))
        #expect(end.output.last?.hasSuffix("1 message not as recorded") == true)
        #expect(end.status == 1)
    }

    @Test func strictRunAcceptsABinaryMessageWhoseSecretIsMasked() async throws {
        let data = Data(#"{"id":1,"token":"REDACTED"}"#.utf8).base64EncodedString()
        let message = #","_webSocketMessages":[{"type":"send","time":1,"opcode":2,"data":"\#(data)"}]"#
        try folder.write(
            SampleHAR.document(
                SampleHAR.entry("GET", "wss://api.example.com/live", status: 101, body: "", more: message)),
            to: "binary.har")
        let tool = try await RunningTool(["serve", "binary.har", "--port", "0", "--strict"], in: folder.url)
        let socket = try connect(tool, "/live")
        _ = try socket.readHead()
        try socket.send(Self.frame(#"{"token":"t0k3n-of-today","id":1}"#, opcode: 2))
        #expect(try socket.read(4) == [0x88, 2, 3, 0xE8])
        let end = try await tool.end()
        #expect(!end.error.contains("recorded was"))
        #expect(end.status == 0)
    }

    @Test func refusedUpgradeOfALogIsPlayed() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/closed", responses: [.status(401)])
        let server = try await mock.serve()
        #expect(try connect(port: server.port, "/closed").readHead().hasPrefix("HTTP/1.1 401 "))
        await mock.waitUntilIdle()
        try mock.networkLogHAR().write(to: folder.url.appendingPathComponent("log.har"))
        let tool = try await RunningTool(["serve", "log.har", "--port", "0"], in: folder.url)
        #expect(try connect(tool, "/closed").readHead().hasPrefix("HTTP/1.1 401 "))
        let end = try await tool.end()
        #expect(end.error.contains("log.har: 0 entries, 1 WebSocket"))
        #expect(end.output.contains { $0.contains("GET /closed → 401  entry 1") })
    }

    @Test func inspectListsWebSocketsAndCheckFindsNothingWrongWithThem() async throws {
        let list = try await ToolRun(["inspect", "chat.har"], in: folder.url)
        #expect(list.output.contains("a WebSocket with 4 messages"))
        let json = try await ToolRun(["inspect", "chat.har", "--json"], in: folder.url)
        #expect(json.output.contains(#""note": "a WebSocket that was refused""#))
        #expect(try await ToolRun(["check", "chat.har"], in: folder.url).status == 0)
    }

    @Test func swiftSaysThatWebSocketsAreLeftOut() async throws {
        let run = try await ToolRun(["swift", "chat.har"], in: folder.url)
        #expect(!run.output.contains("/live"))
        #expect(run.error.contains("http-mock: 2 WebSockets of the file left out, because a session plays none."))
        #expect(run.status == 0)
        try folder.write(SampleHAR.document(SampleHAR.entry(body: "{}")), to: "plain.har")
        #expect(try await !ToolRun(["swift", "plain.har"], in: folder.url).error.contains("WebSocket"))
    }

    @Test func contractLeavesUpgradesAlone() async throws {
        try folder.write(
            #"{"openapi":"3.0.3","info":{"title":"t","version":"1"},"servers":[{"url":"https://api.example.com"}],"#
                + #""paths":{"/other":{"get":{"responses":{"200":{"description":"d"}}}}}}"#, to: "api.json")
        let tool = try await RunningTool(
            ["serve", "chat.har", "--port", "0", "--check", "api.json"], in: folder.url)
        let socket = try connect(tool, "/live?room=1")
        #expect(try socket.readHead().hasPrefix("HTTP/1.1 101 "))
        #expect(try socket.read(9) == [0x81, 7] + Array("welcome".utf8))
        let end = try await tool.end()
        #expect(!end.error.contains("violation") && !end.output.contains { $0.contains("violation") })
    }

    @Test(arguments: [[], ["--check", "api.json"]])
    func messageBeyondTheRecordedOnesIsNoUncheckedContract(options: [String]) async throws {
        try folder.write(
            #"{"openapi":"3.0.3","info":{"title":"t","version":"1"},"servers":[{"url":"https://api.example.com"}],"#
                + #""paths":{"/user":{"get":{"responses":{"200":{"description":"d","#
                + #""content":{"application/json":{}}}}}}}}"#, to: "api.json")
        let tool = try await RunningTool(["serve", "chat.har", "--port", "0"] + options, in: folder.url)
        let plain = try RawSocket(port: #require(URL(string: tool.address)?.port))
        try plain.send("GET /user HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try plain.readHead().hasPrefix("HTTP/1.1 200 "))
        let socket = try connect(tool, "/live?room=1")
        _ = try socket.readHead()
        _ = try socket.read(9)
        // At once, so that the second message comes before the script has ended.
        try socket.send(Self.frame("recorded") + Self.frame("more"))
        _ = try socket.read(4 + 6 + 4)
        let end = try await tool.end()
        #expect(!end.error.contains("nothing was checked"))
        #expect(end.output.last == "2 requests")
        #expect(end.status == 0)
    }

    @Test func secretsOfMessagesAreRedacted() async throws {
        let message =
            #","_webSocketMessages":[{"type":"send","time":1,"opcode":1,"data":"{\"access_token\":\"s3cr3t-of-somebody\"}"}]"#
        try folder.write(
            SampleHAR.document(
                SampleHAR.entry("GET", "wss://api.example.com/live", status: 101, body: "", more: message)),
            to: "secret.har")
        let run = try await ToolRun(["redact", "secret.har"], in: folder.url)
        #expect(run.output.contains(#""data":"{\"access_token\":\"REDACTED-1\"}""#))
        #expect(run.status == 0)
    }
}
