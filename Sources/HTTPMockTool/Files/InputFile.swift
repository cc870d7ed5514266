import Foundation
import HTTPMock

/// A file that the user has named, or standard input.
struct InputFile {
    /// The word for standard input and, as the name of an output, for standard output.
    static let standardInput = "-"

    /// The file as it was given.
    let path: String
    /// The file to read; a copy of standard input.
    let url: URL

    /// Creates the file that a word of the command line names.
    ///
    /// - Throws: ``ToolError`` if standard input can't be copied.
    init(_ path: String) throws(ToolError) {
        self.path = path
        url = path == Self.standardInput ? try Self.copy() : URL(fileURLWithPath: path)
    }

    /// Whether there is such a file.
    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The folder of the copy of standard input; nil until standard input was read.
    private static let folder = Locked<URL?>(nil)

    /// Returns a copy of standard input, which can be read only once.
    ///
    /// The copy is removed when the process ends.
    private static func copy() throws(ToolError) -> URL {
        if let folder = folder.withLock({ $0 }) { return folder.appendingPathComponent("standard input") }
        let new = temporaryFolder()
        folder.withLock { $0 = new }
        atexit { InputFile.removeCopy() }
        let file = new.appendingPathComponent("standard input")
        let data: Data
        do {
            data = try FileHandle.standardInput.readToEnd() ?? Data()
        } catch {
            throw ToolError(
                "standard input can't be read: \(error.reason). To fix this, give it a file: http-mock inspect - < FILE"
            )
        }
        do {
            try data.write(to: file)
        } catch {
            throw ToolError("standard input can't be kept: \(error.reason). To fix this, make room in \(new.path).")
        }
        return file
    }

    private static func removeCopy() {
        if let folder = folder.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }

    /// Returns a new folder for this user only, because others may guess file names.
    static func temporaryFolder() -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("http-mock-\(UUID().uuidString.prefix(8))")
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder
    }
}
