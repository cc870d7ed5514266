import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RecordModeTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test(arguments: RecordMode.allCases)
    func environmentOverridesTheCode(mode: RecordMode) throws {
        for code in RecordMode.allCases {
            #expect(try code.effective(in: ["HTTPMOCK_RECORD": mode.rawValue, "CI": "true"]) == mode)
            #expect(try code.effective(in: [:]) == code)
        }
    }

    @Test func nothingIsRecordedInCI() throws {
        let modes = try RecordMode.allCases.map { try $0.effective(in: ["CI": "true"]) }
        #expect(modes == [.none, .none, .none, .none, .verify])
        #expect(
            message { _ = try Cassette.open(folder.file(), .missing, environment: ["CI": "1"]) }.contains("no cassette")
        )
    }

    @Test func unknownWordIsAnError() throws {
        #expect(
            message { _ = try Cassette.open(folder.file(), environment: ["HTTPMOCK_RECORD": "once"]) } == """
                HTTPMOCK_RECORD is "once", which is no record mode. To fix this, set it to one of none, missing, new, all, \
                verify, or unset it.
                """)
    }

    @Test(arguments: [RecordMode.none, .verify])
    func missingFileNamesPathNearestNameAndCommand(mode: RecordMode) throws {
        for name in ["checkout.har", "login.har", "notes.txt"] { _ = try folder.write("{}", to: name) }
        let file = folder.file("chekout.har")
        #expect(
            message { _ = try Cassette.open(file, mode) } == """
                there is no cassette at \(file.path). The nearest name there is checkout.har. To fix this, record it: \
                HTTPMOCK_RECORD=missing swift test
                """)
    }

    @Test func packedFileIsANearestNameToo() throws {
        _ = try folder.write("", to: "checkout.har.gz")
        let text = message { _ = try Cassette.open(folder.file("chekout.har.gz")) }
        #expect(text.contains("The nearest name there is checkout.har.gz."))
    }

    @Test func modesDecideWhatIsPlayedAndWhatIsRecorded() throws {
        try Cassette.record([.of(try request("https://a.com/known"), "known")], into: folder.file("known.har"))
        let (known, unknown) = (try request("https://a.com/known"), try request("https://a.com/unknown"))
        func decisions(_ mode: RecordMode, _ name: String) throws -> [String] {
            let cassette = try Cassette.open(folder.file(name), mode)
            return [known, unknown].map { cassette.played($0).components(separatedBy: " ")[0] }
        }
        #expect(try decisions(.none, "known.har") == ["known", "nearest"])
        #expect(try decisions(.missing, "known.har") == ["known", "nearest"])
        #expect(try decisions(.missing, "other.har") == ["recorded", "recorded"])
        #expect(try decisions(.new, "known.har") == ["known", "recorded"])
        #expect(try decisions(.new, "other.har") == ["recorded", "recorded"])
        #expect(try decisions(.all, "known.har") == ["recorded", "recorded"])
        #expect(try decisions(.verify, "known.har") == ["known", "nearest"])
    }

    @Test func twoRecordersOfOneFileAreAnErrorThatNamesBoth() throws {
        let first = try Cassette.open(folder.file(), .all)
        let line = #line + 2
        let text = message {
            _ = try Cassette(at: folder.file(), record: .missing, environment: [:])
        }
        #expect(
            text.hasPrefix(
                "the cassette made at RecordModeTests.swift:\(line) and the cassette made at Exchanges.swift:"))
        #expect(text.contains("record into the same file at the same time: "))
        withExtendedLifetime(first) {}
    }

    @Test func fileIsFreeAgainOnceItsRecorderIsGoneOrHasSaved() throws {
        _ = try Cassette.open(folder.file(), .all)
        let second = try Cassette.open(folder.file(), .all)
        second.record(.of(try request("https://a.com/x"), "x"))
        try second.save()
        _ = try Cassette.open(folder.file(), .all)
    }

    @Test func fileIsFreeAgainAfterASaveThatHasFailed() throws {
        let first = try Cassette.open(folder.file(), .all)
        first.record(.of(try request("https://a.com/x"), "-----BEGIN PRIVATE KEY-----\n0123456789"))
        #expect(message { try first.save() }.contains("a PEM private key"))
        try Cassette.record([.of(try request("https://a.com/x"), "x")], into: folder.file())
        withExtendedLifetime(first) {}
    }

    @Test func environmentNamesTheFile() throws {
        #expect(try Cassette(environment: [:]) == nil)
        try Cassette.record([.of(try request("https://a.com/x"), "x")], into: folder.file())
        let cassette = try #require(try Cassette(environment: ["HTTPMOCK_CASSETTE": folder.file().path]))
        #expect(cassette.mode == .none)
        #expect(cassette.entries.count == 1)
        let all = try Cassette(environment: ["HTTPMOCK_CASSETTE": folder.file().path, "HTTPMOCK_RECORD": "all"])
        #expect(all?.mode == .all)
    }

    @Test func stubbornNetworksVariablesNameTheFile() throws {
        let variables = ["STUB_NAME": "-[ShopTests test pays]", "STUB_PATH": folder.url.path]
        let cassette = try #require(try Cassette(environment: variables))
        #expect(cassette.url?.lastPathComponent == "ShopTests_test_pays.json")
        #expect(cassette.isRecording)
        cassette.record(.of(try request("https://a.com/x"), "x"))
        try cassette.save()
        let playing = try #require(try Cassette(environment: variables))
        #expect(!playing.isRecording)
        #expect(playing.played(try request("https://a.com/x")) == "x")
        #expect(message { _ = try Cassette(environment: ["STUB_NAME": "x"]) }.contains("without the other"))
    }

    @Test func oldFileWarnsAndThenFails() throws {
        let day = Duration.seconds(86_400)
        let start = Date().addingTimeInterval(-10.5 * 86_400)
        try Cassette.record([.of(try request("https://a.com/x"), "x", at: start)], into: folder.file())
        func open(_ warn: Int, _ fail: Int) throws -> Cassette {
            try Cassette(at: folder.file(), warnAfter: day * warn, failAfter: day * fail, environment: [:])
        }
        #expect(try open(20, 30).warnings.isEmpty)
        #expect(
            try open(10, 30).warnings == [
                "shop.har was recorded 10 days ago. To fix this, record it again: HTTPMOCK_RECORD=all swift test"
            ])
        #expect(message { _ = try open(5, 10) }.contains("shop.har was recorded 10 days ago, which is too old."))
    }

    @Test(arguments: [(0.5, "0 hours"), (1.5, "1 hour"), (3.5, "3 hours"), (23.5, "23 hours"), (24.5, "1 day")])
    func ageIsShownInHoursForOneDay(hours: Double, text: String) throws {
        let start = Date().addingTimeInterval(-hours * 3_600)
        try Cassette.record([.of(try request("https://a.com/x"), "x", at: start)], into: folder.file())
        let cassette = try Cassette(at: folder.file(), warnAfter: .seconds(1), environment: [:])
        #expect(
            cassette.warnings == [
                "shop.har was recorded \(text) ago. To fix this, record it again: HTTPMOCK_RECORD=all swift test"
            ])
    }

    @Test func recordingAnExpiredFileAgainRenewsItsTime() throws {
        let old = Date().addingTimeInterval(-10 * 86_400)
        try Cassette.record([.of(try request("https://a.com/x"), "x", at: old)], into: folder.file())
        let cassette = try Cassette(
            at: folder.file(), record: .all, failAfter: .seconds(86_400), environment: [:])
        cassette.record(.of(try request("https://a.com/x"), "x", at: Date()))
        try cassette.save()
        _ = try Cassette(at: folder.file(), failAfter: .seconds(86_400), environment: [:])
    }

    @Test func recordingThatIsReleasedWithoutBeingSavedIsReported() async throws {
        let server = LoopbackServer { .text("network \($0.path)") }
        let file = folder.file("unsaved-\(UUID().uuidString).har")
        let reports = InterceptedReports(containing: file.lastPathComponent)
        do {
            let mock = HTTPMock()
            mock.insert(try Cassette(at: file, record: .all, environment: [:]))
            _ = try await mock.data(for: URLRequest(url: server.url("/x")))
        }
        let text =
            "HTTPMock: 1 exchange was recorded for \(file.lastPathComponent), but not saved. To fix this, call save() when "
            + "the requests have ended."
        #expect(await eventually { reports.texts == [text] })
    }
}
