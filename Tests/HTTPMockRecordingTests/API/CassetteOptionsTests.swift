import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Edits, parts that don't count, comparisons of one's own, and cassettes without a file.
@Suite(.bounded) struct CassetteOptionsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no such entry" }
    }

    private func text() throws -> String { try String(contentsOf: folder.file(), encoding: .utf8) }

    private func recorded(_ requests: MockRequest...) throws {
        try Cassette.record(
            requests.enumerated().map { .of($1, "reply \($0 + 1)", second: Double($0)) }, into: folder.file())
    }

    @Test func optionsAreOneValueForSeveralCassettes() throws {
        try recorded(try request("https://a.com/x?t=1"))
        let options = Cassette.Options(ignoring: [.query("t")], repeatsLast: true)
        let cassette = try Cassette(at: folder.file(), options: options, environment: [:])
        #expect(cassette.played(try request("https://a.com/x?t=2")) == "reply 1")
        #expect(cassette.played(try request("https://a.com/x?t=3")) == "reply 1")
    }

    @Test func optionThatIsNotGivenIsInherited() {
        let outer = Cassette.Options(ignoring: [.query("a")], repeatsLast: true, warnAfter: .seconds(1))
        let settings = Cassette.Settings(Cassette.Options(ignoring: [.query("b")]).inheriting(from: outer))
        #expect(settings.ignoring == [.query("b")])
        #expect(settings.repeatsLast && settings.expiry.warnAfter == .seconds(1) && !settings.recordsChunks)
    }

    @Test(arguments: [
        ("https://a.com/x?a=1", "https://a.com/x?b=2&c", Cassette.Part.query, true),
        ("https://a.com/x", "http://a.com/x", .scheme, true),
        ("https://a.com:8443/x", "http://a.com:80/x", .scheme, false),
        ("https://a.com:8443/x", "https://a.com/x", .port, true),
        ("https://a.com:8443/x", "http://a.com/x", .port, false),
        ("https://a.com/orders/12/items", "https://a.com/orders/99/items", .path(where: "/orders/*/items"), true),
        ("https://a.com/orders/12/items", "https://a.com/orders/99/other", .path(where: "/orders/*/items"), false),
        ("https://a.com/orders/12/items", "https://a.com/orders/99/items/", .path(where: "/orders/*/items"), false),
        ("https://a.com/orders/12/items/", "https://a.com/orders/99/items/", .path(where: "/orders/*/items/"), true),
        ("https://a.com/orders/12/items", "https://a.com//orders//99/items", .path(where: "/orders/*/items"), false),
        ("https://a.com/a/1/2/z", "https://a.com/a/z", .path(where: "/a/**/z"), true),
        ("https://a.com/x?tag=a&n=1&tag=b", "https://a.com/x?tag=b&tag=a&n=1", .queryOrder, true),
        ("https://a.com/x?tag=a&tag=b", "https://a.com/x?tag=a&tag=a", .queryOrder, false),
        ("https://a.com/a/%CC%81b/c", "https://a.com/a/d/c", .path(where: "/a/*/c"), true),
        ("https://a.com/a%2F%CC%81b", "https://a.com/a/c", .path(where: "/a/*"), false),
        ("https://a.com/v1-a", "https://a.com/v1-b", .path(where: "/v1-*"), true),
        ("https://a.com/x", "https://b.com/x", .port, false),
    ])
    func wholePartIsIgnored(recorded: String, asked: String, part: Cassette.Part, matches: Bool) throws {
        try self.recorded(try request(recorded))
        let cassette = try Cassette.open(folder.file(), ignoring: [part])
        #expect((cassette.played(try request(asked)) == "reply 1") == matches)
    }

    @Test func wholeBodyIsIgnored() throws {
        func post(_ body: String) throws -> MockRequest {
            try request("POST", "https://a.com/x", body: Data(body.utf8))
        }
        try recorded(try post("one"), try post("two"))
        let cassette = try Cassette.open(folder.file(), ignoring: [.body])
        #expect(cassette.played(try post("three")) == "reply 1")
        #expect(cassette.played(try request("POST", "https://a.com/x")) == "reply 2")
    }

    @Test func comparisonOfTheUserComesAfterTheOtherRules() throws {
        let pages = try ["1", "2"].map { try request("https://a.com/x", headers: ["X-Page": $0]) }
        try recorded(pages[0], pages[1])
        let cassette = try Cassette.open(
            folder.file(),
            matching: [
                .custom { request, entry in
                    entry.requestHeaders.contains { $0.name == "X-Page" && $0.value == request.header("X-Page") }
                }
            ])
        #expect(cassette.played(pages[1]) == "reply 2")
        #expect(cassette.played(pages[1]).contains("played 1 of 1"))
        #expect(
            cassette.played(try request("https://a.com/x", headers: ["X-Page": "3"])) == """
                refused by matching: .custom: GET https://a.com/x: 200 (shop.har, entry 1)
                refused by matching: .custom: GET https://a.com/x: 200 (shop.har, entry 2)
                To fix this, correct the closure, which returned false for an entry that all other rules accept, or \
                record the request: HTTPMOCK_RECORD=new
                """)
        #expect(cassette.played(pages[0]) == "reply 1")
        #expect(cassette.unplayedEntries.isEmpty)
    }

    @Test func recordingEditRunsBeforeRedactionAndMayDrop() throws {
        let exchanges: [RecordedRequest] = [
            .of(try request("https://a.com/x", headers: ["Authorization": "Bearer s3cret-11"]), #"{"at":"12:00"}"#),
            .of(try request("https://a.com/health"), "ok", second: 1),
        ]
        try Cassette.record(
            exchanges, into: folder.file(),
            recording: { entry in
                entry.isDropped = entry.url.hasSuffix("/health")
                entry.responseBody = Data(#"{"at":"then","token":"s3cret-22"}"#.utf8)
            })
        #expect(try text().contains(#"{\"at\":\"then\",\"token\":\"REDACTED-2\"}"#))
        #expect(try !text().contains("s3cret") && !text().contains("health"))
    }

    @Test func editThatThrowsNamesTheEntryAndNothingIsWritten() throws {
        let exchange = RecordedRequest.of(try request("https://a.com/x?token=s3cret-11"))
        #expect(
            message { try Cassette.record([exchange], into: folder.file(), recording: { _ in throw Refusal() }) }
                == "the recording: edit failed for GET https://a.com/x?token=REDACTED (shop.har, entry 0): no such entry, so "
                + "shop.har was not written. To fix this, correct the edit, or let it set isDropped.")
        #expect(try folder.names.isEmpty)
    }

    @Test func playingEditChangesWhatIsPlayedAndNotTheFile() async throws {
        try recorded(try request("https://a.com/x"))
        let before = try text()
        let mock = HTTPMock()
        let cassette = try Cassette.open(
            folder.file(), repeatsLast: true, playing: { $0.responseBody = Data("now".utf8) })
        mock.insert(cassette)
        let url = try #require(URL(string: "https://a.com/x"))
        #expect(try await mock.data(for: URLRequest(url: url)).0 == Data("now".utf8))
        #expect(try text() == before)
    }

    @Test func playingEditThatThrowsFailsTheRequest() async throws {
        try recorded(try request("https://a.com/x"))
        let mock = HTTPMock()
        let cassette = try Cassette.open(folder.file(), playing: { _ in throw Refusal() })
        mock.insert(cassette)
        let url = try #require(URL(string: "https://a.com/x"))
        await #expect(throws: (any Error).self) { try await mock.data(for: URLRequest(url: url)) }
        #expect(
            cassette.playingFailures.map(\.message) == [
                "the playing: edit failed for GET https://a.com/x (shop.har, entry 1): no such entry. To fix this, correct "
                    + "the edit, or let it leave such an entry unchanged."
            ])
    }

    @Test(
        arguments: [
            (101, "it is no exchange of HTTP but becomes another protocol (status 101)"),
            (99, "its status is 99, which is no final one"), (1_000, "its status is 1000, which is no final one"),
            (-1, "its status is -1, which is no final one"), (0, "its status is 0, without an error that says why"),
        ])
    func entryWithoutAFinalStatusIsAProblem(status: Int, reason: String) {
        let cassette = Cassette(entries: [.init(.get, "https://a.com/x", status: status)])
        #expect(cassette.problems.map(\.reason) == [reason])
    }

    @Test func cassetteIsMadeOfEntries() async throws {
        let cassette = Cassette(entries: [
            .init(
                .post, "https://a.com/x", requestBody: Data("a=1".utf8), status: 201,
                responseHeaders: [("Content-Type", "text/plain")], responseBody: Data("made".utf8)),
            .init(.get, "relative"),
        ])
        #expect(cassette.url == nil && cassette.problems.map(\.number) == [2])
        let mock = HTTPMock()
        mock.insert(cassette)
        var post = URLRequest(url: try #require(URL(string: "https://a.com/x")))
        post.httpMethod = "POST"
        post.httpBody = Data("a=1".utf8)
        let (data, response) = try await mock.data(for: post)
        #expect(data == Data("made".utf8) && (response as? HTTPURLResponse)?.statusCode == 201)
        #expect(
            message { try cassette.save() }
                == "a cassette that was made of entries has no file to save. To fix this, name one: "
                + "cassette.write(to: url, format: .har)")
        try cassette.write(to: folder.file(), format: .har)
        #expect(try Cassette.open(folder.file()).entries.map(\.status) == [201])
    }
}

/// Requests of users of other recording libraries, with the numbers of the issues.
@Suite(.bounded) struct DemandTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func text(_ mock: HTTPMock, _ request: URLRequest) async throws -> String {
        String(decoding: try await mock.data(for: request).0, as: UTF8.self)
    }

    private func open(_ mode: RecordMode = .none, _ options: Cassette.Options) throws -> (Cassette, HTTPMock) {
        let (cassette, mock) = (
            try Cassette(at: folder.file(), record: mode, options: options, environment: [:]), HTTPMock()
        )
        mock.insert(cassette)
        return (cassette, mock)
    }

    /// netflix/pollyjs 138, venmo/DVR 40, microsoft/playwright 27430.
    @Test func comparisonOfOnesOwnAndWholePartsThatDoNotCount() async throws {
        let server = LoopbackServer { .text("page of \($0.path)") }
        let options = Cassette.Options(
            matching: [.custom { request, entry in request.path.hasSuffix(String(entry.url.suffix(2))) }],
            ignoring: [.path(where: "/users/*"), .query, .body, .port])
        let (recording, recorder) = try open(.all, options)
        for path in ["/users/11", "/users/22"] {
            _ = try await text(recorder, URLRequest("POST", server.url(path), body: Data("nonce".utf8)))
        }
        try recording.save()
        server.stop()
        let (_, mock) = try open(.none, options)
        let other = try #require(URL(string: "http://127.0.0.1:9/users/22?t=1"))
        #expect(
            try await text(mock, URLRequest("POST", other, body: Data("another nonce".utf8))) == "page of /users/22")
    }

    /// kevin1024/vcrpy 67 and 679, netflix/pollyjs 262, vcr/vcr 766.
    @Test func entryIsEditedBeforeItIsWrittenAndBeforeItIsPlayed() async throws {
        let server = LoopbackServer { _ in .text(#"{"expires":"2026-03-01","host":"internal.example.com"}"#) }
        let (recording, recorder) = try open(
            .all,
            Cassette.Options(recording: { entry in
                let body = String(decoding: entry.responseBody, as: UTF8.self)
                entry.responseBody = Data(body.replacing("internal.example.com", with: "api.example.com").utf8)
            }))
        _ = try await text(recorder, URLRequest(url: server.url("/x")))
        try recording.save()
        server.stop()
        #expect(try !String(contentsOf: folder.file(), encoding: .utf8).contains("internal"))
        let (_, mock) = try open(
            .none,
            Cassette.Options(playing: { entry in
                let body = String(decoding: entry.responseBody, as: UTF8.self)
                entry.responseBody = Data(body.replacing("2026-03-01", with: "2099-01-01").utf8)
            }))
        #expect(
            try await text(mock, URLRequest(url: server.url("/x")))
                == #"{"expires":"2099-01-01","host":"api.example.com"}"#)
    }

    /// kiwicom/pytest-recording 2, ropensci/vcr 151.
    @Test func optionsAreInOneConstantForAllTests() async throws {
        let server = LoopbackServer { _ in .text("live") }
        let shop = Cassette.Options(ignoring: [.query("t"), .responseHeader("Date")], repeatsLast: true)
        let (recording, recorder) = try open(.all, shop)
        _ = try await text(recorder, URLRequest(url: server.url("/?t=1")))
        try recording.save()
        server.stop()
        for time in 2...3 {
            let (_, mock) = try open(.none, shop)
            #expect(try await text(mock, URLRequest(url: server.url("/?t=\(time)"))) == "live")
        }
    }

    /// kiwicom/pytest-recording 29 and 42: several files for one test.
    ///
    /// One file for several tests is in the trait's tests.
    @Test func oneTestPlaysSeveralFiles() async throws {
        let mock = HTTPMock()
        for name in ["login", "cart"] {
            try Cassette.record(
                [.of(try request("https://a.com/\(name)"), "from \(name)")], into: folder.file("\(name).har"))
            mock.insert(try Cassette(at: folder.file("\(name).har"), environment: [:]))
        }
        for name in ["cart", "login"] {
            let url = try #require(URL(string: "https://a.com/\(name)"))
            #expect(try await text(mock, URLRequest(url: url)) == "from \(name)")
        }
    }

    /// Hosts that are let through are not recorded and not played.
    @Test func hostIsLetThrough() async throws {
        let local = LoopbackServer { _ in .text("live") }
        let (cassette, mock) = try open(.all, Cassette.Options())
        mock.addResponses(forPath: "/**", host: "127.0.0.1", responses: [.passthrough])
        #expect(try await text(mock, URLRequest(url: local.url("/x"))) == "live")
        #expect(cassette.entries.isEmpty)
    }
}
