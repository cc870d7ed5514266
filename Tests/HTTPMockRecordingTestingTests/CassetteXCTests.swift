import Foundation
import HTTPMock
import HTTPMockRecording
import HTTPMockRecordingTesting
import HTTPMockTesting
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cassettes in XCTest, in tests that pass; those of ``CassetteFixture`` run in a process of their own.
final class CassetteXCTests: XCTestCase {
    private func text(_ mock: HTTPMock, _ path: String = "/user") async throws -> String {
        let url = try XCTUnwrap(URL(string: "https://api.example.com\(path)"))
        return String(decoding: try await mock.urlSession.data(from: url).0, as: UTF8.self)
    }

    func testPlaysTheFileOfTheMethod() async throws {
        let mock = makeHTTPMock(cassette: .test)
        let played = try await text(mock)
        XCTAssertEqual(played, "recorded")
    }

    func testPlaysANamedFileAfterItsOwnResponses() async throws {
        let mock = makeHTTPMock(cassette: "named", options: Cassette.Options(repeatsLast: true)) {
            Host("api.example.com") { Path("/own") { MockResponse.plaintext("own") } }
        }
        let texts = [try await text(mock, "/own"), try await text(mock), try await text(mock)]
        XCTAssertEqual(texts, ["own", "recorded", "recorded"])
    }

    func testPlaysASharedFileWithTheHostOfItsPaths() async throws {
        let mock = makeHTTPMock(cassette: .sharing("everybody"), record: .none, host: "api.example.com", clock: .manual)
        {
            Headers(["X-Env": "Test"], cascade: true)
            Path("/own") { MockResponse.plaintext("own") }
        }
        let texts = [try await text(mock, "/own"), try await text(mock)]
        XCTAssertEqual(texts, ["own", "recorded"])
    }
}

/// Methods that fail or record, run by ``CassetteFixtureTests``.
final class CassetteFixture: XCTestCase {
    static let variable = "HTTPMOCK_CASSETTE_FIXTURE"
    static let program = CommandLine.arguments.first.flatMap { path in
        path.hasSuffix(".xctest") && FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
    /// The origin of a service; nil in the process that runs all tests.
    private let origin = ProcessInfo.processInfo.environment[variable]

    private func request(_ mock: HTTPMock, _ path: String = "/x") async {
        guard let origin, let url = URL(string: origin + path) else { return }
        _ = try? await mock.urlSession.data(from: url)
    }

    func testMissing() async {
        guard origin != nil else { return }
        await request(makeHTTPMock(cassette: .test))
    }

    func testRecords() async {
        guard origin != nil else { return }
        await request(makeHTTPMock(cassette: .test, record: .missing))
    }

    func testRecordsAndFails() async {
        guard origin != nil else { return }
        await request(makeHTTPMock(cassette: .test, record: .all))
        XCTFail("failed by itself")
    }

    func testUnplayed() {
        guard origin != nil else { return }
        _ = makeHTTPMock(cassette: .sharing("everybody"))
        _ = makeHTTPMock(cassette: "played")
    }
}

@Suite(.bounded, .enabled(if: CassetteFixture.program != nil, "needs a program with the tests in it"))
struct CassetteFixtureTests {
    private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("__Cassettes__/CassetteFixture")

    /// Runs one method in another process, and returns its failures.
    private func failures(
        of method: String, _ server: LoopbackServer, _ environment: [String: String] = [:]
    ) async throws -> [String] {
        var variables = ProcessInfo.processInfo.environment
        for name in ["CI", "HTTPMOCK_RECORD"] { variables[name] = nil }
        variables[CassetteFixture.variable] = "http://127.0.0.1:\(server.port)"
        let ended = await Subprocess.run(
            try #require(CassetteFixture.program), ["HTTPMockRecordingTestingTests.CassetteFixture/\(method)"],
            environment: variables.merging(environment) { $1 })
        let lines = ended.text.components(separatedBy: "\n").filter { $0.contains(": error: ") }
        #expect((ended.status == 0) == lines.isEmpty, "\(ended.text)")
        return lines.map { String($0[($0.range(of: " : ")?.upperBound ?? $0.startIndex)...]) }
    }

    @Test func missingFileFailsTheMethodOnceWithTheCommandThatRecordsIt() async throws {
        let server = LoopbackServer { _ in .text("network") }
        let failures = try await failures(of: "testMissing", server)
        #expect(failures.count == 1)
        #expect(
            failures.first?.hasPrefix(
                "failed - HTTPMock: there is no cassette at \(folder.path)/testMissing.har.") == true)
        #expect(
            failures.first?.hasSuffix("HTTPMOCK_RECORD=missing swift test --filter CassetteFixture/testMissing") == true
        )
        #expect(server.requests.isEmpty)
    }

    @Test func recordingOfAMethodThatPassedIsWrittenPlayedAndVerified() async throws {
        let isChanged = Observed(false)
        let server = LoopbackServer { _ in
            .text(isChanged.value ? #"{"b":1}"# : #"{"a":1}"#, headers: ["Content-Type": "application/json"])
        }
        let file = folder.appendingPathComponent("testRecords.har")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(
            try await failures(of: "testRecords", server, ["CI": "1"]).first?.contains("there is no cassette") == true)
        #expect(try await failures(of: "testRecords", server) == [])
        #expect(try Cassette(at: file, environment: [:]).entries.count == 1)
        #expect(try await failures(of: "testRecords", server, ["CI": "1"]) == [])
        #expect(server.requests.count == 1)
        #expect(try await failures(of: "testRecords", server, ["HTTPMOCK_RECORD": "verify"]) == [])
        isChanged.change { $0 = true }
        let differences = try await failures(of: "testRecords", server, ["HTTPMOCK_RECORD": "verify"])
        #expect(differences.count == 1 && differences[0].contains("a is gone"), "\(differences)")
        let unknown = try await failures(of: "testRecords", server, ["HTTPMOCK_RECORD": "once"])
        #expect(unknown.count == 1 && unknown[0].contains("which is no record mode"))
    }

    @Test func recordingOfAMethodThatFailedIsNotWritten() async throws {
        let server = LoopbackServer { _ in .text("network") }
        #expect(try await failures(of: "testRecordsAndFails", server) == ["failed - failed by itself"])
        #expect(server.requests.count == 1)
        let file = folder.appendingPathComponent("testRecordsAndFails.har")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func unplayedEntryFailsTheMethodUnlessTheFileIsShared() async throws {
        let server = LoopbackServer { _ in .text("network") }
        let failures = try await failures(of: "testUnplayed", server)
        #expect(failures.count == 1 && failures[0].contains("no request reached the mock of this test"), "\(failures)")
    }
}
