import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
