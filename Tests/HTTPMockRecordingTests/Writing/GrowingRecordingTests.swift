import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A recording that is saved after each exchange has the file that one save at the end would write.
@Suite(.bounded) struct GrowingRecordingTests {
    /// Makes exchanges in any order of time, with equal requests, secrets and bodies of bytes.
    private func exchanges(_ random: inout SplitMix64, at start: Date) throws -> [RecordedRequest] {
        try (0..<Int.random(in: 1...12, using: &random)).map { _ in
            let path = Int.random(in: 0...4, using: &random)
            let token = ["first-token-1", "second-token-2", "third-token-3"].randomElement(using: &random)
            let fields = token.map { ["Authorization": "Bearer \($0)", "X-Word": "a"] } ?? [:]
            let asked = try request("https://a.com/\(path)?page=\(path % 2)", headers: fields)
            let replies = [#"{"ok":true}"#, #"{"password":"hunter2hunter2"}"#, "", "\u{0}bytes"]
            let reply = replies.randomElement(using: &random) ?? ""
            return .of(asked, reply, second: Double(Int.random(in: 0...5, using: &random)), at: start)
        }
    }

    private func document(_ file: URL) throws -> Data {
        HARDocument(entries: try CassetteFile(contentsOf: file).entries).data
    }

    /// Saves after some of the exchanges, and looks after each save that no exchange is missing.
    private func save(
        _ exchanges: [RecordedRequest], into file: URL, _ mode: RecordMode, _ random: inout SplitMix64
    ) throws {
        let cassette = try Cassette.open(file, mode)
        cassette.prepareSavingOften()
        var count = mode == .new ? cassette.entries.count : 0
        for exchange in exchanges {
            cassette.record(exchange)
            count += 1
            guard Bool.random(using: &random) else { continue }
            try cassette.saveEndedExchanges(isLast: false)
            let bytes = try Data(contentsOf: file)
            #expect(try document(file) == bytes)
            #expect(try CassetteFile(contentsOf: file).entries.count >= count)
        }
        try cassette.saveEndedExchanges()
    }

    @Test(arguments: 0..<40) func savingOftenWritesTheSameFile(seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        let folder = try TestFolder()
        let (often, once) = (folder.file("often.har"), folder.file("once.har"))
        for (index, mode) in [RecordMode.new, .new, .all].enumerated() {
            let made = try exchanges(&random, at: recordingStart.addingTimeInterval(Double(index) * 3))
            try save(made, into: often, mode, &random)
            let cassette = try Cassette.open(once, mode)
            for exchange in made { cassette.record(exchange) }
            try cassette.saveEndedExchanges()
            #expect(try contents(often, mode) == contents(once, mode))
            // Later modes continue one file.
            try Data(contentsOf: often).write(to: once)
        }
    }

    /// Returns what must be equal: not the numbers, which follow the order in which secrets became known.
    ///
    /// A recording that replaces a file keeps times of the file, also those that an earlier save wrote.
    private func contents(_ file: URL, _ mode: RecordMode) throws -> [String] {
        let texts = try CassetteFile(contentsOf: file).entries.map { entry in
            var entry = entry
            if mode == .all { entry.startedDateTime = "" }
            let text = String(decoding: entry.json.data, as: UTF8.self)
            // The size of a body follows the length of its numbers.
            return text.replacing(/"(bodySize|size)": [0-9]+/, with: "").replacing(/REDACTED-[0-9]+/, with: "REDACTED")
        }
        return mode == .all ? texts.sorted() : texts
    }

    /// Equal requests that end in another order than they began are all in the file.
    @Test func equalRequestsThatEndInAnotherOrderAreAllSaved() throws {
        let folder = try TestFolder()
        let cassette = try Cassette.open(folder.file(), .new)
        cassette.record(.of(try request("https://a.com/1"), "later", second: 5))
        try cassette.saveEndedExchanges(isLast: false)
        cassette.record(.of(try request("https://a.com/1"), "earlier", second: 2))
        try cassette.saveEndedExchanges()
        let bodies = try Cassette.open(folder.file()).entries.map { String(decoding: $0.responseBody, as: UTF8.self) }
        #expect(bodies == ["earlier", "later"])
    }

    @Test func entriesOfTheFileStayUntilTheyAreRecordedAgain() throws {
        let folder = try TestFolder()
        let made = try (0..<4).map { try RecordedRequest.of(request("https://a.com/\($0)"), "old", second: Double($0)) }
        try Cassette.record(made, into: folder.file())
        let before = try Data(contentsOf: folder.file())
        let cassette = try Cassette.open(folder.file(), .all)
        cassette.prepareSavingOften()
        cassette.record(.of(try request("https://a.com/2"), "old", second: 100))
        try cassette.saveEndedExchanges(isLast: false)
        #expect(try Data(contentsOf: folder.file()) == before)
        cassette.record(.of(try request("https://a.com/1"), "new", second: 101))
        try cassette.saveEndedExchanges(isLast: false)
        let bodies = try Cassette.open(folder.file()).entries.map { String(decoding: $0.responseBody, as: UTF8.self) }
        #expect(bodies == ["old", "new", "old", "old"])
    }

    @Test func fileIsCreatedWithItsFirstEntry() throws {
        let folder = try TestFolder()
        let cassette = try Cassette.open(folder.file(), .new)
        cassette.prepareSavingOften()
        #expect(try cassette.saveEndedExchanges(isLast: false) == 0)
        #expect(try folder.names.isEmpty)
        cassette.record(.of(try request("https://a.com/1"), "1"))
        try cassette.saveEndedExchanges(isLast: false)
        #expect(try Cassette.open(folder.file()).entries.count == 1)
    }

    @Test func fileThatAnotherProcessWritesIsContinued() throws {
        let folder = try TestFolder()
        let cassette = try Cassette.open(folder.file(), .new)
        cassette.prepareSavingOften()
        func urls() throws -> [String] { try Cassette.open(folder.file()).entries.map(\.url) }
        cassette.record(.of(try request("https://a.com/1"), "1"))
        try cassette.saveEndedExchanges(isLast: false)
        var entries = try CassetteFile(contentsOf: folder.file()).entries
        entries.append(
            HAREntry(
                startedDateTime: HARDate.text(of: recordingStart.addingTimeInterval(1)),
                request: HARRequest(method: "GET", url: "https://a.com/other", headers: [], body: nil),
                response: HARResponse(status: 200, headers: [], body: HARBody(Data(), type: nil))))
        try HARDocument(entries: entries).data.write(to: folder.file())
        cassette.record(.of(try request("https://a.com/2"), "2", second: 2))
        try cassette.saveEndedExchanges(isLast: false)
        #expect(try urls() == ["https://a.com/1", "https://a.com/other", "https://a.com/2"])
        // A file that is gone is written again, with all that was recorded.
        try FileManager.default.removeItem(at: folder.file())
        cassette.record(.of(try request("https://a.com/3"), "3", second: 3))
        try cassette.saveEndedExchanges(isLast: false)
        #expect(try urls() == ["https://a.com/1", "https://a.com/2", "https://a.com/3"])
        try cassette.saveEndedExchanges()
        #expect(try urls() == ["https://a.com/1", "https://a.com/2", "https://a.com/3"])
    }

    /// A secret that a later exchange names leaves out the earlier exchange that has it unnamed.
    @Test func secretThatIsLearntLaterLeavesOutEarlierExchanges() throws {
        let folder = try TestFolder()
        let cassette = try Cassette.open(folder.file(), .new)
        cassette.prepareSavingOften()
        cassette.record(.of(try request("https://a.com/1"), "see a1b2c3d4e5f6g7", type: "text/plain"))
        cassette.record(.of(try request("https://a.com/2"), "2", second: 1))
        try cassette.saveEndedExchanges(isLast: false)
        cassette.record(
            .of(try request("https://a.com/3", headers: ["Authorization": "Bearer a1b2c3d4e5f6g7"]), "3", second: 2))
        try cassette.saveEndedExchanges(isLast: false)
        #expect(try !String(decoding: Data(contentsOf: folder.file()), as: UTF8.self).contains("a1b2c3d4e5f6g7"))
    }
}
