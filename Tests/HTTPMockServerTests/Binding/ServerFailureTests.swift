import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Responses of a mock that fail on the wire.
@Suite(.bounded) struct ServerFailureTests {
    @Test func resetsForAFailure() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.failure(.networkConnectionLost)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .reset)
    }

    @Test func resetsAfterSomeBytes() async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/", responses: [.plaintext("hello", delivery: .failing(.networkConnectionLost, afterBytes: 3))])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        #expect(RawResponse(head: try client.read(until: "\r\n\r\n"))["Content-Length"] == "5")
        let (bytes, end) = try client.readToEnd()
        #expect(bytes == Array("hel".utf8))
        #expect(end == .reset)
    }

    @Test(arguments: [MockResponse.failure(.timedOut), .plaintext("", delivery: .never)])
    func stallsForATimeout(response: MockResponse) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [response])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        #expect(try client.end(within: 100) == .open)
        server.stop()
        #expect(try client.end() != .open)
    }

    @Test func sendsTheTextOfAResponseThatCannotBeMade() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.file(url: URL(fileURLWithPath: "/no/such/file"))])
        let server = try await mock.serve()
        let response = try server.ask("/")
        #expect(response.status == 500)
        #expect(response["Content-Type"] == "text/plain; charset=utf-8")
        #expect(response.text.contains("/no/such/file"))
    }

    @Test(arguments: [
        ("", MockResponse.WireEnding.close, RawClient.End.closed), ("garbage", .close, .closed),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi", .reset, .reset), ("", .reset, .reset),
    ])
    func sendsRawBytes(text: String, ending: MockResponse.WireEnding, end: RawClient.End) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.wire(Data(text.utf8), then: ending)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        let received = try client.readToEnd()
        #expect(String(decoding: received.bytes, as: UTF8.self) == text)
        #expect(received.end == end)
        #expect(mock.requests.first?.responseBody == Data(text.utf8))
    }

    @Test func stallsAfterRawBytes() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.wire(Data("HTTP/1.1 2".utf8), then: .stall)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        #expect(try client.read(until: "HTTP/1.1 2") == "HTTP/1.1 2")
        #expect(try client.end(within: 100) == .open)
    }

    @Test(arguments: [("x", URLError.Code.cannotParseResponse), ("", .networkConnectionLost)])
    func failsRawBytesInProcess(text: String, code: URLError.Code) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.wire(Data(text.utf8), then: .close)])
        let error = await #expect(throws: URLError.self) {
            try await HTTPReply.get("https://example.com/", from: mock.urlSession)
        }
        #expect(error?.code == code)
    }
}
