import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// Method and fields of a request arrive at the mock as the client sent them, however the bytes arrive.
@Suite(.bounded) struct ReceivedRequestTests {
    private static let text =
        "pOsT /echo?b=1 HTTP/1.1\r\nHost: h\r\nX-Z: last\r\nX-A: 1\r\nSet-Cookie: a=1\r\nx-a: 2\r\nX-M:\r\n"
        + "Cookie: c=1\r\nSet-Cookie: b=2\r\nCookie: d=2\r\nContent-Length: 2\r\n\r\nok"

    private static let fields = [
        "X-Z: last", "X-A: 1", "Set-Cookie: a=1", "x-a: 2", "X-M: ", "Cookie: c=1", "Set-Cookie: b=2", "Cookie: d=2",
        "Content-Length: 2",
    ]

    private func expectWhole(_ request: MockRequest) {
        #expect(request.method == "pOsT")
        #expect(request.headers.map { "\($0.name): \($0.value)" } == Self.fields)
        #expect(request.headers.values(for: "x-a") == ["1", "2"])
        #expect(request.header("X-A") == "1, 2")
        #expect(request.header("Cookie") == "c=1; d=2")
        #expect(request.cookies == ["c": "1", "d": "2"])
        #expect(request.bodyString == "ok")
        #expect(request.urlRequest.value(forHTTPHeaderField: "X-A") == "1, 2")
        #expect(request.urlRequest.value(forHTTPHeaderField: "Cookie") == "c=1; d=2")
        #expect(request.urlRequest.httpBody == Data("ok".utf8))
    }

    private func mock(_ seen: Locked<[MockRequest]>) -> HTTPMock {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/echo",
            responses: [
                .handler { request in
                    seen.withLock { $0.append(request) }
                    return .empty()
                }
            ])
        return mock
    }

    @Test func keepsTheCaseOfTheMethodAndEachValueInOrder() async throws {
        let seen = Locked<[MockRequest]>([])
        let mock = mock(seen)
        let server = try await mock.serve()
        #expect(try server.ask(bytes: Self.text).status == 200)
        expectWhole(try #require(seen.withLock { $0.first }))
        expectWhole(try #require(mock.requests.first?.request))
    }

    /// From 1 MiB on, a body is in a file while it arrives.
    @Test(arguments: [-1, 0, 1, 5_000_000], [false, true])
    func keepsLargeBodies(more: Int, isChunked: Bool) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/echo", responses: [.handler { .data($0.body) }])
        let server = try await mock.serve()
        let body = (0..<(ReceivedBody.memoryLimit + more)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let client = try RawClient(port: server.port)
        // Twice, because nothing of the first body may be left.
        for _ in 0..<2 {
            if isChunked {
                try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
                for start in stride(from: 0, to: body.count, by: 300_000) {
                    let chunk = body[start..<min(start + 300_000, body.count)]
                    try client.send(Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8))
                }
                try client.send("0\r\n\r\n")
            } else {
                try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
                try client.send(body)
            }
            let isEqual = try client.readResponse().body == body
            #expect(isEqual)
        }
    }

    @Test func isTheSameByteByByteSplitAnywhereAndPipelined() async throws {
        let seen = Locked<[MockRequest]>([])
        let mock = mock(seen)
        let server = try await mock.serve()
        let bytes = Array(Self.text.utf8)
        func send(_ parts: [ArraySlice<UInt8>]) throws {
            let client = try RawClient(port: server.port)
            for part in parts { try client.send(Array(part)) }
            #expect(try client.readResponse().status == 200)
        }
        try send(bytes.indices.map { bytes[$0...$0] })
        for position in 1..<bytes.count { try send([bytes[..<position], bytes[position...]]) }
        let client = try RawClient(port: server.port)
        try client.send(bytes + bytes + bytes)
        for _ in 0..<3 { #expect(try client.readResponse().status == 200) }
        let requests = seen.withLock { $0 }
        #expect(requests.count == bytes.count + 3)
        for request in requests { expectWhole(request) }
    }

    @Test(arguments: ["get", "Get", "head", "options", "PATCH", "brew"])
    func methodsAreCaseSensitive(method: String) async throws {
        let mock = HTTPMock()
        for method in [HTTPMock.HTTPMethod.get, .head, .options, .patch] {
            mock.addResponses(forPath: "/", method: method, responses: [.empty(lifetime: .eternal)])
        }
        let server = try await mock.serve()
        #expect(try server.ask("/", method: method).status == (method == "PATCH" ? 200 : 404))
        #expect(mock.requests.first?.request.method.rawValue == method)
    }

    // MARK: Long lines

    /// A target and a field, both much longer than the buffers of a connection.
    @Test(arguments: [100, 997, 16_384, 400_000])
    func longLinesAreReadToTheirEnd(partSize: Int) async throws {
        let mock = HTTPMock()
        mock.addResponses(
            forPath: "/echo",
            responses: [
                .handler { request in
                    .plaintext("\(request.queryValue("a")?.count ?? 0) \(request.header("X-Long")?.count ?? 0)")
                }
            ])
        let server = try await mock.serve(limits: .init(target: 300 << 10, head: 1 << 20))
        let text =
            "GET /echo?a=\(String(repeating: "x", count: 200_000)) HTTP/1.1\r\nHost: h\r\n"
            + "X-Long: \(String(repeating: "y", count: 100_000))\r\n\r\n"
        let client = try RawClient(port: server.port)
        // A neighbour in the same bytes, before it and after it.
        let bytes = Array((RawClient.get("/echo") + text + RawClient.get("/echo?a=1")).utf8)
        for start in stride(from: 0, to: bytes.count, by: partSize) {
            try client.send(Array(bytes[start..<min(start + partSize, bytes.count)]))
        }
        #expect(try client.readResponse().text == "0 0")
        #expect(try client.readResponse().text == "200000 100000")
        #expect(try client.readResponse().text == "1 0")
    }

    @Test(arguments: [100, 400_000])
    func lineBeyondTheLimitIsRefusedWithItsLimit(partSize: Int) async throws {
        let mock = HTTPMock()
        let server = try await mock.serve(limits: .init(target: 300 << 10, head: 400 << 10))
        for (text, status, limit) in [
            ("GET /\(String(repeating: "x", count: 310 << 10))", 414, "Limits(target: …)"),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 410 << 10))", 431, "Limits(head: …)"),
        ] {
            let client = try RawClient(port: server.port)
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: partSize) {
                // The server may have refused it by now.
                guard (try? client.send(Array(bytes[start..<min(start + partSize, bytes.count)]))) != nil else { break }
            }
            let response = try client.readResponse()
            #expect(response.status == status)
            #expect(response.text.contains("To fix this, "))
            #expect(response.text.contains(limit))
        }
    }
}
