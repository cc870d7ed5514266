import Foundation
import HTTPMock

/// A file that one caller at a time changes, always as a whole.
struct LockedFile {
    private let url: URL

    /// Creates the value for a file, which is locked only in ``whileLocked(_:)``.
    ///
    /// - Parameter url: The file, or a symbolic link to it. A link stays, and its target is changed.
    init(_ url: URL) {
        self.url = url.followingLinks
    }

    /// Runs a closure while no other caller, of this or of another process, has the file locked.
    ///
    /// - Parameter createsFolder: Whether a missing folder of the file is created; otherwise it is an error.
    func whileLocked<Result>(creatingFolder createsFolder: Bool = true, _ body: () throws -> Result) throws -> Result {
        let folder = url.deletingLastPathComponent()
        if createsFolder {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw failure("created", folder.path, kind: "folder", because: error.reason)
            }
        } else if !FileManager.default.fileExists(atPath: folder.path) {
            throw HTTPMockError(
                "there is no folder \(folder.path) any more. To fix this, create it: mkdir -p \(folder.path)")
        }
        let descriptor = try lock()
        defer {
            // The lock file is removed while it is locked. A waiting process notices the removal and creates another.
            unlink(lockPath)
            close(descriptor)
        }
        return try body()
    }

    /// Replaces the file's text as a whole: a killed process leaves the old or the new bytes.
    ///
    /// The file keeps its permissions and its line ends. Must be called while the file is locked, because all callers
    /// use the same temporary file.
    ///
    /// - Parameter isSynced: Whether the bytes are brought to the disk before they replace the old ones, which may take
    ///   seconds. Otherwise they survive the end of the process, and may be lost if the machine fails.
    func replace(with text: Data, isSynced: Bool = true) throws {
        let old = try? Data(contentsOf: url)
        let data = old.map { text.withLineEnds(of: $0) } ?? text
        guard data != old else {
            if isSynced { sync() }
            return
        }
        let temporaryPath = sibling("tmp")
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("opened for writing", temporaryPath) }
        defer { close(descriptor) }
        var attributes = stat()
        if stat(url.path, &attributes) == 0 { _ = fchmod(descriptor, attributes.st_mode & 0o7777) }
        var succeeds = write(data, to: descriptor)
        if succeeds, isSynced { succeeds = fsync(descriptor) == 0 }
        if succeeds { succeeds = rename(temporaryPath, url.path) == 0 }
        guard succeeds else {
            let error = failure("written", url.path)
            unlink(temporaryPath)
            throw error
        }
    }

    /// Brings the file's bytes to the disk, which an earlier call may not have done.
    private func sync() {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Writes all bytes; false with the reason in `errno` if that fails.
    private func write(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(
                    descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                if count > 0 {
                    written += count
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// The version of the bytes, which changes when anyone writes the file; nil if there is no file.
    var version: Version? {
        var attributes = stat()
        guard stat(url.path, &attributes) == 0 else { return nil }
        #if canImport(Darwin)
            let modified = attributes.st_mtimespec
        #else
            let modified = attributes.st_mtim
        #endif
        return Version(
            file: UInt64(attributes.st_ino), size: Int64(attributes.st_size), seconds: Int64(modified.tv_sec),
            nanoseconds: Int64(modified.tv_nsec))
    }

    /// The identity of a file's bytes, as far as the file system knows it.
    struct Version: Hashable, Sendable {
        let file: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64
    }

    private var lockPath: String { sibling("lock") }

    /// A hidden file next to this one.
    private func sibling(_ kind: String) -> String {
        url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).\(kind)").path
    }

    /// Opens and locks the lock file, and waits while another caller has the lock.
    private func lock() throws -> Int32 {
        // Computed once, because the computation changes errno.
        let lockPath = lockPath
        while true {
            let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { throw failure("locked", lockPath) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    close(descriptor)
                    throw failure("locked", lockPath)
                }
            }
            // Another caller may have removed the file between the two calls. Then the lock has no effect.
            var ours = stat()
            var current = stat()
            if fstat(descriptor, &ours) == 0, stat(lockPath, &current) == 0, ours.st_ino == current.st_ino {
                return descriptor
            }
            close(descriptor)
        }
    }

    /// Returns the error for a call that has just failed.
    ///
    /// - Parameters:
    ///   - verb: The failed action, as in `locked`.
    ///   - path: The path of the file or folder.
    ///   - kind: The word for the file or folder.
    ///   - reason: The reason; nil for that of `errno`.
    private func failure(
        _ verb: String, _ path: String, kind: String = "file", because reason: String? = nil
    ) -> HTTPMockError {
        let fix = Self.fix(of: errno)
        let reason = reason ?? String(cString: strerror(errno))
        return HTTPMockError(
            "the \(kind) \(path) can't be \(verb): \(reason). To fix this, \(fix). The cassette was not changed.")
    }

    /// Returns the advice for an error of the file system, as the end of a sentence.
    static func fix(of code: Int32) -> String {
        if code == ENOSPC || code == EDQUOT { return "make room on its disk" }
        return "check the folder and its permissions"
    }
}

extension Data {
    /// Returns a JSON text with another text's line ends, also at its end, which Git or an editor may have changed.
    ///
    /// Each line feed of a JSON text is between two tokens, because strings have line feeds only as escapes.
    fileprivate func withLineEnds(of other: Data) -> Data {
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var text = self
        if let first = other.firstIndex(of: lineFeed), first > other.startIndex, other[first - 1] == carriageReturn {
            let lines = split(separator: lineFeed, omittingEmptySubsequences: false)
            text = Data(lines.joined(separator: [carriageReturn, lineFeed]))
        }
        if other.last == lineFeed {
            if other.suffix(2).first == carriageReturn { text.append(carriageReturn) }
            text.append(lineFeed)
        }
        return text
    }
}

extension URL {
    /// The target of symbolic links, even if its file or folder does not exist yet.
    ///
    /// `resolvingSymlinksInPath` keeps the links of a path whose last component is missing.
    var followingLinks: URL {
        var path = ""
        var linkCount = 0
        // The names that are not followed yet, last first.
        var rest = Array(Self.names(in: absoluteURL.path).reversed())
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                continue
            }
            let next = "\(path)/\(name)"
            if linkCount < Self.linkLimit,
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: next)
            {
                linkCount += 1
                if target.hasPrefix("/") { path = "" }
                rest += Self.names(in: target).reversed()
            } else {
                path = next
            }
        }
        return URL(fileURLWithPath: path.isEmpty ? "/" : path)
    }

    /// The most links that are followed, as in Linux, because links can form circles.
    private static let linkLimit = 40

    private static func names(in path: String) -> [String] { path.split(separator: "/").map(String.init) }
}
