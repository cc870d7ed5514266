import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockRecording
@testable import HTTPMockRecordingTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct CassetteTraitTests {
    /// A trait in an environment of its own.
    private func trait(
        _ name: String? = nil, _ record: RecordMode = .none, environment: [String: String] = [:]
    ) -> CassetteTrait {
        CassetteTrait(file: .own(name), record: record, options: Cassette.Options(), environment: environment)
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("__Cassettes__/CassetteTraitTests")

    private func file(_ name: String) -> URL { Self.folder.appendingPathComponent("\(name).har") }

    private func text(_ url: URL) async throws -> String {
        String(decoding: try await HTTPMock.current.data(for: URLRequest(url: url)).0, as: UTF8.self)
    }

    @Test(.cassette) func playsTheFileOfTheTest() async throws {
        #expect(try await text(URL(string: "https://api.example.com/user")!) == "recorded")
    }

    @Test(.cassette("shared"), .httpMock { Host("api.example.com") { Path("/own") { MockResponse.plaintext("own") } } })
    func responsesOfTheTestComeFirst() async throws {
        #expect(try await text(URL(string: "https://api.example.com/own")!) == "own")
        #expect(try await text(URL(string: "https://api.example.com/user")!) == "recorded")
    }

    @Test(.cassette("argument"), arguments: ["a/b", "c d"])
    func eachArgumentHasAFileOfItsOwn(name: String) async throws {
        #expect(try await text(URL(string: "https://api.example.com/user")!) == name)
    }

    @Test func recordingOfATestThatPassedIsWritten() async throws {
        let server = LoopbackServer { .text("network \($0.path)") }
        let name = "recorded-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(at: file(name)) }
        let issues = await CollectedIssues.of(trait(name, .missing)) {
            let reply = try await text(server.url("/x"))
            #expect(reply == "network /x")
        }
        #expect(issues.entries.isEmpty && issues.error == nil)
        server.stop()
        let played = await CollectedIssues.of(trait(name, .missing)) {
            let reply = try await text(server.url("/x"))
            #expect(reply == "network /x")
        }
        #expect(played.entries.isEmpty && played.error == nil)
    }

    @Test func recordingOfATestThatFailedIsNotWritten() async throws {
        let server = LoopbackServer { .text("network \($0.path)") }
        let name = "failed-\(UUID().uuidString)"
        let issues = await CollectedIssues.of(trait(name, .all)) {
            _ = try await text(server.url("/x"))
            Issue.record("failed")
        }
        #expect(issues.texts == ["failed"])
        let thrown = await CollectedIssues.of(trait(name, .all)) {
            _ = try await text(server.url("/x"))
            throw URLError(.cancelled)
        }
        #expect(thrown.error is URLError)
        #expect(!FileManager.default.fileExists(atPath: file(name).path))
    }

    @Test func missingFileFailsTheTestWithTheCommandThatRecordsIt() async throws {
        let issues = await CollectedIssues.of(trait("shered")) { Issue.record("was run") }
        let text = "\(try #require(issues.error))"
        #expect(issues.entries.isEmpty)
        #expect(text.hasPrefix("there is no cassette at \(file("shered").path). The nearest name there is shared.har."))
        #expect(
            text.hasSuffix(
                "HTTPMOCK_RECORD=missing swift test --filter "
                    + "CassetteTraitTests/missingFileFailsTheTestWithTheCommandThatRecordsIt"))
    }

    @Test func nothingIsRecordedInCI() async throws {
        let issues = await CollectedIssues.of(trait("absent", .missing, environment: ["CI": "1"])) {}
        #expect("\(try #require(issues.error))".hasPrefix("there is no cassette at"))
    }

    @Test func unplayedEntryFailsATestThatOtherwisePassed() async throws {
        let unplayed = await CollectedIssues.of(trait("shared")) {
            _ = try? await text(URL(string: "https://api.example.com/other")!)
        }
        #expect(unplayed.texts.count == 1)
        #expect(unplayed.texts[0].contains("no response for GET https://api.example.com/other"))
        #expect(
            unplayed.texts[0].contains("nearest entry: GET https://api.example.com/user: 200 (shared.har, entry 1)"))
        let quiet = await CollectedIssues.of(trait("shared"), HTTPMockTrait.httpMock(unmocked: .notFound)) {
            _ = try await text(URL(string: "https://api.example.com/other")!)
        }
        #expect(
            quiet.texts == [
                """
                HTTPMock: an entry of a cassette was never played
                  GET https://api.example.com/user (shared.har, entry 1): 200
                  To fix this, make the code under test request it, or record the test again: HTTPMOCK_RECORD=all
                """
            ])
    }

    @Test func differencesFromTheNetworkFailTheTest() async throws {
        let isChanged = Observed(false)
        let server = LoopbackServer { _ in
            .text(isChanged.value ? #"{"b":1}"# : #"{"a":1}"#, headers: ["Content-Type": "application/json"])
        }
        let name = "verified-\(UUID().uuidString)"
        let reports = InterceptedReports(containing: name)
        defer { try? FileManager.default.removeItem(at: file(name)) }
        for (mode, change) in [(RecordMode.all, false), (.verify, false), (.verify, true)] {
            isChanged.change { $0 = change }
            let issues = await CollectedIssues.of(trait(name, mode)) {
                let reply = try await text(server.url("/x"))
                #expect(reply == #"{"a":1}"#)
            }
            #expect(issues.texts.map { $0.contains("a is gone") } == (change ? [true] : []))
        }
        #expect(reports.texts.filter { $0.contains("the network has more") }.count == 1)
    }

    @Test func failedConnectionFailsTheTestAndKeepsTheFile() async throws {
        let server = LoopbackServer { _ in .closing }
        let name = "failing-\(UUID().uuidString)"
        let issues = await CollectedIssues.of(trait(name, .all)) { _ = try? await text(server.url("/x")) }
        #expect(issues.texts.count == 1)
        #expect(issues.texts[0].contains("failed to reach the network"))
        #expect(!FileManager.default.fileExists(atPath: file(name).path))
    }

    @Test func unknownModeFailsTheTest() async throws {
        let issues = await CollectedIssues.of(trait("shared", environment: ["HTTPMOCK_RECORD": "once"])) {
            Issue.record("was run")
        }
        #expect(issues.entries.isEmpty)
        #expect("\(try #require(issues.error))".hasPrefix(#"HTTPMOCK_RECORD is "once", which is no record mode."#))
    }

    @Test func variableRecordsInCIToo() async throws {
        let server = LoopbackServer { _ in .text("network") }
        let name = "ci-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(at: file(name)) }
        let environment = ["HTTPMOCK_RECORD": "missing", "CI": "true"]
        let issues = await CollectedIssues.of(trait(name, environment: environment)) {
            _ = try await text(server.url("/x"))
        }
        #expect(issues.texts.isEmpty && issues.error == nil)
        #expect(FileManager.default.fileExists(atPath: file(name).path))
    }

    /// With `.new`, what is not played stays, and fails nothing; with `.all`, no request means no new file.
    @Test(arguments: [RecordMode.new, .all])
    func recordingTestWithoutRequestsKeepsTheFile(mode: RecordMode) async throws {
        let name = "unplayed-\(UUID().uuidString)"
        let reports = InterceptedReports(containing: name)
        let url = file("\(name)-\(mode)")
        defer { try? FileManager.default.removeItem(at: url) }
        try FileManager.default.copyItem(at: file("shared"), to: url)
        let issues = await CollectedIssues.of(trait(name, mode), HTTPMockTrait.httpMock(allowsUnused: true)) {}
        #expect(issues.texts.isEmpty && issues.error == nil)
        #expect(try Data(contentsOf: url) == Data(contentsOf: file("shared")))
        #expect(
            reports.texts.map { $0.contains("not played, and kept because the mode is new") }
                == (mode == .new ? [true] : []))
    }

    @Test func requestWithoutAnswerAtTheEndOfTheTestIsNotLeftOutSilently() async throws {
        let server = LoopbackServer { _ in LoopbackResponse.text("").ending(.hangAtOnce) }
        let name = "open-\(UUID().uuidString)"
        let issues = await CollectedIssues.of(trait(name, .all)) {
            let mock = HTTPMock.current
            Task { try await mock.data(for: URLRequest(url: server.url("/x"))) }
            // Not `waitForRequest`, because a received request may not be on the network yet.
            #expect(await eventually { !server.requests.isEmpty })
        }
        #expect(
            issues.texts.contains(
                "HTTPMock: GET \(server.url("/x")) had no complete answer when its test ended, so \(name).har was not "
                    + "written. To fix this, wait for the answer in the test."))
        #expect(!FileManager.default.fileExists(atPath: file(name).path))
    }

    @Test func fileIsFreeAtTheEndOfATestAlthoughItsMockIsKept() async throws {
        let name = "kept-\(UUID().uuidString)"
        let kept = Observed<[HTTPMock]>([])
        for _ in 0..<2 {
            let issues = await CollectedIssues.of(trait(name, .all)) {
                kept.change { $0.append(HTTPMock.current) }
                Issue.record("failed")
            }
            #expect(issues.texts == ["failed"] && issues.error == nil)
        }
    }

    @Test(.cassette("long"), arguments: [String(repeating: "é/long argument ", count: 40)])
    func longArgumentHasAShorterName(argument: String) async throws {
        #expect(try await text(URL(string: "https://api.example.com/user")!) == "recorded")
    }

    /// The name is a regular expression, and has the quotes and the parenthesis that end a name elsewhere.
    @Test func `isn't found (by its name) $once`() async throws {
        let location = try CassetteLocation(#require(Test.current), Test.Case.current)
        let url = try location.url(named: nil)
        #expect(url.lastPathComponent == "-isn-t-found--by-its-name---once-.har")
        #expect(location.filter == #"'CassetteTraitTests/`isn'\''t found \(by its name\) \$once`'"#)
    }

    private static let cases = Observed<[String]>([])

    @Test(arguments: ["upper", "UPPER"])
    func argumentsThatDifferInCaseOnlyAreAnError(argument: String) throws {
        let location = try CassetteLocation(#require(Test.current), Test.Case.current)
        let result = Result { try location.url(named: "case") }
        let texts = Self.cases.change { texts in
            texts.append((try? result.get())?.lastPathComponent ?? "refused")
            return texts
        }
        // The first of both to ask is no error, whichever it is, and may be the last to note its text.
        #expect(texts.count == 1 || texts.filter { $0 == "refused" }.count == 1)
    }

    private static let clashes = Observed<[String]>([])

    @Test(arguments: ["a b", "a.b"])
    func argumentsOfOneNameAreAnErrorThatShowsBoth(argument: String) async throws {
        let issues = await CollectedIssues.of(trait("clash")) {}
        let text = "\(try #require(issues.error))"
        let texts = Self.clashes.change { texts in
            texts.append(text)
            return texts.sorted()
        }
        // The first of both to run is not an error of this kind, whichever it is.
        guard texts.count == 2 else { return }
        #expect(texts[0].contains(" have the same cassette, clash-a-b.har, because "))
        #expect(texts[0].contains(#""a b""#) && texts[0].contains(#""a.b""#))
        #expect(texts[1].hasPrefix("there is no cassette at"))
    }

    @Test func twoTestsThatRecordIntoOneFileAreAnErrorThatNamesThem() async throws {
        let name = "both-\(UUID().uuidString)"
        let issues = await CollectedIssues.of(trait(name, .all)) {
            let inner = await CollectedIssues.of(trait(name, .all)) {}
            let text = "\(try #require(inner.error))"
            #expect(text.components(separatedBy: "the test \"twoTestsThatRecord").count == 3)
        }
        #expect(issues.error == nil)
    }
}

/// The trait of a test replaces the trait of its suite, and inherits what it does not give.
@Suite(.bounded, .cassette(record: .none, ignoring: [.query("t")], repeatsLast: true))
struct CassetteTraitInSuiteTests {
    private func text(_ address: String) async throws -> String {
        let url = try #require(URL(string: address))
        return String(decoding: try await HTTPMock.current.data(for: URLRequest(url: url)).0, as: UTF8.self)
    }

    /// The suite's own file of this test does not exist, so opening it would fail.
    @Test(.cassette("own")) func cassetteOfTheTestReplacesTheSuites() async throws {
        #expect(try await text("https://api.example.com/user?t=1") == "recorded")
        #expect(try await text("https://api.example.com/user?t=2") == "recorded")
    }

    @Test(.cassette("own", ignoring: [.query("u")])) func optionThatIsGivenReplacesTheSuites() async throws {
        #expect(try await text("https://api.example.com/user?u=1") == "recorded")
    }

    @Test(.cassette("own", options: Cassette.Options(playing: { $0.responseBody = Data("edited".utf8) })))
    func optionsAreAValue() async throws {
        #expect(try await text("https://api.example.com/user?t=1") == "edited")
    }
}

/// Several tests play one file, each from its start.
@Suite(.bounded) struct SharedCassetteTests {
    private func text(_ address: String) async throws -> String {
        let url = try #require(URL(string: address))
        return String(decoding: try await HTTPMock.current.data(for: URLRequest(url: url)).0, as: UTF8.self)
    }

    @Test(.cassette(sharing: "everybody"), arguments: 1...3) func eachTestPlaysTheFileFromItsStart(run: Int)
        async throws
    {
        #expect(try await text("https://api.example.com/user") == "recorded")
    }

    /// The trait in an environment of its own.
    private func trait(_ name: String, _ mode: RecordMode) -> CassetteTrait {
        CassetteTrait(file: .shared(name), record: mode, options: Cassette.Options(), environment: [:])
    }

    private func file(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("__Cassettes__/\(name).har")
    }

    @Test(arguments: [RecordMode.missing, .all]) func testsOfARunRecordOneFile(mode: RecordMode) async throws {
        let server = LoopbackServer { .text("network \($0.path)") }
        let name = "shared-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(at: file(name)) }
        for path in ["/a", "/b", "/a"] {
            let issues = await CollectedIssues.of(trait(name, mode)) {
                let reply = try await text("\(server.url(path))")
                #expect(reply == "network \(path)")
            }
            #expect(issues.entries.isEmpty && issues.error == nil, "\(issues)")
        }
        let cassette = try Cassette(at: file(name), environment: [:])
        #expect(cassette.entries.map { URL(string: $0.url)?.path } == ["/a", "/b"])
    }

    /// Recording some of the tests again replaces the entries that they request, and nothing else.
    @Test func recordingOneTestAgainKeepsTheEntriesOfTheOthers() async throws {
        let isChanged = Observed(false)
        let server = LoopbackServer { .text("\($0.target) \(isChanged.value)") }
        let name = "again-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(at: file(name)) }
        func record(_ paths: String...) async {
            let issues = await CollectedIssues.of(trait(name, .all)) {
                for path in paths { _ = try await text("\(server.url(path))") }
            }
            #expect(issues.entries.isEmpty && issues.error == nil, "\(issues)")
        }
        await record("/a", "/b?n=1", "/a", "/c")
        let before = try String(contentsOf: file(name), encoding: .utf8)
        await record("/c")
        await record("/a", "/b?n=1")
        #expect(try String(contentsOf: file(name), encoding: .utf8) == before)
        isChanged.change { $0 = true }
        await record("/a", "/b?n=2")
        let replies = try Cassette(at: file(name), environment: [:]).entries.map {
            String(decoding: $0.responseBody, as: UTF8.self)
        }
        #expect(replies == ["/a true", "/b?n=1 false", "/a false", "/c false", "/b?n=2 true"])
        // One line for the changed body, one for its lengths, and the added entry.
        let after = try String(contentsOf: file(name), encoding: .utf8).components(separatedBy: "\n")
        let kept = before.components(separatedBy: "\n").filter { !after.contains($0) }
        #expect(kept.allSatisfy { $0.contains("/a false") || $0.contains("ize\":") }, "\(kept)")
    }

    @Test func entriesThatNoTestPlaysAreReportedOnceAtTheEnd() async throws {
        let name = "left-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(at: file(name)) }
        try Cassette(entries: [.init(.get, "https://a.com/1"), .init(.get, "https://a.com/2")])
            .write(to: file(name), format: .har)
        for _ in 0..<2 {
            let issues = await CollectedIssues.of(trait(name, .none)) { _ = try await text("https://a.com/1") }
            #expect(issues.entries.isEmpty)
        }
        let reports = SharedCassettes.reports(for: file(name))
        #expect(reports.count == 1)
        #expect(reports.first?.contains("GET https://a.com/2: 200 (\(name).har, entry 2)") == true)
        #expect(reports.first?.contains("https://a.com/1") == false)
        let last = await CollectedIssues.of(trait(name, .none)) { _ = try await text("https://a.com/2") }
        #expect(last.entries.isEmpty && SharedCassettes.reports(for: file(name)).isEmpty)
    }

    @Test func twoTestsThatRecordAtTheSameTimeAreRefused() async throws {
        let name = "busy-\(UUID().uuidString)"
        let issues = await CollectedIssues.of(trait(name, .all)) {
            let inner = await CollectedIssues.of(trait(name, .all)) {}
            let text = "\(try #require(inner.error))"
            #expect(text.contains("record into the same file at the same time"))
        }
        #expect(issues.error == nil)
    }

    @Test func playingEditThatThrowsFailsTheTest() async throws {
        let trait = CassetteTrait(
            file: .shared("everybody"), record: nil,
            options: Cassette.Options(playing: { _ in throw URLError(.badURL) }), environment: [:])
        let issues = await CollectedIssues.of(trait) { _ = try? await text("https://api.example.com/user") }
        #expect(issues.texts.count == 1)
        #expect(issues.texts.first?.hasPrefix("HTTPMock: the playing: edit failed for GET") == true)
    }
}

@Test(.cassette) func testWithoutASuiteTakesItsFilesName() async throws {
    let url = URL(string: "https://api.example.com/user")!
    #expect(try await HTTPMock.current.data(for: URLRequest(url: url)).0 == Data("recorded".utf8))
}

extension CassetteTraitTests {
    @Suite struct Nested {
        @Test(.cassette) func joinsTheSuitesWithADot() async throws {
            let url = URL(string: "https://api.example.com/user")!
            #expect(try await HTTPMock.current.data(for: URLRequest(url: url)).0 == Data("recorded".utf8))
        }
    }
}
