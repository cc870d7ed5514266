import Foundation

/// The file of an upload, read whole only if a condition or a handler reads the body.
///
/// A file that is larger than its first bytes stays open, so that its content can be read after the file was removed or
/// replaced.
package final class UploadedFile: Sendable {
    let url: URL
    let count: Int
    /// The first bytes, as many as the log keeps.
    let start: Data
    /// The bytes that were read, and the file as long as there are more.
    private let content: Locked<(read: Data, handle: FileHandle?)>

    /// Opens a file and reads its first bytes; may block.
    ///
    /// - Throws: `URLError.fileDoesNotExist`, as Foundation's own loader does.
    init(_ url: URL, readingUpTo limit: Int) throws {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            let start = try handle.read(upToCount: limit) ?? Data()
            let end = (try? handle.seekToEnd()).map { Int($0) }
            if let end, end > start.count {
                (count, content) = (end, Locked((start, handle)))
            } else {
                // A pipe has no end to seek to, and can be read only once.
                let whole = end == nil ? start + (try handle.readToEnd() ?? Data()) : start
                (count, content) = (whole.count, Locked((whole, nil)))
                try handle.close()
            }
            (self.url, self.start) = (url, start)
        } catch {
            throw URLError(.fileDoesNotExist)
        }
    }

    /// All bytes; only the first bytes if the file can no longer be read.
    var data: Data {
        content.withLock { content in
            if let handle = content.handle {
                content = ((try? handle.seek(toOffset: 0)).flatMap { try? handle.readToEnd() } ?? start, nil)
                try? handle.close()
            }
            return content.read
        }
    }
}
