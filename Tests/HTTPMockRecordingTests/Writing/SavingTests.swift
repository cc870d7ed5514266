import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct SavingTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    /// A service's exchanges: the paths with their replies, the way they are at some time.
    private func exchanges(
        _ replies: [(path: String, reply: String)], at start: Date = recordingStart, token: String = "first-token-1"
    ) throws -> [RecordedRequest] {
        try replies.enumerated().map { index, element in
            let headers = ["Authorization": "Bearer \(token)", "Accept": "*/*", "X-Client": "tests"]
            return .of(
                try request("https://a.com\(element.path)", headers: headers), element.reply,
                fields: [
                    "Date": start.description, "Age": "\(Int(start.timeIntervalSince1970))",
                    "Expires": start.description, "Server": "tests", "Vary": "Accept",
                    "Set-Cookie": "sid=\(token)-\(index); Path=/",
                ], second: Double(index), at: start)
        }
    }

    private var service: [(path: String, reply: String)] {
        (1...6).map { ("/items/\($0)", #"{"id":\#($0),"name":"Item \#($0)"}"#) }
    }

    private func bytes() throws -> Data { try Data(contentsOf: folder.file()) }

    /// Returns the number of hunks that `git diff` shows between two versions of the file.
    private func hunks(_ before: Data, _ after: Data) async throws -> Int {
        try before.write(to: folder.file("before"))
        try after.write(to: folder.file("after"))
        let arguments = ["diff", "--no-index", folder.file("before").path, folder.file("after").path]
        let output = await Subprocess.run("/usr/bin/env", ["git"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
        return output.text.components(separatedBy: "\n").count { $0.hasPrefix("@@") }
    }

    @Test func exchangeWithASecretIsLeftOutWhileRecordingGoesOn() throws {
        let cassette = try Cassette.open(folder.file(), .new)
        let token = "gh" + "p_" + String(repeating: "aB3", count: 12)
        cassette.record(.of(try request("https://a.com/1"), "one"))
        cassette.record(.of(try request("https://a.com/2"), "see \(token)", second: 1))
        #expect(try cassette.saveEndedExchanges() == 1)
        for number in 3...20 {
            cassette.record(.of(try request("https://a.com/\(number)"), "more", second: Double(number)))
            try cassette.saveEndedExchanges(isLast: false)
        }
        #expect(try cassette.saveEndedExchanges() == 19)
        #expect(try Cassette.open(folder.file()).entries.count == 19)
        #expect(cassette.refusals.count == 1)
        let text = cassette.refusals.first?.message ?? ""
        #expect(
            text.hasPrefix("a GitHub token is in the body of the response of GET https://a.com/2 (shop.har, entry 2)"))
        #expect(!text.contains(token))
    }

    @Test func unchangedServiceLeavesEveryByte() throws {
        try Cassette.record(exchanges(service), into: folder.file())
        let before = try bytes()
        let later = recordingStart.addingTimeInterval(1_000_000)
        try Cassette.record(exchanges(service, at: later, token: "second-token-22"), into: folder.file())
        #expect(try bytes() == before)
    }

    @Test func requestsInAnotherOrderLeaveEveryByte() throws {
        try Cassette.record(exchanges(service), into: folder.file())
        let before = try bytes()
        try Cassette.record(exchanges(service.reversed()), into: folder.file())
        #expect(try bytes() == before)
    }

    @Test func oneChangedExchangeIsOneHunk() async throws {
        try Cassette.record(exchanges(service), into: folder.file())
        let before = try bytes()
        var changed = service
        changed[2].reply = #"{"id":3,"name":"Renamed"}"#
        let later = recordingStart.addingTimeInterval(1_000_000)
        try Cassette.record(exchanges(changed, at: later, token: "second-token-22"), into: folder.file())
        #expect(try await hunks(before, bytes()) == 1)
    }

    @Test func oneAddedAndOneRemovedExchangeAreOneHunkEach() async throws {
        try Cassette.record(exchanges(service), into: folder.file())
        let before = try bytes()
        try Cassette.record(exchanges(service + [("/more", "{}")]), into: folder.file())
        let more = try bytes()
        #expect(try await hunks(before, more) == 1)
        try Cassette.record(exchanges(service), into: folder.file())
        #expect(try bytes() == before)
    }

    @Test func randomChangesOfTheServiceTouchOnlyTheirEntries() throws {
        for seed in Seeds.first(20) {
            var generator = SeededGenerator(seed: seed)
            let file = folder.file("\(seed).har")
            try Cassette.record(exchanges(service), into: file)
            let before = try Cassette.open(file).entries.map(\.recorded)
            var changed = service
            let index = Int.random(in: 0..<changed.count, using: &generator)
            changed[index].reply = generator.text(of: ["1", "\n", "\"", "é", " "], count: 1...9)
            changed.shuffle(using: &generator)
            try Cassette.record(exchanges(changed, token: "token of seed \(seed)"), into: file)
            let after = try Cassette.open(file).entries.map(\.recorded)
            let differing = zip(before, after).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
            #expect(differing == [index], "seed \(seed)")
        }
    }

    /// XCTest retains what its tests have made, so the file must be free while the cassette is still there.
    @Test(arguments: [RecordMode.new, .missing, .all])
    func fileIsFreeAfterASaveWithNothingToWrite(mode: RecordMode) throws {
        let first = try Cassette.open(folder.file(), mode)
        try first.save()
        let second = try Cassette.open(folder.file(), mode)
        withExtendedLifetime((first, second)) {}
    }

    /// Two processes record the file that both found missing.
    @Test func missingFileThatAppearedIsMerged() throws {
        let cassette = try Cassette.open(folder.file(), .missing)
        for exchange in try exchanges([("/mine", "{}"), ("/both", "{}")]) { cassette.record(exchange) }
        // What the other process wrote meanwhile.
        cassette.endRecording()
        try Cassette.record(exchanges([("/theirs", "{}"), ("/both", "{}")]), into: folder.file(), .missing)
        try cassette.save()
        let paths = try Cassette.open(folder.file()).entries.map(\.url)
        #expect(Set(paths) == ["https://a.com/mine", "https://a.com/theirs", "https://a.com/both"])
        #expect(paths.count == 3)
    }

    /// An identifier of each response makes no noise, and keeps its old value where the entry changed otherwise.
    @Test func ignoredResponseFieldKeepsItsOldValue() async throws {
        func exchanges(_ id: Int, _ replies: [String]) throws -> [RecordedRequest] {
            try replies.enumerated().map { index, reply in
                .of(
                    try request("https://a.com/\(index)"), reply, fields: ["X-Request-Id": "\(id)-\(index)"],
                    second: Double(index))
            }
        }
        let ignoring: [Cassette.Part] = [.responseHeader("x-request-id")]
        try Cassette.record(exchanges(1, ["a", "b", "c"]), into: folder.file())
        let before = try bytes()
        try Cassette.record(exchanges(2, ["a", "b", "c"]), into: folder.file(), ignoring: ignoring)
        #expect(try bytes() == before)
        try Cassette.record(exchanges(3, ["a", "B", "c"]), into: folder.file(), ignoring: ignoring)
        #expect(try await hunks(before, bytes()) == 1)
        #expect(try !String(decoding: bytes(), as: UTF8.self).contains("3-1"))
        try Cassette.record(exchanges(4, ["a", "b", "c"]), into: folder.file())
        #expect(try await hunks(before, bytes()) == 3)
    }

    @Test func newModeAppendsAndKeepsTheRest() throws {
        try Cassette.record(exchanges(service), into: folder.file())
        let before = try String(contentsOf: folder.file(), encoding: .utf8)
        let cassette = try Cassette.open(folder.file(), .new)
        #expect(cassette.played(try request("https://a.com/items/1")).contains("Item 1"))
        #expect(cassette.played(try request("https://a.com/more")) == "recorded")
        for exchange in try exchanges([("/more", "{}")], at: recordingStart.addingTimeInterval(60)) {
            cassette.record(exchange)
        }
        #expect(cassette.entries.count == 7)
        try cassette.save()
        try cassette.save()
        let after = try String(contentsOf: folder.file(), encoding: .utf8)
        let untouched = before.components(separatedBy: "\n").dropLast(4).joined(separator: "\n")
        #expect(after.hasPrefix(untouched))
        #expect(try Cassette.open(folder.file()).entries.map(\.url).last == "https://a.com/more")
        #expect(try Cassette.open(folder.file()).entries.count == 7)
    }

    @Test func newModeKeepsWhatAnotherProcessAppendedMeanwhile() throws {
        try Cassette.record(exchanges(service), into: folder.file())
        let cassette = try Cassette.open(folder.file(), .new)
        let now = recordingStart.addingTimeInterval(60)
        for exchange in try exchanges([("/ours", "1"), ("/both", "2")], at: now) { cassette.record(exchange) }
        let copy = folder.file("copy.har")
        try bytes().write(to: copy)
        try Cassette.record(exchanges([("/both", "2"), ("/theirs", "3")], at: now), into: copy, .new)
        try Data(contentsOf: copy).write(to: folder.file())
        try cassette.save()
        let paths = try Cassette.open(folder.file()).entries.map { String($0.url.dropFirst("https://a.com".count)) }
        #expect(paths.sorted() == (service.map(\.path) + ["/both", "/ours", "/theirs"]).sorted())
    }

    @Test func newModeRefusesToLoseEntriesThatCanNotBePlayed() throws {
        let file = try folder.write(#"{"log":{"entries":[{"request":{},"response":{}}]}}"#)
        let cassette = try Cassette.open(file, .new)
        for exchange in try exchanges(service) { cassette.record(exchange) }
        let text = message { try cassette.save() }
        #expect(text.contains("entry 1 can't be played: it has no method. It would be lost"))
        #expect(
            text.hasSuffix("To see all such entries, run: swift run http-mock inspect \"\(folder.file().path)\""))
        #expect(try String(contentsOf: file, encoding: .utf8).contains(#""request":{}"#))
    }

    @Test func exchangeThatFailsToReachTheNetworkFailsTheRecording() throws {
        try Cassette.record(exchanges(service), into: folder.file())
        let before = try bytes()
        let failed = RecordedRequest(
            request: try request("https://a.com/x?token=abcdefgh"), start: recordingStart, status: nil, headers: [:],
            chunks: [], error: URLError(.notConnectedToInternet))
        let cassette = try Cassette.open(folder.file(), .all)
        for exchange in try exchanges(service) + [failed] { cassette.record(exchange) }
        let text = message { try cassette.save() }
        #expect(
            text.contains("GET https://a.com/x?token=REDACTED failed to reach the network (NSURLErrorDomain -1009)"))
        #expect(try bytes() == before)
    }

    /// The advice does not name an option that would not help.
    @Test(arguments: [false, true])
    func failureThatNoFileCanHoldFailsTheRecording(recordsFailures: Bool) throws {
        struct OutOfOrder: Error {}
        let cassette = try Cassette.open(folder.file(), .all, recordsFailures: recordsFailures)
        cassette.record(
            RecordedRequest(
                request: try request("https://a.com/x"), start: recordingStart, status: nil, headers: [:], chunks: [],
                error: OutOfOrder()))
        #expect(
            message { try cassette.save() }
                == "GET https://a.com/x failed to reach the network (OutOfOrder), so shop.har was not written. To fix this, "
                + "reach the service, because only a URLError can be recorded.")
    }

    @Test func failuresAreEntriesWhereThatIsAskedFor() throws {
        let cassette = try Cassette.open(folder.file(), .missing, recordsFailures: true)
        cassette.record(
            RecordedRequest(
                request: try request("https://a.com/x"), start: recordingStart, status: nil, headers: [:], chunks: [],
                error: URLError(.notConnectedToInternet)))
        cassette.record(
            RecordedRequest(
                request: try request("https://a.com/half"), start: recordingStart, status: 200,
                headers: ["Content-Type": "text/plain"], chunks: [Data("half".utf8)],
                error: URLError(.networkConnectionLost)))
        try cassette.save()
        let entries = try Cassette.open(folder.file()).entries
        #expect(entries.map(\.error?.code) == [.notConnectedToInternet, .networkConnectionLost])
        #expect(entries.map(\.status) == [nil, 200])
        #expect(try String(contentsOf: folder.file(), encoding: .utf8).contains(#""_error": "NSURLErrorDomain -1009""#))
    }

    @Test func nothingIsWrittenWhereNothingWasRecorded() throws {
        try Cassette.open(folder.file(), .all).save()
        try Cassette.open(folder.file(), .missing).save()
        #expect(try folder.names.isEmpty)
    }

    @Test func savingLeavesNoOtherFile() throws {
        try Cassette.record(exchanges(service), into: folder.file())
        #expect(try folder.names == ["shop.har"])
    }

    @Test func folderThatCanNotBeWrittenIsAnError() throws {
        let file = try folder.write("no folder", to: "plain").appendingPathComponent("shop.har")
        let cassette = try Cassette.open(file, .all)
        for exchange in try exchanges(service) { cassette.record(exchange) }
        #expect(message { try cassette.save() } != "nothing was thrown")
    }

    @Test func chunksOfAnEventStreamAreKept() throws {
        let chunks = ["data: {\"token\":\"0123456789\",\"n\":1}\n\n", "data: {\"n\":2}\n\n", "data: 3\n\n"].map {
            Data($0.utf8)
        }
        let exchange = RecordedRequest(
            request: try request("https://a.com/events"), start: recordingStart, status: 200,
            headers: ["Content-Type": "text/event-stream"], chunks: chunks, error: nil)
        try Cassette.record([exchange], into: folder.file())
        let recorded = try #require(try Cassette.open(folder.file()).entries.first?.recorded.response)
        let lengths = try #require(recorded.chunks)
        var rest = recorded.body.bytes
        let texts = lengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(decoding: rest.prefix(length), as: UTF8.self)
        }
        #expect(texts == ["data: {\"token\":\"REDACTED-1\",\"n\":1}\n\n", "data: {\"n\":2}\n\n", "data: 3\n\n"])
    }

    @Test func failureDoesNotFitIntoStubbornNetworksFormat() throws {
        let cassette = try Cassette.open(folder.file("shop.json"), .missing, recordsFailures: true)
        cassette.record(
            RecordedRequest(
                request: try request("https://a.com/x"), start: recordingStart, status: nil, headers: [:], chunks: [],
                error: URLError(.timedOut)))
        #expect(message { try cassette.save() }.contains("is a failure, which Stubborn Network's format can't hold"))
    }
}
