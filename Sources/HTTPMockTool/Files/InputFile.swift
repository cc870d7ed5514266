import Foundation
import HTTPMock

/// A file that the user has named, or standard input.
struct InputFile {
    /// The word for standard input and, as the name of an output, for standard output.
    static let standardInput = "-"

    /// The file as it was given.
    let path: String
    /// The file to read; a copy of an original that can be read only once.
    let url: URL

    /// Creates the file that a word of the command line names.
    ///
    /// - Throws: ``ToolError`` if standard input, a pipe or a device can't be copied.
    init(_ path: String) throws(ToolError) {
        self.path = path
        url = Self.isReadOnce(path) ? try Self.copy(of: path) : URL(fileURLWithPath: path)
    }

    /// Whether there is such a file.
    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Returns whether a path names standard input, a pipe, as the shell's `<(COMMAND)` does, or a character device.
    static func isReadOnce(_ path: String) -> Bool {
        if path == standardInput { return true }
        return [S_IFIFO, S_IFCHR].contains(URL(fileURLWithPath: path).fileKind)
    }

    /// The copies by the paths of the originals, each in a folder of its own.
    private static let copies = Locked<[String: URL]>([:])

    /// Returns a copy of standard input, of a pipe or of a device, which can be read only once.
    ///
    /// The copy is removed when the process ends.
    private static func copy(of path: String) throws(ToolError) -> URL {
        let (known, isFirst) = copies.withLock { ($0[path], $0.isEmpty) }
        if let known { return known }
        if isFirst { atexit { InputFile.removeCopies() } }
        let isStandardInput = path == standardInput
        let name = Self.name(of: path)
        let new = temporaryFolder()
        let file = new.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
        copies.withLock { $0[path] = file }
        let data: Data
        do {
            var handle = FileHandle.standardInput
            if !isStandardInput { handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) }
            data = try handle.readToEnd() ?? Data()
        } catch {
            throw ToolError(
                "\(name) can't be read: \(error.reason). To fix this, give it a file: http-mock inspect - < FILE"
            )
        }
        do {
            try data.write(to: file)
        } catch {
            throw ToolError("\(name) can't be kept: \(error.reason). To fix this, make room in \(new.path).")
        }
        return file
    }

    private static func name(of path: String) -> String { path == standardInput ? "standard input" : path }

    /// Returns a message with the originals in place of their copies, which the user has never seen.
    static func withoutCopies(_ message: String) -> String {
        var message = message
        for (path, copy) in copies.withLock({ $0 }) {
            message = message.replacingOccurrences(of: copy.path, with: name(of: path))
        }
        return message
    }

    private static func removeCopies() {
        for file in copies.withLock({ $0 }).values {
            try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
        }
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
