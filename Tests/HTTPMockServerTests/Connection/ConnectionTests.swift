import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

@Suite(.bounded) struct ConnectionTests {
    private static func get(_ path: String, _ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n"
    }

    @Test func servesOneRequestAfterAnother() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        for path in ["/1", "/2", "/3"] {
            try client.send(Self.get(path))
            let response = try client.readResponse()
            #expect(response.status == 200)
            #expect(response.text == "\(path) ")
            #expect(response["Date"]?.hasSuffix("GMT") == true)
            #expect(response["Connection"] == nil)
        }
    }

    @Test func answersPipelinedRequestsInOrder() throws {
        // Later ones are ready earlier.
        let server = try AnsweringServer { request, writer in
            let number = Int(request.head.line.target.text.dropFirst()) ?? 0
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20 - number)) {
                writer.perform { writer.answer("\(number)") }
            }
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send((0..<20).map { Self.get("/\($0)") }.joined())
        for number in 0..<20 { #expect(try client.readResponse().text == "\(number)") }
    }

    @Test func answersThousandsOfPipelinedRequests() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        let count = 5000
        let requests = Array((0..<count).map { Self.get("/\($0)") }.joined().utf8)
        // Written while it is read: else both sides might wait for the other. On a thread, because a task may have to
        // wait for other tests.
        Thread.detachNewThread { [client = Shared(client)] in try? client.value.send(requests) }
        for number in 0..<count {
            let text = try client.readResponse().text
            guard text == "/\(number) " else {
                Issue.record("\(text) instead of \(number)")
                return
            }
        }
    }

    @Test func answersPipelinedRequestsAfterWhichTheClientSendsNoMore() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        let count = 500
        try client.send((0..<count).map { Self.get("/\($0)") }.joined())
        client.endWriting()
        for number in 0..<count { #expect(try client.readResponse().text == "/\(number) ") }
        #expect(try client.end() == .closed)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "close"), ("GET / HTTP/1.0\r\n\r\n", "close"),
    ])
    func closesWhereTheRequestAsksForIt(text: String, connection: String) throws {
        let client = try RawClient(port: try AnsweringServer.kept().port)
        try client.send(text)
        #expect(try client.readResponse()["Connection"] == connection)
        #expect(try client.end() == .closed)
    }

    @Test func keepsAConnectionOfHTTP10OpenIfAsked() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        for _ in 0..<2 {
            try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try client.readResponse()["Connection"] == "keep-alive")
        }
    }

    // MARK: Arrival in parts

    @Test(arguments: [
        "GET /a?b HTTP/1.1\r\nHost: h\r\n\r\n", "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello",
        "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x\r\nllo\r\n0\r\nT: t\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5, 5\r\n\r\nhello",
    ])
    func answersTheSameHoweverARequestArrives(text: String) throws {
        let server = try AnsweringServer()
        func answer(_ parts: [String]) throws -> String {
            let client = try RawClient(port: server.port)
            for part in parts { try client.send(part) }
            let response = try client.readResponse()
            return "\(response.status) \(response.text)"
        }
        let whole = try answer([text])
        #expect(try answer(text.unicodeScalars.map { String($0) }) == whole)
        let bytes = Array(text.utf8)
        for position in 1..<bytes.count {
            let parts = [bytes[..<position], bytes[position...]].map { String(decoding: $0, as: UTF8.self) }
            #expect(try answer(parts) == whole)
        }
        let neighbor = Self.get("/n")
        let client = try RawClient(port: server.port)
        try client.send(neighbor + text)
        #expect(try client.readResponse().text == "/n ")
        let response = try client.readResponse()
        #expect("\(response.status) \(response.text)" == whole)
    }

    // MARK: Rejections

    @Test(arguments: StrictnessRow.all.filter { $0.status != nil && $0.limits == .init() })
    func rejectsAndCloses(row: StrictnessRow) async throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        // It may be closed before all is written.
        try? client.send(row.bytes)
        let (bytes, end) = try client.readToEnd()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 \(row.status ?? 0) "))
        #expect(text.contains("\r\nConnection: close\r\n"))
        // The client of an endless request may be reset while it writes, but only after it has read the answer.
        #expect(end == .closed)
        #expect(server.rejections.map(\.rejection.status) == [row.status])
    }

    @Test func answers501ToConnect() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        try client.send("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n")
        let response = try client.readResponse()
        #expect(response.status == 501)
        #expect(response.text.contains("CONNECT is not offered"))
        #expect(try client.end() == .closed)
    }

    @Test(arguments: [
        "GET / HTTP/1.0\r\nConnection: upgrade, keep-alive\r\nUpgrade: websocket\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    ])
    func ignoresOtherUpgrades(text: String) throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        try client.send(text)
        #expect(try client.readResponse().status == 200)
    }

    @Test func doesNotLoseARejectionToAReset() throws {
        let server = try AnsweringServer(limits: .init(body: 10))
        for _ in 0..<20 {
            let client = try RawClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 500000\r\n\r\n")
            try client.send([UInt8](repeating: 0, count: 500_000))
            #expect(try client.readResponse().status == 413)
        }
    }

    // MARK: Expect

    @Test func asksForTheBodyThatAClientHoldsBack() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        try client.send("PUT /u HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(try client.readResponse().head == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("ok")
        #expect(try client.readResponse().text == "/u ok")
    }

    @Test(arguments: [
        ("Expect: 100-continue\r\nContent-Length: 100\r\n", 413), ("Expect: x\r\nContent-Length: 2\r\n", 417),
    ])
    func doesNotAskForABodyThatItRejects(fields: String, status: Int) throws {
        let server = try AnsweringServer(limits: .init(body: 10))
        let client = try RawClient(port: server.port)
        try client.send("PUT /u HTTP/1.1\r\nHost: h\r\n\(fields)\r\n")
        #expect(try client.readResponse().status == status)
    }

    @Test func doesNotAskAnHTTP10ClientForTheBody() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        try client.send("PUT /u HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok")
        #expect(try client.readResponse().text == "/u ok")
    }

    // MARK: Half-open connections

    @Test func answersAClientThatHasEndedItsDirection() throws {
        let server = try AnsweringServer { _, writer in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
                writer.perform { writer.answer("late") }
            }
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/1") + Self.get("/2"))
        client.endWriting()
        #expect(try client.readResponse().text == "late")
        #expect(try client.readResponse().text == "late")
        #expect(try client.end() == .closed)
    }

    @Test func keepsAClientThatHasEndedItsDirectionWhileItReads() throws {
        let waiting = Locked<ResponseWriter?>(nil)
        let server = try AnsweringServer(limits: .init(idleTimeout: .seconds(6))) { _, writer in
            writer.send(WireHead(status: 200, fields: []))
            waiting.withLock { $0 = writer }
            return nil
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        client.endWriting()
        _ = try client.read(until: "\r\n\r\n")
        let writer = try #require(waiting.withLock { $0 })
        for _ in 0..<9 {
            #expect(client.isSilent(for: 800))
            writer.perform { writer.send(Data("x".utf8)) }
            #expect(try client.read(until: "x\r\n") == "1\r\nx\r\n")
        }
        writer.perform { writer.finish() }
        #expect(try client.read(until: "0\r\n\r\n") == "0\r\n\r\n")
        #expect(try client.end() == .closed)
    }

    @Test func endsAClientThatHasEndedItsDirectionAndGetsNoMoreBytes() async throws {
        let isCancelled = Locked(false)
        let server = try AnsweringServer(limits: .init(idleTimeout: .seconds(2))) { _, writer in
            writer.send(WireHead(status: 200, fields: []))
            return { isCancelled.withLock { $0 = true } }
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        client.endWriting()
        _ = try client.read(until: "\r\n\r\n")
        #expect(try client.end() == .closed)
        #expect(await eventually { isCancelled.withLock { $0 } })
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhel"])
    func rejectsARequestThatEndsTooEarly(text: String) throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        try client.send(text)
        client.endWriting()
        #expect(try client.readResponse().status == 400)
        #expect(try client.end() == .closed)
    }

    @Test func closesAfterAClientThatEndsWithoutARequest() throws {
        let server = try AnsweringServer()
        let client = try RawClient(port: server.port)
        client.endWriting()
        #expect(try client.readToEnd().bytes.isEmpty)
        #expect(server.rejections.isEmpty)
    }

    @Test func givesUpTheAnswerToAClientThatResets() async throws {
        let isCancelled = Locked(false)
        let hasBegun = Locked(false)
        let server = try AnsweringServer { _, _ in
            hasBegun.withLock { $0 = true }
            return { isCancelled.withLock { $0 = true } }
        }
        let client = try RawClient(port: server.port)
        try client.send(Self.get("/"))
        #expect(await eventually { hasBegun.withLock { $0 } })
        client.reset()
        #expect(await eventually { isCancelled.withLock { $0 } })
        #expect(await eventually { server.core.openSourceCount == 1 })
    }
}

extension AnsweringServer {
    /// A server that lives as long as the process, for a test that has no name for it.
    fileprivate static func kept() throws -> AnsweringServer {
        let server = try AnsweringServer()
        servers.withLock { $0.append(server) }
        return server
    }

    private static let servers = Locked<[AnsweringServer]>([])
}
