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

/// The file of an upload, read whole only if the body is used.
package final class UploadedFile: Sendable {
    private let url: URL
    let count: Int
    /// The first bytes, as many as the log keeps.
    let start: Data
    private let whole = Locked<Data?>(nil)

    /// Opens a file and reads its first bytes; may block.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - limit: The maximum number of bytes to read.
    /// - Throws: `URLError.fileDoesNotExist`, as Foundation's own loader does.
    init(_ url: URL, readingUpTo limit: Int) throws {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            start = try handle.read(upToCount: limit) ?? Data()
            count = Int(try handle.seekToEnd())
        } catch {
            throw URLError(.fileDoesNotExist)
        }
        self.url = url
    }

    /// All bytes; only the first bytes if the file can no longer be read.
    var data: Data {
        if count == start.count { return start }
        if let data = whole.withLock({ $0 }) { return data }
        let data = (try? Data(contentsOf: url)) ?? start
        whole.withLock { $0 = data }
        return data
    }
}
