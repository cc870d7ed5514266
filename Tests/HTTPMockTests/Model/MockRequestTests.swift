import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct MockRequestTests {
    private func request(
        _ url: String = "https://example.com", body: Data = Data(), headers: [String: String] = [:]
    ) throws -> MockRequest {
        let request = URLRequest.example(url, method: "POST", headers: headers)
        return MockRequest(request, url: try #require(request.url), body: body)
    }

    @Test(arguments: [
        ("https://API.Example.com/a", "api.example.com", 443, "/a"), ("http://h", "h", 80, "/"),
        ("http://h:8080/a%20b/", "h", 8080, "/a%20b/"), ("https://[::1]:8/x", "[::1]", 8, "/x"),
        ("custom://h/x", "h", nil, "/x"),
    ])
    func addressIsSplitIntoItsParts(url: String, host: String, port: Int?, path: String) throws {
        let request = try request(url)
        #expect(request.host == host)
        #expect(request.port == port)
        #expect(request.path == path)
        #expect(request.url.absoluteString == url)
    }

    @Test func queryItemsAreFoundByName() throws {
        let request = try request("https://h/?a=1&b&a=2&c=&d=x%26y+z&%61=3")
        #expect(request.queryValue("a") == "1")
        #expect(request.queryValues("a") == ["1", "2", "3"])
        #expect(request.queryValue("b") == nil)
        #expect(request.queryValues("b") == [""])
        #expect(request.queryValue("c") == "")
        #expect(request.queryValue("d") == "x&y+z")
        #expect(request.queryValues("A") == [])
        #expect(request.query.map(\.name) == ["a", "b", "a", "c", "d", "a"])
    }

    @Test func headersAreFoundInAnyCase() throws {
        let request = try request(headers: ["X-One": "1"])
        #expect(request.header("x-one") == "1")
        #expect(request.header("X-ONE") == "1")
        #expect(request.header("X-Two") == nil)
        #expect(request.headers == ["x-one": "1"])
    }

    @Test(
        arguments: [
            ("", []), ("a=1&b=2", [("a", "1"), ("b", "2")]), ("a=1+2&b=%2B%26%3D", [("a", "1 2"), ("b", "+&=")]),
            ("a", [("a", "")]), ("&&a=1&", [("a", "1")]), ("=1", [("", "1")]), ("a=b=c", [("a", "b=c")]),
            ("a=%zz%", [("a", "%zz%")]), ("caf%C3%A9=%E2%82%AC", [("café", "€")]),
            ("a=1&a=2", [("a", "1"), ("a", "2")]),
            // A separator and a combining character after it form one Character, and still separate.
            ("a=1&\u{301}b=2", [("a", "1"), ("\u{301}b", "2")]), ("a=\u{301}", [("a", "\u{301}")]),
        ] as [(String, [(String, String)])])
    func formIsDecoded(body: String, expected: [(String, String)]) throws {
        let form = try request(body: Data(body.utf8)).form
        #expect(form.map(\.name) == expected.map(\.0))
        #expect(form.map(\.value) == expected.map(\.1))
    }

    @Test func formFieldsAreFoundByName() throws {
        let request = try request(body: Data("a=1&b&a=2&c=x%26y+z&%61=3".utf8))
        #expect(request.formValue("a") == "1")
        #expect(request.formValues("a") == ["1", "2", "3"])
        #expect(request.formValue("b") == "")
        #expect(request.formValue("c") == "x&y z")
        #expect(request.formValue("A") == nil)
        #expect(request.formValues("d") == [])
    }

    @Test func namesAreComparedByCodeUnits() throws {
        let request = try request("https://h/?caf%C3%A9=1", body: Data("caf%C3%A9=2".utf8))
        #expect(request.queryValue("caf\u{E9}") == "1")
        #expect(request.queryValue("cafe\u{301}") == nil)
        #expect(request.formValue("caf\u{E9}") == "2")
        #expect(request.formValue("cafe\u{301}") == nil)
    }

    @Test func formIsReadOnlyFromAForm() throws {
        let body = Data("a=1".utf8)
        for type in ["application/x-www-form-urlencoded", "APPLICATION/x-www-form-urlencoded ; charset=utf-8"] {
            #expect(try request(body: body, headers: ["Content-Type": type]).form.count == 1)
        }
        for type in ["application/json", "application/x-www-form-urlencoded-not", "multipart/form-data; boundary=x"] {
            #expect(try request(body: body, headers: ["Content-Type": type]).form.isEmpty)
        }
    }

    @Test(arguments: [
        ("", [:]), ("a=1", ["a": "1"]), ("a=1; b=2", ["a": "1", "b": "2"]), (" a = 1 ;b=", ["a": "1", "b": ""]),
        ("a=1; a=2", ["a": "1"]), ("a=b=c; d", ["a": "b=c"]), (#"a="q""#, ["a": #""q""#]), (";;a=1;", ["a": "1"]),
    ])
    func cookiesAreFoundByName(header: String, expected: [String: String]) throws {
        #expect(try request(headers: header.isEmpty ? [:] : ["Cookie": header]).cookies == expected)
    }

    @Test func bodyIsReadAsTextAndAsJSON() throws {
        struct Event: Codable, Equatable { var name: String, at: Date }
        let event = Event(name: "x", at: Date(timeIntervalSince1970: 86_400))
        let request = try request(body: JSONEncoder.mockDefault.encode(event))
        #expect(request.bodyString == #"{"at":"1970-01-02T00:00:00Z","name":"x"}"#)
        #expect(try request.json(as: Event.self) == event)
        let inferred: Event = try request.json()
        #expect(inferred == event)
        #expect(throws: DecodingError.self) { try request.json(as: Int.self) }
        #expect(throws: DecodingError.self) { try self.request().json(as: Event.self) }
        #expect(try self.request(body: Data([0x61, 0xFF, 0x62])).bodyString == "a\u{FFFD}b")
    }

    @Test(arguments: ClientStyle.upload + [.asyncData])
    func conditionsSeeTheBodyHoweverItWasGiven(style: ClientStyle) async throws {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/u", when: .json(["a": 1]), responses: [.plaintext("json")])
        var request = URLRequest.example("/u", method: "POST", headers: ["Content-Type": "application/json"])
        let body = Data(#"{ "a": 1.0 }"#.utf8)
        if style == .asyncData { request.httpBodyStream = InputStream(data: body) }
        let outcome = await ClientDriver(session: mock.urlSession).run(request, as: style, body: body)
        #expect(outcome.text == "json")
    }

    @Test func sessionHeadersAndCookiesAreTheRequests() async throws {
        let mock = HTTPMock()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Session": "s", "X-Both": "session"]
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        mock.addResponses(forPath: "/set", responses: [.empty(headers: ["Set-Cookie": "sid=1; Path=/"])])
        mock.addResponses(
            forPath: "/get", when: .header("x-session", "s"), .where("has the cookie") { $0.cookies["sid"] == "1" },
            responses: [.handler { .plaintext("\($0.headers["X-Both"] ?? "?") \($0.cookies)") }])
        _ = try await session.data(for: .example("/set"))
        let (data, _) = try await session.data(for: .example("/get", headers: ["X-Both": "own"]))
        #expect(String(decoding: data, as: UTF8.self) == #"own ["sid": "1"]"#)
    }
}

@Suite(.bounded) struct HTTPMethodTests {
    @Test(arguments: [
        (HTTPMock.HTTPMethod.get, "GET"), (.head, "HEAD"), (.post, "POST"), (.put, "PUT"), (.delete, "DELETE"),
        (.connect, "CONNECT"), (.options, "OPTIONS"), (.trace, "TRACE"), (.patch, "PATCH"), ("PURGE", "PURGE"),
    ])
    func isTheTextOfTheRequestLine(method: HTTPMock.HTTPMethod, text: String) {
        #expect(method.rawValue == text)
        #expect(method == HTTPMock.HTTPMethod(rawValue: text))
        #expect("\(method)" == text)
    }

    @Test func caseCounts() {
        #expect(HTTPMock.HTTPMethod("get") != .get)
        #expect(Set<HTTPMock.HTTPMethod>(["get", "GET", .get]).count == 2)
    }
}
