import Foundation

/// The file of an upload.
///
/// A pipe and a small file are read whole at once. A file that has more than the first bytes stays open, and is read
/// whole when its content is first used, even after the file was removed or replaced.
package final class UploadedFile: Sendable {
    let url: URL
    let count: Int
    /// The first bytes, as many as the log keeps.
    let start: Data
    private let content: Locked<Content>

    private struct Content {
        /// The bytes that were read.
        var read: Data
        /// The file; nil once all of its bytes were read.
        var handle: FileHandle?
    }

    /// Opens a file and reads its first bytes; may block.
    ///
    /// - Throws: `URLError.fileDoesNotExist`, as Foundation's own loader does.
    init(_ url: URL, readingUpTo limit: Int) throws {
        self.url = url
        do {
            let handle = try FileHandle(forReadingFrom: url)
            start = try handle.read(upToCount: limit) ?? Data()
            guard let end = try? handle.seekToEnd() else {
                // A pipe has no end to seek to, and can be read only once.
                let whole = start + (try handle.readToEnd() ?? Data())
                count = whole.count
                content = Locked(Content(read: whole))
                try handle.close()
                return
            }
            count = max(Int(end), start.count)
            if count > start.count {
                content = Locked(Content(read: start, handle: handle))
            } else {
                content = Locked(Content(read: start))
                try handle.close()
            }
        } catch {
            throw URLError(.fileDoesNotExist)
        }
    }

    /// All bytes; only the first bytes if the file can no longer be read.
    var data: Data {
        content.withLock { content in
            guard let handle = content.handle else { return content.read }
            do {
                try handle.seek(toOffset: 0)
                content.read = try handle.readToEnd() ?? start
            } catch {
                content.read = start
            }
            try? handle.close()
            content.handle = nil
            return content.read
        }
    }
}
