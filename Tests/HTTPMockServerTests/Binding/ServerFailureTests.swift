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

    @Test(arguments: ["not today", nil]) func sendsTheDescriptionOfALocalizedError(description: String?) async throws {
        struct Translated: LocalizedError {
            let errorDescription: String?
        }
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/", responses: [.handler { _ in throw Translated(errorDescription: description) }])
        let server = try await mock.serve()
        #expect(try server.ask("/").text.contains("threw \(description ?? "Translated"). To fix this, "))
    }

    @Test func sendsTheTextOfAnErrorThatAHandlerThrows() async throws {
        struct Broken: Error {}
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.handler { _ in throw Broken() }])
        let server = try await mock.serve()
        let response = try server.ask("/")
        #expect(response.status == 500)
        #expect(response["Content-Type"] == "text/plain; charset=utf-8")
        #expect(response.text.contains("ServerFailureTests.swift:"))
        #expect(response.text.contains("threw Broken()"))
        #expect(response.text.contains("To fix this, "))
        guard case .failed? = mock.requests.first?.outcome else {
            Issue.record("\(String(describing: mock.requests.first?.outcome))")
            return
        }
    }

    @Test func resetsForAURLErrorThatAHandlerThrows() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.handler { _ in throw URLError(.networkConnectionLost) }])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/"))
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .reset)
    }

    /// Without a length or chunks, the end of the connection is the end of the body.
    @Test(arguments: [("1.0", RawClient.End.reset), ("1.1", .closed)])
    func stopResetsABodyThatTheEndOfTheConnectionEnds(version: String, end: RawClient.End) async throws {
        let mock = HTTPMock()
        let (sequence, source) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/", responses: [.stream(sequence)])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/\(version)\r\nHost: h\r\n\r\n")
        source.yield(Data("half".utf8))
        _ = try client.read(until: "half")
        server.stop()
        #expect(try client.end() == end)
    }

    @Test(arguments: [false, true])
    func sendsA205WithoutABody(isStream: Bool) async throws {
        let mock = HTTPMock()
        let body = [Data("body".utf8)]
        mock.addResponses(
            forPath: "/",
            responses: [
                isStream
                    ? .stream(body, every: .zero, status: .resetContent)
                    : .plaintext("body", status: .resetContent)
            ])
        mock.addResponses(forPath: "/next", responses: [.plaintext("next")])
        let server = try await mock.serve()
        let client = try RawClient(port: server.port)
        try client.send(RawClient.get("/") + RawClient.get("/next"))
        let response = try client.readResponse()
        #expect(response.status == 205)
        #expect(response["Content-Length"] == "0")
        #expect(response["Transfer-Encoding"] == nil)
        #expect(try client.readResponse().text == "next")
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
