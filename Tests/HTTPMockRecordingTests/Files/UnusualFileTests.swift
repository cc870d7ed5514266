import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Files that are links, folders, or not accessible.
@Suite struct UnusualFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func exchange(_ reply: String = "new") throws -> PassedExchange {
        .of(try request("https://a.com/x"), reply)
    }

    @Test func targetOfALinkIsChangedAndTheLinkStays() throws {
        try FileManager.default.createDirectory(at: folder.file("shared"), withIntermediateDirectories: true)
        let target = folder.file("shared").appendingPathComponent("target.har")
        try Cassette.record([exchange("old")], into: target)
        try FileManager.default.createSymbolicLink(at: folder.file(), withDestinationURL: target)
        try Cassette.record([exchange()], into: folder.file())
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file().path) == target.path)
        #expect(try Cassette.open(target).played(request("https://a.com/x")) == "new")
        #expect(try folder.names == ["shared", "shop.har"])
    }

    /// A file whose existence is unknown must not count as missing, because it would be recorded over.
    @Test(arguments: RecordMode.allCases)
    func fileThatCanNotBeExaminedIsNotMissing(mode: RecordMode) throws {
        let loop = folder.file("loop.har")
        try FileManager.default.createSymbolicLink(at: loop, withDestinationURL: loop)
        for file in [loop, folder.file(String(repeating: "x", count: 300))] {
            let text = message { _ = try Cassette.open(file, mode) }
            #expect(text.contains("can't be read: "))
            #expect(text.hasSuffix("To fix this, check the file and its permissions. It was not changed."))
        }
    }

    @Test(arguments: RecordMode.allCases)
    func folderInPlaceOfTheFileIsAnError(mode: RecordMode) throws {
        try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: true)
        #expect(message { _ = try Cassette.open(folder.file(), mode) }.contains("shop.har can't be read: "))
    }

    @Test func fileInPlaceOfTheFolderIsAnError() throws {
        let file = try folder.write("no folder", to: "plain").appendingPathComponent("shop.har")
        let text = message { try Cassette.record([exchange()], into: file) }
        #expect(text.hasPrefix("the file \(folder.file("plain").path) can't be created: "))
        #expect(text.hasSuffix("The cassette was not changed."))
    }

    @Test func reasonOfTheSystemIsInTheError() throws {
        for (name, verb) in [(".shop.har.lock", "locked"), (".shop.har.tmp", "opened for writing")] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
            let text = message { try Cassette.record([exchange()], into: folder.file()) }
            #expect(
                text.hasPrefix("the file \(folder.file(name).path) can't be \(verb): Is a directory. To fix this, "))
            try FileManager.default.removeItem(at: folder.file(name))
        }
    }

    @Test func folderThatIsRemovedBeforeSavingIsMadeAgain() throws {
        let file = folder.file("deep").appendingPathComponent("deeper/shop.har")
        try Cassette.record([exchange("old")], into: file)
        let cassette = try Cassette.open(file, .all)
        cassette.record(try exchange())
        try FileManager.default.removeItem(at: folder.file("deep"))
        try cassette.save()
        #expect(try Cassette.open(file).played(request("https://a.com/x")) == "new")
    }

    @Test func recordingWithAFailureIsNotWrittenElsewhereEither() throws {
        let cassette = try Cassette.open(folder.file(), .all)
        cassette.record(try exchange())
        cassette.record(
            PassedExchange(
                request: try request("https://a.com/y"), start: recordingStart, status: nil, headers: [:], chunks: [],
                error: URLError(.timedOut)))
        #expect(
            message { try cassette.write(to: folder.file("copy.har"), format: .har) }
                .contains("failed to reach the network"))
        #expect(try folder.names.isEmpty)
    }
}
