import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

@Suite(.bounded) struct PlayingTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func cassette(
        _ recorded: [MockRequest], matching: [Cassette.Rule] = [], ignoring: [Cassette.Part] = [],
        repeatsLast: Bool = false, redacting: Cassette.Redacting = .secrets
    ) throws -> Cassette {
        let exchanges = recorded.enumerated().map { RecordedRequest.of($1, "reply \($0 + 1)", second: Double($0)) }
        try Cassette.record(exchanges, into: folder.file(), redacting: redacting)
        return try .open(
            folder.file(), matching: matching, ignoring: ignoring, repeatsLast: repeatsLast, redacting: redacting)
    }

    private static func post(_ type: String, _ body: String, _ url: String = "https://a.com/x") throws -> MockRequest {
        try request("POST", url, headers: ["Content-Type": type], body: Data(body.utf8))
    }

    @Test(arguments: [
        ("https://a.com/x?a=1&b=2", "https://A.com:443/x?b=2&a=1", true),
        ("https://a.com/x?a=1&a=2", "https://a.com/x?a=2&a=1", false),
        ("https://a.com/x?q=a%20b", "https://a.com/x?q=a%20b", true),
        ("https://a.com/x?q=a+b", "https://a.com/x?q=a%20b", false),
        ("https://a.com/x?flag", "https://a.com/x?flag=", false),
        ("https://a.com/%7Ex", "https://a.com/~x", true),
        ("https://a.com/a%2Fb", "https://a.com/a/b", false),
        ("https://a.com/x", "http://a.com/x", false),
        ("https://a.com/x", "https://a.com:8443/x", false),
        ("https://a.com", "https://a.com/", true),
        ("https://u:p@a.com/x", "https://a.com/x", true),
    ])
    func requestsMatchByURL(recorded: String, asked: String, matches: Bool) throws {
        let cassette = try cassette([try request(recorded)])
        #expect((cassette.played(try request(asked)) == "reply 1") == matches)
    }

    @Test(arguments: [
        ("application/json", #"{"a":1,"b":[2.0]}"#, #"{"b":[2],"a":1.0}"#, true),
        ("application/json", #"{"a":1}"#, #"{"a":2}"#, false),
        ("application/vnd.api+json", #"{"a":1}"#, #"{ "a" : 1 }"#, true),
        ("application/x-www-form-urlencoded", "a=1&b=x+y", "b=x%20y&a=1", true),
        ("application/x-www-form-urlencoded", "a=1&a=2", "a=2&a=1", false),
        ("text/plain", "a=1&b=2", "b=2&a=1", false),
        ("text/plain", "same", "same", true),
        ("application/octet-stream", #"{"a":1}"#, #"{ "a":1}"#, true),
    ])
    func requestsMatchByBody(type: String, recorded: String, asked: String, matches: Bool) throws {
        let cassette = try cassette([try Self.post(type, recorded)])
        #expect((cassette.played(try Self.post(type, asked)) == "reply 1") == matches)
    }

    /// Exporters leave the type out or write another one, and Foundation adds the type of forms.
    @Test(
        arguments: [nil, "application/octet-stream", "application/json", "application/x-www-form-urlencoded"],
        [nil, "application/octet-stream", "application/x-www-form-urlencoded", "text/plain"])
    func equalBytesMatchWhateverTheirType(recorded: String?, asked: String?) throws {
        for body in ["plain text, é", "a=1&b=2", #"{"a":1}"#, "token=s3cret-11"] {
            func post(_ type: String?) throws -> MockRequest {
                try request(
                    "POST", "https://a.com/x", headers: type.map { ["Content-Type": $0] } ?? [:], body: Data(body.utf8))
            }
            #expect(try cassette([post(recorded)]).played(post(asked)) == "reply 1", "\(body)")
        }
    }

    /// An entry that is spelled as the request does not come before an equal one that was recorded earlier.
    @Test func equalRequestsKeepTheirOrderHoweverTheyAreSpelled() throws {
        let spellings = ["https://a.com/x?a=1&b=2", "https://a.com/x?b=2&a=1", "https://A.com:443/x?b=2&a=%31"]
        let cassette = try cassette(spellings.map { try request($0) })
        let played = try spellings.reversed().map { cassette.played(try request($0)) }
        #expect(played == ["reply 1", "reply 2", "reply 3"])
    }

    @Test func bodiesOfOneSpellingAreToldApartByTheirType() throws {
        let types = ["application/x-www-form-urlencoded", "text/plain"]
        let cassette = try cassette(types.map { try Self.post($0, "b=2&a=1") })
        #expect(cassette.played(try Self.post(types[1], "b=2&a=1")) == "reply 2")
        #expect(cassette.played(try Self.post(types[0], "b=2&a=1")) == "reply 1")
    }

    private static func multipart(_ boundary: String, _ file: String) throws -> MockRequest {
        let text =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n\(file)\r\n--\(boundary)--\r\n"
        return try post("multipart/form-data; boundary=\(boundary)", text)
    }

    @Test func methodCountsAndHeadersDoNot() throws {
        let cassette = try cassette([try request("https://a.com/x", headers: ["Accept": "a/b"])])
        #expect(cassette.played(try request("DELETE", "https://a.com/x")) != "reply 1")
        #expect(cassette.played(try request("https://a.com/x", headers: ["Accept": "c/d"])) == "reply 1")
    }

    @Test func headersCountWhereTheyAreAskedFor() throws {
        let recorded = try ["a/b", "c/d"].map { try request("https://a.com/x", headers: ["Accept": $0]) }
        let cassette = try cassette(recorded, matching: [.header("accept")])
        #expect(cassette.played(recorded[1]) == "reply 2")
        #expect(cassette.played(recorded[0]) == "reply 1")
        let text = cassette.played(try request("https://a.com/x", headers: ["Accept": "e/f"]))
        #expect(text.contains(#"header field accept is "e/f", recorded is "a/b""#))
    }

    @Test func hostIsIgnoredWhereItIsAskedFor() throws {
        let cassette = try cassette([try request("https://a.com/x")], matching: [.anyHost])
        #expect(cassette.played(try request("http://localhost:8080/x")) == "reply 1")
    }

    /// Each rule and each ignored part makes a difference of its own.
    @Test(
        arguments: [
            ([], [], false), ([.anyHost], [], false), ([], [.query("t")], false), ([.anyHost], [.query("t")], true),
            ([.anyHost, .header("Accept")], [.query("t")], false),
            ([.anyHost, .header("Accept")], [.query("t"), .header("accept")], true),
        ] as [([Cassette.Rule], [Cassette.Part], Bool)])
    func rulesAndIgnoredPartsAddUp(matching: [Cassette.Rule], ignoring: [Cassette.Part], matches: Bool) throws {
        let recorded = try request("https://a.com/x?t=1", headers: ["Accept": "a/b"])
        let cassette = try cassette([recorded], matching: matching, ignoring: ignoring)
        let asked = try request("http://localhost:8080/x?t=2", headers: ["Accept": "c/d"])
        #expect((cassette.played(asked) == "reply 1") == matches)
    }

    @Test func ignoredPartsDoNotCount() throws {
        let cassette = try cassette(
            [
                try request("https://a.com/x?t=1&page=2"),
                try Self.post("application/json", #"{"id":1,"meta":{"at":1,"n":1}}"#),
                try Self.post("application/x-www-form-urlencoded", "nonce=1&a=2"),
            ], ignoring: [.query("t"), .json("id"), .json("meta.at"), .form("nonce")])
        #expect(cassette.played(try request("https://a.com/x?page=2&t=99")) == "reply 1")
        #expect(cassette.played(try Self.post("application/json", #"{"id":7,"meta":{"at":9,"n":2}}"#)) != "reply 2")
        #expect(cassette.played(try Self.post("application/json", #"{"id":7,"meta":{"at":9,"n":1}}"#)) == "reply 2")
        #expect(cassette.played(try Self.post("application/x-www-form-urlencoded", "a=2")) == "reply 3")
    }

    @Test func equalRequestsArePlayedInOrderAndEachOnce() throws {
        let same = try request("https://a.com/poll")
        let cassette = try cassette([same, try request("https://a.com/other"), same])
        #expect(cassette.played(same) == "reply 1")
        #expect(cassette.unplayedEntries.map(\.number) == [2, 3])
        #expect(cassette.played(same) == "reply 3")
        #expect(cassette.played(same).contains("played 2 of 2: this is the 3rd"))
    }

    @Test func lastOneStaysWhereThatIsAskedFor() throws {
        let same = try request("https://a.com/poll")
        let cassette = try cassette([same, same], repeatsLast: true)
        #expect((1...4).map { _ in cassette.played(same) } == ["reply 1", "reply 2", "reply 2", "reply 2"])
        #expect(cassette.unplayedEntries.isEmpty)
    }

    @Test func nearestEntryIsComparedPartByPart() throws {
        let cassette = try cassette([
            try request("https://a.com/users?page=1&token=abc"), try request("POST", "https://b.com/login"),
        ])
        #expect(
            cassette.played(try request("https://a.com/users?page=2&sort=up&token=xyz")) == """
                nearest entry: GET https://a.com/users?page=1&token=REDACTED: 200 (shop.har, entry 1)
                  method, host, path and body match; query item page is "2", recorded is "1"; query item sort is "up", \
                and was not recorded
                then: POST https://b.com/login: 200 (shop.har, entry 2)
                  body matches; method is GET, recorded is POST; host is a.com, recorded is b.com; path is /users, \
                recorded is /login; query item page is "2", and was not recorded; query item sort is "up", and was not \
                recorded; query item token is "REDACTED", and was not recorded
                To fix this, record the request: HTTPMOCK_RECORD=new, or, if these values change with each run, ignore them: \
                ignoring: [.query("page"), .query("sort")]
                """)
    }

    @Test(arguments: [
        ("/a%2Fb", "/a%252Fb"), ("/a%252Fb", "/a%2Fb"), ("/%FF", "/%25FF"), ("/a%2Fb", "/a/b"), ("/a", "/a%2541"),
    ])
    func pathsThatDifferInAnEscapeAreNamed(recorded: String, asked: String) throws {
        let text = try cassette([request("https://a.com\(recorded)")]).played(request("https://a.com\(asked)"))
        #expect(text.contains("; path is \(asked), recorded is \(recorded)\n"))
    }

    @Test(arguments: [
        ("", "?t=1&page=2", "?t=2&page=2", [Cassette.Part.query("t")]),
        ("", "?t=1&t=2", "?t=1&u=2&v=3&w=4", []),
        ("", "?t=1&t=2", "?t=2&t=1", [.queryOrder]), ("", "?t=1&t=1&t=2", "?t=1&t=2&t=2", [.query("t")]),
        ("", "?t", "?t=", [.query("t")]), ("", "?t=%C3%A9", "?t=e%CC%81", [.query("t")]), ("", "/x", "/y", []),
        ("application/json", #"{"a":{"b":1,"c":[2]},"d":3}"#, #"{"a":{"b":2,"c":[2]}}"#, [.json("a.b"), .json("d")]),
        ("application/json", #"{"a":[{"id":1},{"id":2}]}"#, #"{"a":[{"id":3},{"id":4}]}"#, [.json("a.id")]),
        ("application/json", #"{"a":[{"id":1},{"id":2}]}"#, #"{"a":[{"id":3}]}"#, [.json("a")]),
        ("application/json", "[1]", "[2]", []),
        // No part ignores these members alone.
        ("application/json", #"{"id":1,"a":{"id":2}}"#, #"{"id":3,"a":{"id":2}}"#, []),
        ("application/json", #"{"id":1,"a":[{"id":2}]}"#, #"{"id":3,"a":[{"id":2}]}"#, []),
        ("application/json", #"{"a.b":1,"a":{"b":2}}"#, #"{"a.b":3,"a":{"b":2}}"#, []),
        ("application/json", #"{"a.b":1,"a":{"b":2}}"#, #"{"a.b":1,"a":{"b":3}}"#, []),
        ("application/json", #"{"id":1,"a":{"id":2}}"#, #"{"id":1,"a":{"id":3}}"#, [.json("a.id")]),
        ("application/json", #"{"id":{"id":1}}"#, #"{"id":2}"#, [.json("id")]),
        ("application/json", #"{"id":1,"a":[{"id":2}]}"#, #"{"id":3}"#, [.json("a"), .json("id")]),
        ("application/x-www-form-urlencoded", "a=1&b=2", "a=1&b=3", [.form("b")]),
        ("text/plain", "a", "b", []),
    ])
    func partsThatDifferAreAdvisedToBeIgnored(
        type: String, recorded: String, asked: String, parts: [Cassette.Part]
    ) throws {
        func made(_ text: String) throws -> MockRequest {
            try type.isEmpty ? request("https://a.com\(text)") : Self.post(type, text)
        }
        let advice = try cassette([made(recorded)]).played(made(asked))
        let ignoring = "ignoring: [\(parts.map(\.description).joined(separator: ", "))]"
        #expect(advice.hasSuffix(parts.isEmpty ? "HTTPMOCK_RECORD=new" : ignoring))
        guard !parts.isEmpty else { return }
        #expect(try cassette([made(recorded)], ignoring: parts).played(made(asked)) == "reply 1")
    }

    @Test func boundaryOfAFormInPartsDoesNotCount() throws {
        let cassette = try cassette([try Self.multipart("one", "hello")])
        #expect(cassette.played(try Self.multipart("two", "other")).contains("part 1 of the form has another content"))
        #expect(cassette.played(try Self.multipart("two", "hello")) == "reply 1")
    }

    @Test func countsOfOneHaveNoPlural() throws {
        let cassette = try cassette([try Self.post("multipart/form-data; boundary=x", "--x\r\n\r\na\r\n--x--")])
        #expect(
            cassette.played(try Self.post("text/plain", "b")).contains(
                "the body is 1 byte, recorded is a form in 1 part"))
        let two = "--x\r\n\r\na\r\n--x\r\n\r\nb\r\n--x--"
        let form = try self.cassette([try Self.post("multipart/form-data; boundary=x", two)])
        let one = try Self.post("multipart/form-data; boundary=y", "--y\r\n\r\na\r\n--y--")
        #expect(form.played(one).contains("the form has 1 part, recorded are 2"))
    }

    /// A batch of OData has its changes in a part that has parts.
    @Test(arguments: [1, 2, 5])
    func boundariesOfNestedPartsDoNotCount(depth: Int) throws {
        func batch(_ boundary: String, _ text: String) throws -> MockRequest {
            var type = "application/http"
            var body = text
            for level in 0...depth {
                let own = "\(boundary)\(level)"
                body = "--\(own)\r\nContent-Type: \(type)\r\nContent-ID: \(level)\r\n\r\n\(body)\r\n--\(own)--\r\n"
                type = "multipart/mixed; boundary=\(own)"
            }
            return try Self.post(type, body)
        }
        let cassette = try cassette([try batch("one", "PATCH /a")])
        #expect(cassette.played(try batch("two", "PATCH /b")).contains("part 1 of the form has another content"))
        #expect(cassette.played(try batch("two", "PATCH /a")) == "reply 1")
    }

    @Test func redactedFilePlaysWithAnySecretAndWithoutTheRule() throws {
        let recorded = try Self.post(
            "application/json", #"{"password":"hunter22","internal":"x1"}"#, "https://a.com/x?sig=1")
        for rule in [Cassette.Redacting.names("internal"), .nothing] {
            _ = try cassette([recorded], redacting: .names("internal"))
            let cassette = try Cassette.open(folder.file(), redacting: rule)
            let asked = try Self.post(
                "application/json", #"{"password":"other","internal":"x2"}"#, "https://a.com/x?sig=2")
            #expect(cassette.played(asked) == "reply 1")
        }
    }
}
