import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockRecording

/// Files that are links, folders, or not accessible.
@Suite(.bounded) struct UnusualFileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func exchange(_ reply: String = "new") throws -> RecordedRequest {
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

    @Test(arguments: ["shared/target.har", "link/target.har", "./shared/../shared/target.har"])
    func targetThatDoesNotExistYetIsMadeAndTheLinkStays(path: String) throws {
        try FileManager.default.createDirectory(at: folder.file("shared"), withIntermediateDirectories: true)
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "shared")
        try files.createSymbolicLink(atPath: folder.file().path, withDestinationPath: path)
        try Cassette.record([exchange()], into: folder.file())
        #expect(try files.destinationOfSymbolicLink(atPath: folder.file().path) == path)
        let target = folder.file("shared").appendingPathComponent("target.har")
        #expect(try Cassette.open(target).played(request("https://a.com/x")) == "new")
        #expect(try folder.names == ["link", "shared", "shop.har"])
    }

    @Test(arguments: ["shared/new.har", "shared/deep/new.har"])
    func newFileBelowALinkedFolderIsTheSameFile(path: String) throws {
        try FileManager.default.createDirectory(at: folder.file("shared"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file("shared"))
        let first = try Cassette.open(folder.file(path), .all)
        let linked = folder.file(path.replacingOccurrences(of: "shared", with: "link"))
        #expect(
            message { _ = try Cassette.open(linked, .all) }
                .contains("record into the same file at the same time: \(folder.file(path).path). To fix this"))
        withExtendedLifetime(first) {}
    }

    /// A file whose existence is unknown must not count as missing, because it would be recorded over.
    @Test(arguments: RecordMode.allCases)
    func fileThatCanNotBeExaminedIsNotMissing(mode: RecordMode) throws {
        let loop = folder.file("loop.har")
        try FileManager.default.createSymbolicLink(at: loop, withDestinationURL: loop)
        for file in [loop, folder.file(String(repeating: "x", count: 300))] {
            let text = message { _ = try Cassette.open(file, mode) }
            #expect(text.hasPrefix("the cassette \(file.path) can't be read: "))
            #expect(text.hasSuffix(". To fix this, check the file and its permissions. It was not changed."))
            #expect(!text.contains(".."))
        }
    }

    @Test(arguments: RecordMode.allCases)
    func folderInPlaceOfTheFileIsAnError(mode: RecordMode) throws {
        try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: true)
        let path = folder.file().path
        #expect(
            message { _ = try Cassette.open(folder.file(), mode) }
                == "the cassette \(path) can't be read: Is a directory. To fix this, check the file and its permissions. It was "
                + "not changed.")
    }

    @Test func fileInPlaceOfTheFolderIsAnError() throws {
        let file = try folder.write("no folder", to: "plain").appendingPathComponent("shop.har")
        let text = message { try Cassette.record([exchange()], into: file) }
        let path = folder.file("plain").path
        #expect(
            text
                == "the folder \(path) can't be created: File exists. To fix this, check the folder and its permissions. The "
                + "cassette was not changed.")
    }

    @Test func reasonOfTheSystemIsInTheError() throws {
        for (name, verb) in [(".shop.har.lock", "locked"), (".shop.har.tmp", "opened for writing")] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
            let text = message { try Cassette.record([exchange()], into: folder.file()) }
            #expect(
                text
                    == "the file \(folder.file(name).path) can't be \(verb): Is a directory. To fix this, check the folder "
                    + "and its permissions. The cassette was not changed.")
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

    @Test func fullDiskNeedsRoomAndAnotherFailureAnotherFolder() {
        #expect(LockedFile.fix(of: ENOSPC) == "make room on its disk")
        #expect(LockedFile.fix(of: EDQUOT) == "make room on its disk")
        #expect(LockedFile.fix(of: EACCES) == "check the folder and its permissions")
    }

    @Test func recordingWithAFailureIsNotWrittenElsewhereEither() throws {
        let cassette = try Cassette.open(folder.file(), .all)
        cassette.record(try exchange())
        cassette.record(
            RecordedRequest(
                request: try request("https://a.com/y"), start: recordingStart, status: nil, headers: [:], chunks: [],
                error: URLError(.timedOut)))
        #expect(
            message { try cassette.write(to: folder.file("copy.har"), format: .har) }
                .contains("failed to reach the network"))
        #expect(try folder.names.isEmpty)
    }
}
