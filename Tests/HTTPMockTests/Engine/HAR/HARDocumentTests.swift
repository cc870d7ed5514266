import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct HARDocumentTests {
    private let mock = HTTPMock()

    private func send(
        _ method: String, _ address: String, body: Data? = nil, headers: [String: String] = [:]
    ) async throws {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.httpBody = body
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        _ = try? await mock.data(for: request)
    }

    private func entries() throws -> [[String: Any]] {
        let root = try #require(JSONSerialization.jsonObject(with: mock.networkLogHAR()) as? [String: Any])
        let problems = HARCheck.problems(of: root)
        #expect(problems.isEmpty)
        let log = try #require(root["log"] as? [String: Any])
        return try #require(log["entries"] as? [[String: Any]])
    }

    @Test func cookieWithACombiningMarkAfterItsSignIsRead() {
        let sent = HARField.cookies(sentIn: [HARField("Cookie", "a=\u{301}b; c=d")])
        #expect(sent.map(\.name) == ["a", "c"])
        #expect(sent.map(\.value) == ["\u{301}b", "d"])
    }

    @Test func everyOutcomeMakesAValidHAR() async throws {
        let server = LoopbackServer { _ in .text("real", headers: ["Set-Cookie": "a=b"]) }
        mock.addResponses(forPath: "/text", responses: [.plaintext("hällo")])
        mock.addResponses(forPath: "/binary", responses: [.data(Data([0xFF, 0, 0x80]), contentType: "image/png")])
        mock.addResponses(forPath: "/hop", responses: [.redirect(to: "/text?code=s3cret")])
        mock.addResponses(forPath: "/fails", responses: [.failure(.timedOut)])
        mock.addResponses(forPath: "/none", responses: [.status(.noContent)])
        mock.addResponses(forPath: "/through", responses: [.redirect(to: server.url("/x"))])
        mock.addResponses(forPath: "/**", host: "127.0.0.1", responses: [.passthrough])
        for path in ["text", "binary", "hop", "fails", "none", "through", "unmocked"] {
            try await send("POST", "https://example.com/\(path)?a=1&b", body: Data([0xFE]))
        }
        let entries = try entries()
        let statuses = entries.map { ($0["response"] as? [String: Any])?["status"] as? Int }
        #expect(statuses == [200, 200, 302, 404, 0, 204, 302, 200, 404])
    }

    /// Requests whose secret the log must not show, neither as text nor in base64.
    static let secretive: [(query: String, headers: [String: String], body: Data)] = [
        (
            "?api_key=s3cret&subscription-key=s3cret", ["Ocp-Apim-Subscription-Key": "s3cret", "X-Api-Keys": "s3cret"],
            Data()
        ),
        ("?variables=%7B%22password%22:%22s3cret%22%7D&u=https://a.com/?sig=s3cret", ["Cookie2": "s3cret"], Data()),
        ("", ["Authorization": "s3cret x", "Link": "<https://a.com/?token=s3cret>"], Data()),
        ("", ["Content-Type": "text/plain"], Data("oauth_token=s3cret&oauth_token_secret=s3cret".utf8)),
        ("", ["Content-Type": "application/x-www-form-urlencoded"], Data(#" {"password":"s3cret"}"#.utf8)),
        (
            "", ["Content-Type": "application/x-www-form-urlencoded"],
            Data("user=J".utf8) + [0xF6] + Data("&payload=%7B%22token%22%3A%22s3cret%22%7D&password=s3cret".utf8)
        ),
        ("", ["Content-Type": "application/json"], Data([0x22, 0xF6]) + Data(#"","password":"s3cret"}"#.utf8)),
        (
            "", ["Content-Type": "application/json"],
            Data(#"{"pass\u0077ord":"s3cret","p":"{\"token\":\"s3cret\"}","query":"{ a(token: \"s3cret\") }"}"#.utf8)
        ),
        (
            "", ["Content-Type": "multipart/form-data; boundary=x"],
            Data("--x\r\nContent-Disposition: form-data; name=photo; filename=a.jpg\r\n\r\n".utf8) + [0xFF, 0xD8, 0xFF]
                + Data("\r\n--x\r\nContent-Disposition: form-data;NAME=password\r\n\r\ns3cret\r\n--x--".utf8)
        ),
    ]

    @Test(arguments: secretive.indices)
    func secretsAreMaskedInEveryForm(index: Int) async throws {
        let request = Self.secretive[index]
        mock.addResponses(
            forPath: "/s",
            responses: [.data(request.body, contentType: request.headers["Content-Type"] ?? "text/plain")])
        try await send("POST", "https://example.com/s\(request.query)", body: request.body, headers: request.headers)
        let har = String(decoding: mock.networkLogHAR(), as: UTF8.self)
        #expect(!har.contains("s3cret"))
        #expect(har.contains("REDACTED") || har.contains("base64"))
        let entry = try #require(try entries().first)
        let post = (entry["request"] as? [String: Any])?["postData"] as? [String: Any]
        let content = (entry["response"] as? [String: Any])?["content"] as? [String: Any]
        for text in [post, content].compactMap({ $0?["text"] as? String }) {
            let decoded = Data(base64Encoded: text) ?? Data()
            #expect(decoded.range(of: Data("s3cret".utf8)) == nil)
        }
    }

    @Test func emptyLogIsAValidHAR() throws {
        #expect(try entries().isEmpty)
    }

    @Test func requestInFlightHasNoDuration() async throws {
        let gate = ResponseGate()
        mock.addResponses(forPath: "/held", responses: [.plaintext("x", delivery: .held(gate))])
        let request = URLRequest(url: URL(string: "https://example.com/held")!)
        async let answer = mock.data(for: request)
        await gate.reached()
        let entry = try #require(try entries().first)
        #expect(entry["comment"] as? String == "not answered yet")
        #expect(entry["time"] as? Double == 0)
        gate.open()
        _ = try await answer
    }

    @Test func failuresNameTheirReasonAsBrowsersDo() async throws {
        mock.addResponses(forPath: "/fails", responses: [.failure(.timedOut)])
        try await send("GET", "https://example.com/fails?token=s3cret")
        let entry = try #require(try entries().first)
        #expect((entry["response"] as? [String: Any])?["_error"] as? String == "URLError -1001")
        #expect(entry["comment"] as? String == "failed: URLError -1001")
    }

    @Test func timingsSeparateHeadAndBody() async throws {
        let (chunks, feed) = AsyncStream.makeStream(of: Data.self)
        mock.addResponses(forPath: "/", responses: [.stream(chunks)])
        let delegate = RecordingDelegate()
        let configuration = URLSessionConfiguration.ephemeral
        mock.install(in: configuration)
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        session.dataTask(with: try #require(URL(string: "https://example.com/"))).resume()
        await delegate.waitForEvents { $0.contains(.response(status: 200)) }
        let headMoment = ContinuousClock.now
        feed.yield(Data("ab".utf8))
        await delegate.waitForEvents { $0.contains(.data(Data("ab".utf8))) }
        let bodyDuration = ContinuousClock.now - headMoment
        feed.finish()
        #expect(await delegate.completion == nil)
        let entry = try entries().first
        let timings = try #require(entry?["timings"] as? [String: Double])
        #expect(try #require(timings["receive"]) >= bodyDuration / .milliseconds(1))
        #expect(try #require(timings["wait"]) >= 0)
        let sum = timings.values.reduce(0, +)
        #expect(abs(sum - (entry?["time"] as? Double ?? -1)) < 0.001)
    }

    @Test func secretsAppearNowhere() async throws {
        let secrets = "s3cret"
        mock.addResponses(
            forPath: "/login",
            responses: [
                .json(
                    #"{"access_token":"s3cret","user":"alice","nested":[{"password":"s3cret"}]}"#,
                    headers: ["Set-Cookie": "sid=s3cret; Path=/", "X-Auth-Token": "s3cret"])
            ])
        mock.addResponses(
            forPath: "/hop", responses: [.redirect(to: "https://u:s3cret@example.com/cb?code=s3cret#token=s3cret")])
        mock.addResponses(forPath: "/fails", responses: [.failure(.timedOut)])
        mock.logBodyLimit = 60
        try await send(
            "POST", "https://u:s3cret@example.com/login?api_key=s3cret&q=visible",
            body: Data("user=alice&password=s3cret&client_secret=s3cret".utf8),
            headers: [
                "Authorization": "Bearer s3cret", "Cookie": "sid=s3cret", "Referer": "https://x.com/?token=s3cret",
                "Content-Type": "application/x-www-form-urlencoded",
            ])
        try await send("POST", "https://example.com/hop", body: Data(#"{"a":1,"token":"s3cret"}"#.utf8))
        try await send(
            "POST", "https://example.com/fails?token=s3cret",
            body: Data(#"{"token":"s3cret s3cret s3cret s3cret s3cret s3cret s3cret s3cret"}"#.utf8))
        try await send("GET", "https://example.com/unmocked?token=s3cret")
        let text = String(decoding: mock.networkLogHAR(), as: UTF8.self)
        #expect(!text.contains(secrets))
        #expect(text.contains("alice"))
        #expect(text.contains("q=visible"))
        #expect(text.contains("Bearer REDACTED"))
        _ = try entries()
    }

    @Test func textBodiesAreWrittenAsText() async throws {
        mock.addResponses(forPath: "/text", responses: [.json(#"{"n": 1.50, "b":[]}"#)])
        mock.addResponses(forPath: "/binary", responses: [.data(Data([0xFF, 0]), contentType: "image/png")])
        try await send("POST", "https://example.com/text", body: Data("a=1&b=2".utf8))
        try await send("POST", "https://example.com/binary", body: Data([0xFF]))
        let contents = try entries().map { ($0["response"] as? [String: Any])?["content"] as? [String: Any] }
        #expect(contents[0]?["text"] as? String == #"{"n": 1.50, "b":[]}"#)
        #expect(contents[0]?["encoding"] == nil)
        #expect(contents[1]?["text"] as? String == Data([0xFF, 0]).base64EncodedString())
        #expect(contents[1]?["encoding"] as? String == "base64")
        let posts = try entries().map { ($0["request"] as? [String: Any])?["postData"] as? [String: Any] }
        #expect(posts[0]?["text"] as? String == "a=1&b=2")
        #expect(posts[1]?["text"] as? String == Data([0xFF]).base64EncodedString())
        #expect(posts[1]?["encoding"] as? String == "base64")
    }

    @Test func textCutWithinACharacterStaysText() async throws {
        mock.logBodyLimit = 2
        mock.addResponses(forPath: "/text", responses: [.plaintext("aä")])
        try await send("GET", "https://example.com/text")
        let content = try entries().map { ($0["response"] as? [String: Any])?["content"] as? [String: Any] }
        #expect(content[0]?["text"] as? String == "a")
    }
}

/// The names and types of all fields that HAR 1.2 requires.
///
/// - SeeAlso: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/)
private enum HARCheck {
    private indirect enum Rule: Sendable {
        case text, number, count, date, any
        case optional(Rule)
        case list(Rule)
        case object([String: Rule])
    }

    private static let pair = Rule.object(["name": .text, "value": .text, "comment": .optional(.text)])
    private static let rule = Rule.object([
        "log": .object([
            "version": .text, "creator": .object(["name": .text, "version": .text]),
            "entries": .list(
                .object([
                    "startedDateTime": .date, "time": .number, "cache": .object([:]), "comment": .optional(.text),
                    "timings": .object(["send": .number, "wait": .number, "receive": .number]),
                    "request": .object([
                        "method": .text, "url": .text, "httpVersion": .text, "cookies": .list(pair),
                        "headers": .list(pair), "queryString": .list(pair), "headersSize": .count, "bodySize": .count,
                        "postData": .optional(
                            .object(["mimeType": .text, "text": .text, "encoding": .optional(.text)])),
                    ]),
                    "response": .object([
                        "status": .count, "statusText": .text, "httpVersion": .text, "cookies": .list(pair),
                        "headers": .list(pair), "redirectURL": .text, "headersSize": .count, "bodySize": .count,
                        "_error": .optional(.text), "_truncated": .optional(.any),
                        "content": .object([
                            "size": .count, "mimeType": .text, "text": .optional(.text), "encoding": .optional(.text),
                        ]),
                    ]),
                ])),
        ])
    ])

    static func problems(of root: Any) -> [String] { problems(of: root, rule, at: "") }

    private static func problems(of value: Any?, _ rule: Rule, at location: String) -> [String] {
        if case .optional(let rule) = rule { return value == nil ? [] : problems(of: value, rule, at: location) }
        guard let value else { return ["\(location) is missing"] }
        switch rule {
        case .any, .optional: return []
        case .text: return value is String ? [] : ["\(location) is no text"]
        case .number: return (value as? Double).map { $0 >= 0 } == true ? [] : ["\(location) is no time"]
        case .count: return (value as? Int).map { $0 >= -1 } == true ? [] : ["\(location) is no count"]
        case .date:
            let pattern = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)/#
            return (value as? String)?.wholeMatch(of: pattern) != nil ? [] : ["\(location) is no date"]
        case .list(let element):
            guard let list = value as? [Any] else { return ["\(location) is no list"] }
            return list.enumerated().flatMap { problems(of: $1, element, at: "\(location)[\($0)]") }
        case .object(let members):
            guard let object = value as? [String: Any] else { return ["\(location) is no object"] }
            let unknown = object.keys.filter { members[$0] == nil && !$0.hasPrefix("_") }
            return unknown.map { "\(location).\($0) is not in the specification" }
                + members.flatMap { problems(of: object[$0], $1, at: "\(location).\($0)") }
        }
    }
}
