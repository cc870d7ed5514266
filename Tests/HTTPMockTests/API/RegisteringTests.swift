import Foundation
import HTTPMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RegisteringTests {
    private let mock = HTTPMock()
    // Kept from standard error, because the tests provoke them.
    private let reports = InterceptedReports(containing: "(RegisteringTests.swift:")

    private func texts(_ count: Int, _ url: String) async throws -> [String] {
        var texts: [String] = []
        for _ in 0..<count { texts.append(try await HTTPReply.get(url, from: mock.urlSession).text) }
        return texts
    }

    @Test func responsesAreServedFirstInFirstOut() async throws {
        mock.addResponses(forPath: "/user", host: "h", responses: [.plaintext("1"), .plaintext("2")])
        mock.addResponses(forPath: "user", host: "H") { MockResponse.plaintext("3") }
        #expect(try await texts(3, "https://h/user") == ["1", "2", "3"])
    }

    @Test func registrationsOfOneLineWithOtherConditionsAreNotEqual() {
        for name in ["A", "B", "A"] {
            mock.addResponses(forPath: "/user", host: "h", when: .header(name), responses: [.empty()], line: 3)
        }
        #expect(mock.unusedResponses.map(\.registration.route) == ["h/user", "h/user", "h/user"])
        #expect(Set(mock.unusedResponses.map(\.registration)).count == 2)
    }

    @Test(arguments: [true, false]) func buildersTakeControlFlow(flag: Bool) async throws {
        mock.addResponses(forPath: "/user", host: "h") {
            MockResponse.plaintext("first")
            if flag { MockResponse.plaintext("if") }
            if flag { MockResponse.plaintext("then") } else { MockResponse.plaintext("else") }
            switch flag {
            case true: MockResponse.plaintext("case true")
            case false: MockResponse.plaintext("case false")
            }
            for n in 1...2 { MockResponse.plaintext("\(n)") }
            [MockResponse.plaintext("array"), .plaintext("of two")]
            if #available(macOS 14, *) { MockResponse.plaintext("available") }
        }
        let expected =
            flag
            ? ["first", "if", "then", "case true", "1", "2", "array", "of two", "available"]
            : ["first", "else", "case false", "1", "2", "array", "of two", "available"]
        #expect(try await texts(expected.count, "https://h/user") == expected)
    }

    @Test func hostsAndPathsOfTheDefaultDomainMix() async throws {
        mock.defaultDomain = "default.example.com"
        mock.registerResponses {
            Host("api.example.com") { Path("/user") { MockResponse.plaintext("api") } }
            Path("/user") { MockResponse.plaintext("default") }
            for name in ["a", "b"] {
                Host("\(name).example.com") { [Path("/user") { MockResponse.plaintext(name) }] }
            }
        }
        for name in ["api", "default", "a", "b"] {
            #expect(try await texts(1, "https://\(name).example.com/user") == [name])
        }
    }

    @Test(arguments: [
        ("/admin", "/audit", "/admin/audit"), ("/admin/", "/audit", "/admin/audit"), ("admin", "audit", "/admin/audit"),
        ("/admin", "audit/", "/admin/audit/"), ("/", "/", "/"), ("/", "a", "/a"), ("/admin", "", "/admin"),
        ("/admin", "/", "/admin/"), ("/a/b", "c/d", "/a/b/c/d"), ("/*", "{id}", "/x/7"),
    ])
    func nestedPathsJoinWithOneSlash(outer: String, inner: String, url: String) async throws {
        mock.registerResponses(host: "h") {
            Path(outer) { Path(inner) { MockResponse.plaintext("nested") } }
        }
        #expect(try await texts(1, "https://h\(url)") == ["nested"])
    }

    @Test func methodQueryAndConditionsAreNotInherited() async throws {
        mock.registerResponses(host: "h") {
            Path("/a", method: .post, query: ["q": "1"], when: .header("X-A")) {
                MockResponse.plaintext("outer")
                Path("/b") { MockResponse.plaintext("inner") }
            }
        }
        #expect(try await texts(1, "https://h/a/b") == ["inner"])
        #expect(try await HTTPReply.get("https://h/a", from: mock.urlSession).status == 404)
        let reply = try await HTTPReply.get(
            "https://h/a?q=1", from: mock.urlSession, method: "POST", headers: ["X-A": "1"])
        #expect(reply.text == "outer")
    }

    @Test func headersCascadeFromOutsideIn() async throws {
        mock.registerResponses(host: "h") {
            Headers(["X-Host": "host", "X-Both": "host"])
            Path("/a") {
                Headers(["X-Both": "a", "X-Own": "a"])
                Headers(["x-cascade": "a"], cascade: true)
                MockResponse.plaintext("a", headers: ["X-Response": "a"])
                Path("/b") {
                    MockResponse.plaintext("b", headers: ["X-Cascade": "response"])
                    Path("/c") {
                        Headers(["Content-Type": "text/x-c"])
                        MockResponse.plaintext("c")
                    }
                }
            }
        }
        let a = try await HTTPReply.get("https://h/a", from: mock.urlSession).headers
        #expect(a["x-host"] == "host" && a["x-both"] == "a" && a["x-own"] == "a")
        #expect(a["x-cascade"] == "a" && a["x-response"] == "a" && a["content-type"] == "text/plain")
        let b = try await HTTPReply.get("https://h/a/b", from: mock.urlSession).headers
        #expect(b["x-host"] == "host" && b["x-both"] == "host" && b["x-own"] == nil && b["x-cascade"] == "response")
        let c = try await HTTPReply.get("https://h/a/b/c", from: mock.urlSession).headers
        #expect(c["x-cascade"] == "a" && c["content-type"] == "text/x-c" && c["content-length"] == "1")
    }

    @Test func headersBelowThePathsTheyAreForCountToo() async throws {
        mock.registerResponses(host: "h") {
            Path("/a") { MockResponse.empty() }
            Headers(["X-Late": "1"])
            Headers(["X-Late": "2"])
        }
        #expect(try await HTTPReply.get("https://h/a", from: mock.urlSession).headers["x-late"] == "2")
    }

    @Test func replacingDropsWhatTheSameRegistrationHolds() async throws {
        mock.addResponses(forPath: "/user", host: "h", responses: [.plaintext("old", lifetime: .eternal)])
        mock.addResponses(forPath: "/user", host: "h", method: .get, responses: [.plaintext("get")])
        mock.replaceResponses(forPath: "/user", host: "h", responses: [.plaintext("new")])
        mock.replaceResponses(forPath: "/other", host: "h") { MockResponse.plaintext("other") }
        #expect(try await texts(1, "https://h/user") == ["get"])
        let post = try await HTTPReply.get("https://h/user", from: mock.urlSession, method: "POST")
        #expect(post.text == "new")
        #expect(try await texts(1, "https://h/other") == ["other"])
    }

    @Test func registrationWithoutAResponseHidesNoOther() async throws {
        mock.addResponses(forPath: "/*", host: "h", responses: [.plaintext("wildcard", lifetime: .eternal)])
        mock.addResponses(forPath: "/a", host: "h", responses: [])
        mock.addResponses(forPath: "/b", host: "h", responses: [.plaintext("never", lifetime: .multiple(0))])
        mock.replaceResponses(forPath: "/c", host: "h", responses: [])
        for path in ["a", "b", "c"] { #expect(try await texts(1, "https://h/\(path)") == ["wildcard"]) }
    }

    @Test(arguments: [
        (MockResponse.Lifetime.single, 1), (.multiple(1), 1), (.multiple(3), 3), (.eternal, 5),
    ])
    func responseServesForItsLifetime(lifetime: MockResponse.Lifetime, count: Int) async throws {
        mock.addResponses(forPath: "/", host: "h", responses: [.plaintext("first", lifetime: lifetime)])
        #expect(try await texts(count, "https://h") == Array(repeating: "first", count: count))
        guard lifetime != .eternal else { return }
        mock.addResponses(forPath: "/", host: "h", responses: [.plaintext("next")])
        #expect(try await texts(1, "https://h") == ["next"])
    }

    @Test func exhaustedWinnerIsUnmocked() async throws {
        mock.addResponses(forPath: "/user", host: "h", responses: [.plaintext("exact")])
        mock.addResponses(forPath: "/*", host: "h", responses: [.plaintext("wildcard", lifetime: .eternal)])
        #expect(try await texts(1, "https://h/user") == ["exact"])
        #expect(try await HTTPReply.get("https://h/user", from: mock.urlSession).status == 404)
        #expect(try await texts(1, "https://h/other") == ["wildcard"])
    }

    @Test func clearingAHostLeavesTheOthers() async throws {
        for host in ["a.example.com", "A.example.com:8080", "*.example.com"] {
            mock.addResponses(forPath: "/user", host: host, responses: [.plaintext(host, lifetime: .eternal)])
        }
        mock.clearQueue(forHost: "A.EXAMPLE.COM")
        #expect(try await texts(1, "https://a.example.com/user") == ["*.example.com"])
        #expect(try await texts(1, "https://a.example.com:8080/user") == ["A.example.com:8080"])
        mock.clearQueues()
        #expect(try await HTTPReply.get("https://a.example.com/user", from: mock.urlSession).status == 404)
    }

    @Test func resetMakesTheInstanceAsNew() async throws {
        mock.defaultDomain = "other.example.com"
        mock.unmockedPolicy = .throwError(URLError(.notConnectedToInternet))
        mock.addResponses(forPath: "/user", responses: [.plaintext("x")])
        _ = try await texts(1, "https://other.example.com/user")
        mock.reset()
        #expect(mock.defaultDomain == "example.com" && mock.requests.isEmpty)
        #expect(try await HTTPReply.get("https://other.example.com/user", from: mock.urlSession).status == 404)
    }
}
