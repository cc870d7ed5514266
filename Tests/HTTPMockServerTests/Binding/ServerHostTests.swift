import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockServer

/// The hosts that requests of a server are for, and where redirects lead.
@Suite(.bounded) struct ServerHostTests {
    @Test func servesTheDefaultDomainUnlessToldOtherwise() async throws {
        let mock = HTTPMock()
        mock.defaultDomain = "api.test"
        mock.addResponses(forPath: "/user", responses: [.plaintext("Alice")])
        let server = try await mock.serve()
        #expect(server.baseURL.absoluteString == "http://127.0.0.1:\(server.port)")
        #expect(try server.ask("/user?x=1").text == "Alice")
        #expect(mock.requests.map(\.request.url.absoluteString) == ["https://api.test/user?x=1"])
    }

    @Test func servesTheOriginThatWasGiven() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", host: "api.example.com:8443", responses: [.plaintext("ok")])
        let server = try await mock.serve(as: "http://API.example.com:8443/")
        #expect(try server.ask("/").text == "ok")
        #expect(mock.requests.map(\.request.url.absoluteString) == ["http://api.example.com:8443/"])
    }

    @Test func servesAnotherHostOnAPortOfItsOwn() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/token", host: "auth.example.com", responses: [.plaintext("t")])
        let server = try await mock.serve(as: "https://api.example.com")
        let url = try server.baseURL(forHost: "auth.example.com")
        #expect(try server.baseURL(forHost: "AUTH.example.com") == url)
        #expect(try server.baseURL(forHost: "api.example.com") == server.baseURL)
        #expect(url != server.baseURL)
        #expect(try server.ask("/token", port: url.port).text == "t")
    }

    @Test func takesTheHostOfAnAbsoluteTarget() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/x", host: "other.example.com", responses: [.plaintext("other")])
        let server = try await mock.serve()
        #expect(try server.ask("http://other.example.com/x").text == "other")
        #expect(mock.requests.first?.request.url.absoluteString == "http://other.example.com/x")
    }

    @Test(arguments: ["api.example.com", "https://", "https://h/path", "https://h?q", "https://u@h", "ftp://h", ""])
    func refusesAnOriginThatIsNone(text: String) async throws {
        await #expect(throws: HTTPMockError.self) { try await HTTPMock().serve(as: text) }
    }

    @Test(arguments: ["", "https://h", "h/x", "u@h"])
    func refusesAHostThatIsNone(text: String) async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        #expect(throws: HTTPMockError.self) { try server.baseURL(forHost: text) }
    }

    @Test func masksTheUserOfAHostAndOfAnOrigin() async throws {
        let mock = HTTPMock()
        let server = try await mock.serve()
        let host = #expect(throws: HTTPMockError.self) { try server.baseURL(forHost: "u:s3cret@h") }
        #expect(host?.message.hasPrefix(#"HTTPMock: "REDACTED@h" is not a host."#) == true)
        let origin = await #expect(throws: HTTPMockError.self) { try await mock.serve(as: "https://u:s3cret@h") }
        #expect(origin?.message.hasPrefix(#"HTTPMock: "https://REDACTED@h" is not an origin"#) == true)
    }

    @Test func namesAPortThatIsInUse() async throws {
        let mock = HTTPMock()
        let first = try await mock.serve()
        let error = await #expect(throws: HTTPMockError.self) { try await HTTPMock().serve(port: first.port) }
        #expect(error?.message.contains("127.0.0.1:\(first.port)") == true)
        #expect(error?.message.contains("To fix this, ") == true)
        withExtendedLifetime(first) {}
    }

    @Test(arguments: [70_000, -1])
    func namesTheRangeOfPorts(port: Int) async throws {
        let error = await #expect(throws: HTTPMockError.self) { try await HTTPMock().serve(port: port) }
        #expect(error?.message.contains("write a port from 1 to 65535") == true)
        #expect(error?.message.contains("stop what uses") == false)
    }

    /// The right to open ports below 1024 depends on the user and the system.
    @Test func namesThePortsThatAnyUserMayOpen() async throws {
        do {
            let server = try await HTTPMock().serve(port: 81)
            #expect(server.port == 81)
        } catch let error as HTTPMockError {
            #expect(error.message.contains("write a port from 1024 on") || error.message.contains("stop what uses"))
        }
    }

    @Test func listensOnIPv6() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/", responses: [.plaintext("six")])
        guard let server = try? await mock.serve(address: .ipv6) else { return }
        #expect(server.baseURL.absoluteString == "http://[::1]:\(server.port)")
        // Not by `URLSession`, which on Linux refuses an address in brackets.
        let client = try RawClient(port: server.port, address: .ipv6)
        try client.send(RawClient.get("/"))
        #expect(try client.readResponse().text == "six")
    }

    // MARK: Redirects

    @Test func keepsAClientThatFollowsARedirectOnTheServer() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "https://example.com/b?x#y")])
        mock.addResponses(forPath: "/b", responses: [.redirect(to: "//auth.example.com/c")])
        mock.addResponses(forPath: "/c", host: "*.example.com", responses: [.redirect(to: "d")])
        mock.addResponses(forPath: "/d", host: "auth.example.com", responses: [.plaintext("end")])
        let server = try await mock.serve()
        #expect(try server.ask("/a")["Location"] == "\(server.baseURL)/b?x#y")
        let location = try server.ask("/b")["Location"]
        let auth = try server.baseURL(forHost: "auth.example.com")
        #expect(location == "\(auth)/c")
        #expect(try server.ask("/c", port: auth.port)["Location"] == "d")
        #expect(try server.ask("/d", port: auth.port).text == "end")
    }

    @Test func leavesALocationThatLeadsElsewhere() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "https://elsewhere.example/b")])
        let server = try await mock.serve()
        #expect(try server.ask("/a")["Location"] == "https://elsewhere.example/b")
    }

    /// Each form of RFC 3986 §4.2 and §4.3, also with another URL in its query or fragment.
    @Test(arguments: [
        ("https://example.com/b?x=https://a.example/y#z", "/b?x=https://a.example/y#z"), ("HTTPS://example.com", ""),
        ("https://example.com?next=//a.example/y", "?next=//a.example/y"), ("https://elsewhere.example/b", nil),
        ("//example.com/b?https://a.example/y", "/b?https://a.example/y"), ("//elsewhere.example/b", nil), ("/b", nil),
        ("/b?next=https://a.example/y", nil), ("/b//c", nil), ("/https://a.example/y", nil), ("b", nil),
        ("login?next=https://a.example/y", nil), ("login#https://a.example/y", nil), ("./b:c//d", nil),
        ("?next=https://a.example/y", nil), ("?//a.example/y", nil), ("#https://a.example/y", nil), ("", nil),
    ])
    func rewritesOnlyTheHostOfALocation(reference: String, rest: String?) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a/b", responses: [.redirect(to: reference)])
        let server = try await mock.serve()
        let expected = rest.map { "\(server.baseURL)\($0)" } ?? reference
        #expect(try server.ask("/a/b")["Location"] == expected)
    }

    @Test func leavesTheLocationOfAClientThatAsksAProxy() async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/a", responses: [.redirect(to: "http://example.com/b")])
        let server = try await mock.serve()
        #expect(try server.ask("http://example.com/a")["Location"] == "http://example.com/b")
    }
}
