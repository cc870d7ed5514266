import Foundation
import HTTPMock
import HTTPMockRecording

@testable import HTTPMockRecording

/// A folder that is there while a test needs it.
final class TestFolder: Sendable {
    let url: URL

    init() throws {
        // Messages name the file that links lead to, and macOS has a link in the path of the temporary folder.
        url = FileManager.default.temporaryDirectory.followingLinks
            .appendingPathComponent("Recording-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String = "shop.har") -> URL { url.appendingPathComponent(name) }

    /// Writes a file and returns where it is.
    func write(_ text: String, to name: String = "shop.har") throws -> URL {
        try Data(text.utf8).write(to: file(name))
        return file(name)
    }

    /// The names of all files, hidden ones included.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
