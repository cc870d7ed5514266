import Foundation

/// A request's body: in memory, or in the file that an upload task sends.
package enum RequestBody: Sendable {
    case data(Data)
    case file(UploadedFile)

    /// All bytes of the body.
    ///
    /// Reads the file if there is one, so it may block.
    var data: Data {
        switch self {
        case .data(let data): data
        case .file(let file): file.data
        }
    }

    /// The number of bytes.
    var count: Int {
        switch self {
        case .data(let data): data.count
        case .file(let file): file.count
        }
    }

    /// The file of the body; nil if the body is in memory.
    var fileURL: URL? {
        guard case .file(let file) = self else { return nil }
        return file.url
    }

    /// Returns the first bytes of the body, without reading a file again.
    ///
    /// - Parameter limit: The maximum number of bytes to return.
    func prefix(_ limit: Int) -> Data {
        switch self {
        case .data(let data): data.count > limit ? Data(Array(data.prefix(limit))) : data
        case .file(let file): file.start.count > limit ? Data(Array(file.start.prefix(limit))) : file.start
        }
    }
}

/// The file of an upload, read whole only if a condition or a handler reads the body.
///
/// A file that is larger than its first bytes stays open, so that its content can be read after the file was removed or
/// replaced.
package final class UploadedFile: Sendable {
    let url: URL
    let count: Int
    /// The first bytes, as many as the log keeps.
    let start: Data
    private let rest: Locked<Rest>

    /// The bytes after the first ones.
    private enum Rest {
        case none
        case unread(FileHandle)
        case read(Data)
    }

    /// Opens a file and reads its first bytes; may block.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - limit: The maximum number of bytes to read.
    /// - Throws: `URLError.fileDoesNotExist`, as Foundation's own loader does.
    init(_ url: URL, readingUpTo limit: Int) throws {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            start = try handle.read(upToCount: limit) ?? Data()
            guard let end = try? handle.seekToEnd() else {
                // A pipe can be read only once, and only to its end.
                let whole = start + (try handle.readToEnd() ?? Data())
                (count, rest) = (whole.count, Locked(.read(whole)))
                self.url = url
                try handle.close()
                return
            }
            count = Int(end)
            if count > start.count {
                rest = Locked(.unread(handle))
            } else {
                rest = Locked(.none)
                try handle.close()
            }
        } catch {
            throw URLError(.fileDoesNotExist)
        }
        self.url = url
    }

    /// All bytes; only the first bytes if the file can no longer be read.
    var data: Data {
        rest.withLock { rest in
            switch rest {
            case .none: return start
            case .read(let data): return data
            case .unread(let handle):
                let data = (try? handle.seek(toOffset: 0)).flatMap { try? handle.readToEnd() } ?? start
                try? handle.close()
                rest = .read(data)
                return data
            }
        }
    }
}
