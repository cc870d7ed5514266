import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// WebSockets in the log and in a HAR.
@Suite(.bounded) struct WebSocketLogTests {
    @Test func recordHasTheMessagesOfBothSides() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        let client = try RawWebSocket(server)
        try client.send(.text("hi"), .binary([1]))
        #expect(try await client.read() == .text("hi"))
        #expect(try await client.read() == .binary([1]))
        let open = try #require(mock.requests.first)
        #expect(open.status == 101)
        #expect(open.outcome == nil)
        #expect(open.duration == nil)
        #expect(open.responseHeaders["Upgrade"] == "websocket")
        #expect(open.webSocketMessageCount == 4)
        #expect(await mock.requestsInFlight.isEmpty)
        await mock.waitUntilIdle()
        try await client.close()
        let record = try #require(mock.requests.first)
        #expect(record.duration != nil)
        guard case .mocked? = record.outcome else {
            Issue.record("the request is not mocked: \(record)")
            return
        }
        let messages = record.webSocketMessages
        #expect(messages.filter { $0.direction == .fromClient }.map(\.message) == [.text("hi"), .data(Data([1]))])
        #expect(messages.filter { $0.direction == .fromServer }.map(\.message) == [.text("hi"), .data(Data([1]))])
        #expect(messages.map(\.time).sorted() == messages.map(\.time))
        #expect("\(messages[0])" == #"client: "hi""#)
    }

    @Test func updateComesWithTheEndOfTheConnection() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        var updates = mock.requestUpdates.makeAsyncIterator()
        let client = try RawWebSocket(server)
        try client.send(.text("hi"))
        #expect(try await client.read() == .text("hi"))
        try await client.close()
        let record = await updates.next()
        #expect(record?.status == 101)
        #expect(record?.webSocketMessageCount == 2)
    }

    @Test func logKeepsTheFirstThousandMessages() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        let client = try RawWebSocket(server)
        for number in 0..<600 {
            try client.send(.text("\(number)"))
            #expect(try await client.read() == .text("\(number)"))
        }
        let record = try #require(mock.requests.first)
        #expect(record.webSocketMessages.count == 1000)
        #expect(record.webSocketMessageCount == 1200)
    }

    @Test func logKeepsTheFirstMiBOfMessages() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        let client = try RawWebSocket(server)
        for _ in 0..<3 {
            try client.send(.binary([UInt8](repeating: 0, count: 300_000)))
            #expect(try await client.read().payload.count == 300_000)
        }
        let record = try #require(mock.requests.first)
        #expect(record.webSocketMessages.count == 3)
        #expect(record.webSocketMessageCount == 6)
    }

    /// Returns the first entry of a mock's HAR.
    private static func firstEntry(of mock: HTTPMock) throws -> [String: Any] {
        let har = try #require(try JSONSerialization.jsonObject(with: mock.networkLogHAR()) as? [String: Any])
        let log = try #require(har["log"] as? [String: Any])
        return try #require((log["entries"] as? [[String: Any]])?.first)
    }

    @Test func entryOfAHARHasTheMessages() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        let client = try RawWebSocket(server)
        try client.send(.text(#"{"password":"hunter2"}"#))
        _ = try await client.read()
        try client.send(.binary([1, 2]))
        _ = try await client.read()
        try await client.close()
        let entry = try Self.firstEntry(of: mock)
        #expect(entry["_resourceType"] as? String == "websocket")
        #expect((entry["request"] as? [String: Any])?["url"] as? String == "wss://example.com/")
        #expect((entry["response"] as? [String: Any])?["status"] as? Int == 101)
        let messages = try #require(entry["_webSocketMessages"] as? [[String: Any]])
        #expect(messages.map { $0["type"] as? String } == ["send", "receive", "send", "receive"])
        #expect(messages.map { $0["opcode"] as? Int } == [1, 1, 2, 2])
        #expect(messages[2]["data"] as? String == "AQI=")
        #expect((messages[0]["data"] as? String)?.contains("hunter2") == false)
        #expect((messages[0]["data"] as? String)?.contains("password") == true)
        let time = try #require(messages[0]["time"] as? Double)
        #expect(abs(time - Date().timeIntervalSince1970) < 600)
    }

    @Test func secretsOfABinaryMessageAreMaskedInAHAR() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        let client = try RawWebSocket(server)
        try client.send(.binary(Array(#"{"id":1,"password":"hunter2"}"#.utf8)))
        #expect(try await client.read().text == #"{"id":1,"password":"hunter2"}"#)
        try await client.close()
        let messages = try #require(try Self.firstEntry(of: mock)["_webSocketMessages"] as? [[String: Any]])
        #expect(messages.map { $0["opcode"] as? Int } == [2, 2])
        for message in messages {
            let data = Data(base64Encoded: try #require(message["data"] as? String))
            #expect(data == Data(#"{"id":1,"password":"REDACTED"}"#.utf8))
        }
    }

    @Test func refusedUpgradeIsAWebSocketWithoutMessagesInAHAR() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.status(401)])
        let server = try await mock.serve()
        #expect(try RawWebSocket(server).answer.status == 401)
        let entry = try Self.firstEntry(of: mock)
        #expect((entry["request"] as? [String: Any])?["url"] as? String == "wss://example.com/")
        #expect((entry["response"] as? [String: Any])?["status"] as? Int == 401)
        #expect(entry["_resourceType"] as? String == "websocket")
        #expect(entry["_webSocketMessages"] == nil)
    }

    @Test func summaryHasOneLineForEachConnection() async throws {
        let mock = HTTPMock()
        let server = try await WebSocketTests.echo(mock)
        for _ in 0..<2 { try await RawWebSocket(server).close() }
        #expect(mock.requestSummary == "GET /\nGET /")
    }
}
