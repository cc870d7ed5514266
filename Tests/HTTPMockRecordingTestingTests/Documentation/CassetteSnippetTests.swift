import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockRecordingTesting
import HTTPMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The snippets about cassettes in the README and the articles, as they are written there.
@Suite(.bounded) struct CassetteSnippetTests {
    /// A file that is there: the one that another suite plays.
    private let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("__Cassettes__/CassetteTraitTests/shared.har")
    private let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).har")
    private let mock = HTTPMock()

    @Test func playing() async throws {
        let cassette = try Cassette(at: url)
        mock.insert(cassette)
        let url = try #require(URL(string: "https://api.example.com/user"))
        let (data, _) = try await mock.data(for: URLRequest(url: url))
        #expect(data == Data("recorded".utf8))
    }

    @Test func recordingByHand() throws {
        let cassette = try Cassette(at: url, record: .missing)
        mock.insert(cassette)
        // … the code under test makes its requests …
        try cassette.save()
        #expect(!cassette.entries.isEmpty)
    }

    @Test func openingAHAR() throws {
        func print(_ value: Any) { Swift.print(value) }
        let cassette = try Cassette(at: url)
        for problem in cassette.problems { print(problem) }
        mock.insert(cassette)
        #expect(cassette.problems.isEmpty)
    }

    @Test func cleanCopy() throws {
        defer { try? FileManager.default.removeItem(at: copy) }
        var printed = ""
        func print(_ text: String) { printed = text }
        let cassette = try Cassette(at: url)
        try cassette.write(to: copy, format: .har)
        print(cassette.swiftSource)  // or as registrations
        #expect(printed.hasPrefix("mock.registerResponses {"))
    }

    @Test func converting() throws {
        let (old, new) = (url, copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        try Cassette(at: old).write(to: new, format: .har)
        #expect(try Cassette(at: new).entries.count == 1)
    }

    @Test func appOfItsOwn() throws {
        var session = URLSession.shared
        if let cassette = try Cassette(environment: ProcessInfo.processInfo.environment) {
            let mock = HTTPMock()
            mock.insert(cassette)
            session = mock.urlSession
        }
        #expect(session === URLSession.shared)
    }

    @Test func stubbornNetworksVariables() throws {
        if let cassette = try Cassette(environment: ProcessInfo.processInfo.environment) {
            mock.insert(cassette)
        }
        #expect(mock.unusedResponses.isEmpty)
    }
}

/// Snippets whose cassettes nobody has recorded: they are compiled, and not run.
@Suite(.disabled("they only have to compile")) struct UnrecordedSnippetTests {
    struct ShopClient {
        enum Means { case card }

        struct Receipt { let isPaid: Bool }

        let session: URLSession

        func pay(_ means: Means) async throws -> Receipt { Receipt(isPaid: true) }
    }

    @Test(.cassette)
    func paysByCard() async throws {
        let shop = ShopClient(session: HTTPMock.current.urlSession)
        #expect(try await shop.pay(.card).isPaid)
    }

    @Test(.cassette(ignoring: [.query("t"), .json("meta.nonce")]))
    func ignoring() {}

    @Test(.cassette(warnAfter: .seconds(30 * 86_400), failAfter: .seconds(90 * 86_400)))
    func expiring() {}
}
