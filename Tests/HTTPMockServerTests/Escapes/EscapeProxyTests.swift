import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// The proxy of the guard: every kind of request reaches its host byte for byte, or is refused and reported.
@Suite(.bounded) struct EscapeProxyTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// A proxy that changes nothing in the environment of the process.
    private static func proxy(
        allowing hosts: [String] = [], environment: [String: String] = [:]
    ) throws -> (proxy: EscapeProxy, port: Int) {
        let proxy = EscapeProxy()
        proxy.allow(try EscapeGuard.patterns(hosts))
        return (proxy, try #require(try proxy.open(environment)))
    }

    // MARK: Kinds

    @Test(arguments: EscapeKind.requests) func forwardsByteForByte(_ kind: EscapeKind) async throws {
        let expected = Locked(Int.max)
        let host = try RawHost { $0.count < expected.withLock { $0 } ? .wait : .send(Array(Self.ok.utf8)) }
        func bytes(_ text: String) -> [UInt8] {
            Array(text.replacing("{h}", with: "127.0.0.1:\(host.port)").replacing("{n}", with: "name").utf8) + kind.body
        }
        let forwarded = bytes(kind.forwarded)
        expected.withLock { $0 = forwarded.count }
        let (proxy, port) = try Self.proxy(allowing: ["127.0.0.1"])
        let client = try RawClient(port: port)
        try client.send(bytes(kind.request))
        #expect(try client.read(count: Self.ok.utf8.count) == Array(Self.ok.utf8))
        client.endWriting()
        #expect(try client.readToEnd().bytes.isEmpty)
        // Compared first, because the report of an inequality would have all bytes.
        let isEqual = host.received == [forwarded]
        #expect(isEqual, "\(host.received.map { String(decoding: $0.prefix(1_000), as: UTF8.self) })")
        withExtendedLifetime(proxy) {}
    }

    @Test(arguments: EscapeKind.requests + EscapeKind.garbage)
    func refusesAndReportsOnce(_ kind: EscapeKind) async throws {
        let host = try RawHost { _ in .wait }
        let name = "escape-\(UUID().uuidString)"
        let isNamed = kind.request.contains("{n}")
        let reports = InterceptedReports(
            containing: kind.request.contains("{h}")
                ? "127.0.0.1:\(host.port)" : isNamed ? name : String(kind.request.prefix(20)).printable)
        let text = kind.request.replacing("{h}", with: "127.0.0.1:\(host.port)").replacing("{n}", with: name)
        let (proxy, port) = try Self.proxy()
        func request() throws {
            let client = try RawClient(port: port)
            try client.send(Array(text.utf8) + kind.body)
            client.endWriting()
            let (bytes, _) = try client.readToEnd()
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
        }
        try request()
        var count = reports.texts.count
        #expect(count > 0)
        // Again, as a client that tries again. A request is reported for each running test, and others begin meanwhile.
        var isReportedAgain = true
        for _ in 0..<20 where isReportedAgain {
            try request()
            isReportedAgain = reports.texts.count > count
            count = reports.texts.count
        }
        #expect(!isReportedAgain, "\(reports.texts)")
        #expect(host.received.isEmpty)
        withExtendedLifetime(proxy) {}
    }

    @Test func refusesATLSHandshakeWithoutItsBytes() throws {
        let reports = InterceptedReports(containing: "a TLS handshake without CONNECT")
        let (proxy, port) = try Self.proxy()
        let client = try RawClient(port: port)
        // Without an end, as a client that waits for the answer.
        try client.send([0x16, 0x03, 0x01, 0x00, 0x05, 0x01])
        #expect(try client.readResponse().status == 403)
        #expect(reports.texts.count == 1)
        #expect(reports.texts.first?.contains("x16") == false)
        withExtendedLifetime(proxy) {}
    }

    @Test func refusesASpaceBeforeTheMethodWithoutTheEndOfItsLine() throws {
        let name = "spaced-\(UUID().uuidString)"
        let reports = InterceptedReports(containing: name)
        let (proxy, port) = try Self.proxy()
        let client = try RawClient(port: port)
        try client.send(" GET \(name)")
        #expect(try client.readResponse().status == 403)
        #expect(reports.texts.count == 1)
        withExtendedLifetime(proxy) {}
    }

    @Test func reportsNothingForAConnectionWithoutAByte() throws {
        let reports = InterceptedReports(containing: "EscapeGuard has refused")
        let (proxy, port) = try Self.proxy()
        let client = try RawClient(port: port)
        client.endWriting()
        #expect(try client.readToEnd().bytes.isEmpty)
        #expect(!reports.texts.contains { $0.contains("\"\"") })
        withExtendedLifetime(proxy) {}
    }

    @Test func refusesATunnelAndAHEAD() throws {
        let reports = InterceptedReports(containing: "tunnel.invalid")
        let (proxy, port) = try Self.proxy()
        let tunnel = try RawClient(port: port)
        try tunnel.send("CONNECT tunnel.invalid:443 HTTP/1.1\r\nHost: tunnel.invalid:443\r\n\r\n")
        let refusal = try tunnel.readResponse()
        #expect(refusal.status == 403)
        #expect(refusal.text.hasPrefix("HTTPMock: tunnel.invalid:443 is not a request of a mock"))
        #expect(try tunnel.end() == .closed)
        let head = try RawClient(port: port)
        try head.send("HEAD http://tunnel.invalid/ HTTP/1.1\r\n\r\n")
        #expect(try head.readResponse(hasBody: false).status == 403)
        #expect(try head.readToEnd().bytes.isEmpty)
        #expect(reports.texts.count == 2)
        withExtendedLifetime(proxy) {}
    }

    @Test func reportsFTPAndEndsItsConnectionWithoutAnAnswer() throws {
        let reports = InterceptedReports(containing: "//files.invalid/x")
        let (proxy, port) = try Self.proxy()
        let client = try RawClient(port: port)
        try client.send("GET FTP://files.invalid/x HTTP/1.1\r\nHost: files.invalid\r\n\r\n")
        let (bytes, end) = try client.readToEnd()
        #expect(bytes.isEmpty)
        #expect(end == .closed)
        #expect(reports.texts.count == 1)
        withExtendedLifetime(proxy) {}
    }

    // MARK: Responses

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nok\r\n0\r\nA: b\r\n\r\n",
        "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx",
        "HTTP/1.0 200\nContent-Length: 0\n\n",
    ])
    func followsResponsesOnOneConnection(_ response: String) throws {
        let host = try RawHost { bytes in
            // Two requests may arrive at once.
            let count = String(decoding: bytes, as: UTF8.self).ranges(of: "\r\n\r\n").count
            return count == 0 ? .wait : .send(Array(String(repeating: response, count: count).utf8))
        }
        let other = try RawHost { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) ? .send(Array(Self.ok.utf8)) : .wait }
        let name = "pipelined-\(UUID().uuidString).invalid"
        let reports = InterceptedReports(containing: name)
        let (proxy, port) = try Self.proxy(allowing: ["127.0.0.1"])
        let client = try RawClient(port: port)
        // Pipelined, to two hosts: the responses come in order, and none is cut off.
        let ports = [host.port, host.port, other.port, host.port]
        try client.send(
            ports.map { "GET http://127.0.0.1:\($0)/ HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
                + "GET http://\(name)/ HTTP/1.1\r\n\r\n")
        for text in [response, response, Self.ok, response] {
            #expect(try client.read(count: text.utf8.count) == Array(text.utf8))
        }
        #expect(try client.readResponse().status == 403)
        let request = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
        #expect(host.received == [request + request, request])
        #expect(other.received == [request])
        #expect(reports.texts.count == 1)
        withExtendedLifetime(proxy) {}
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n\r\nto the end", "garbage", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ncut",
    ])
    func endsAsTheHostEnds(_ response: String) throws {
        let host = try RawHost { _ in .end(Array(response.utf8)) }
        let (proxy, port) = try Self.proxy(allowing: ["127.0.0.1"])
        let client = try RawClient(port: port)
        try client.send("GET http://127.0.0.1:\(host.port)/ HTTP/1.1\r\nHost: h\r\n\r\n")
        let (bytes, end) = try client.readToEnd()
        #expect(String(decoding: bytes, as: UTF8.self) == response)
        #expect(end == .closed)
        withExtendedLifetime(proxy) {}
    }

    @Test func resetsAsTheHostResets() throws {
        let host = try RawHost { _ in .reset([]) }
        let (proxy, port) = try Self.proxy(allowing: ["127.0.0.1"])
        for request in [
            "GET http://127.0.0.1:\(host.port)/ HTTP/1.1\r\n\r\n", "CONNECT 127.0.0.1:\(host.port) HTTP/1.1\r\n\r\nx",
        ] {
            let client = try RawClient(port: port)
            try client.send(request)
            #expect(try client.readToEnd().end == .reset)
        }
        withExtendedLifetime(proxy) {}
    }

    @Test func saysNothingForAHostThatIsDownOrUnknown() throws {
        let reports = InterceptedReports(containing: "down.invalid")
        let (proxy, port) = try Self.proxy(allowing: ["127.0.0.1", "down.invalid"])
        let closed = try Socket.listen(on: .ipv4, port: 0)
        Socket.closeDescriptor(closed.descriptor)
        for host in ["127.0.0.1:\(closed.port)", "down.invalid:80"] {
            for request in ["GET http://\(host)/ HTTP/1.1\r\n\r\n", "CONNECT \(host) HTTP/1.1\r\n\r\n"] {
                let client = try RawClient(port: port)
                try client.send(request)
                let (bytes, end) = try client.readToEnd()
                #expect(bytes.isEmpty)
                #expect(end == .closed)
            }
        }
        #expect(reports.texts.isEmpty)
        withExtendedLifetime(proxy) {}
    }

    @Test func becomesATunnelAfterAnUpgrade() throws {
        let host = try RawHost { bytes in
            bytes.starts(with: "GET".utf8)
                ? .send(Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n".utf8)) : .send([1] + bytes)
        }
        let (proxy, port) = try Self.proxy(allowing: ["127.0.0.1"])
        let client = try RawClient(port: port)
        try client.send("GET http://127.0.0.1:\(host.port)/ HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")
        #expect(try client.readResponse().status == 101)
        try client.send([0, 0xff, 10])
        #expect(try client.read(count: 4) == [1, 0, 0xff, 10])
        withExtendedLifetime(proxy) {}
    }

    // MARK: Hosts

    @Test func localhostIsBothAddresses() async throws {
        let host = try RawHost { _ in .send(Array(Self.ok.utf8)) }
        for (pattern, isAllowed) in [("localhost", true), ("LOCALHOST:\(host.port)", true), ("localhost:1", false)] {
            let (proxy, _) = try Self.proxy(allowing: [pattern])
            for name in ["127.0.0.1", "[::1]", "localhost"] {
                let line = Array("GET http://\(name):\(host.port)/ HTTP/1.1".utf8)
                let request = try #require(ProxyRequest(line[...], end: []))
                #expect(proxy.allows(request) == isAllowed, "\(pattern) \(name)")
            }
        }
    }

    @Test(arguments: [
        ("http://files.invalid/x", 80), ("https://files.invalid/x", 443), ("ftp://files.invalid/x", 21),
        ("FTP://files.invalid", 21), ("ftp://files.invalid:2121/x", 2_121), ("ws://files.invalid/x", 80),
        ("wss://files.invalid/x", 443), ("WSS://files.invalid", 443),
    ])
    func portIsThatOfTheSchemeUnlessGiven(address: String, port: Int) throws {
        let request = try #require(ProxyRequest(Array("GET \(address) HTTP/1.1".utf8)[...], end: []))
        #expect(request.port == port)
        for allowed in [21, 80, 443, 2_121] {
            let (proxy, _) = try Self.proxy(allowing: ["files.invalid:\(allowed)"])
            #expect(proxy.allows(request) == (allowed == port), "\(allowed)")
        }
    }

    @Test func ownServersAreAllowedUntilTheyStop() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x", responses: [.plaintext("mocked", lifetime: .eternal)])
        let server = try await mock.serve()
        let (proxy, port) = try Self.proxy(environment: ["http_proxy": "http://outer.invalid:1"])
        let client = try RawClient(port: port)
        try client.send("GET \(server.baseURL)/x HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.readResponse().text == "mocked")
        server.stop()
        let reports = InterceptedReports(containing: ":\(server.port)/x")
        let late = try RawClient(port: port)
        try late.send("GET \(server.baseURL)/x HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try late.readResponse().status == 403)
        #expect(reports.texts.count == 1)
        withExtendedLifetime(proxy) {}
    }

    // MARK: A proxy from before

    @Test func goesThroughTheProxyFromBefore() throws {
        let outer = try RawHost { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) ? .send(Array(Self.ok.utf8)) : .wait }
        let host = try RawHost { _ in .send(Array(Self.ok.utf8)) }
        let (proxy, port) = try Self.proxy(
            allowing: ["*.example.com", "127.0.0.1"],
            environment: [
                "http_proxy": "http://us%20er:p%40ss@127.0.0.1:\(outer.port)", "https_proxy": "127.0.0.1:\(outer.port)",
                "no_proxy": "other.example, 127.0.0.0/8",
            ])
        let client = try RawClient(port: port)
        try client.send("GET http://a.example.com/x|y HTTP/1.1\r\nProxy-Authorization: mine\r\nA: b\r\n\r\n")
        #expect(try client.readResponse().text == "ok")
        let credentials = Data("us er:p@ss".utf8).base64EncodedString()
        let plain =
            "GET http://a.example.com/x|y HTTP/1.1\r\nProxy-Authorization: Basic \(credentials)\r\nA: b\r\n\r\n"
        #expect(outer.received.map { String(decoding: $0, as: UTF8.self) } == [plain])
        // The answer to the tunnel is that of the other proxy.
        let tunnel = try RawClient(port: port)
        try tunnel.send("CONNECT a.example.com:443 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try tunnel.readResponse().text == "ok")
        #expect(
            outer.received.last.map { String(decoding: $0, as: UTF8.self) }
                == "CONNECT a.example.com:443 HTTP/1.1\r\nHost: h\r\n\r\n")
        // An exception is reached directly.
        let direct = try RawClient(port: port)
        try direct.send("GET http://127.0.0.1:\(host.port)/ HTTP/1.1\r\n\r\n")
        #expect(try direct.readResponse().text == "ok")
        #expect(host.received.count == 1)
        withExtendedLifetime(proxy) {}
    }

    @Test func readsTheExceptionsAsLibcurlDoes() throws {
        func isDirect(_ host: String, _ exceptions: String) throws -> Bool {
            let outer = try OuterProxy(["all_proxy": "http://p:1", "NO_PROXY": exceptions])
            let line = Array("GET http://\(host)/ HTTP/1.1".utf8)
            return outer.address(for: try #require(ProxyRequest(line[...], end: []))) == nil
        }
        #expect(try isDirect("a.example.com", ".example.com"))
        #expect(try isDirect("A.EXAMPLE.com:8080", "x example.com"))
        #expect(try !isDirect("aexample.com", "example.com"))
        #expect(try isDirect("anything", "*"))
        #expect(try isDirect("10.1.2.3", "10.0.0.0/9"))
        #expect(try !isDirect("10.128.2.3", "10.0.0.0/9"))
        #expect(try isDirect("[fe80::1]", "fe80::/10"))
        #expect(try !isDirect("10.1.2.3", "10.0.0.0/-1"))
        #expect(try !isDirect("10.0.0.0", "10.0.0.0/33"))
        #expect(try !isDirect("host", ""))
        #expect(throws: HTTPMockError.self) { try OuterProxy(["ALL_PROXY": "socks5://p:1"]) }
    }
}

extension String {
    /// The text as a report shows it.
    fileprivate var printable: String { String(printable: utf8.prefix { $0 != .carriageReturn && $0 != .lineFeed }) }
}
