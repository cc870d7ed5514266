import Foundation

/// An open file that is read in chunks, so that large files need little memory.
///
/// Owned by a request's plan. The methods may block, so they are called on the ``WorkerThreads`` for files.
final class FileReader: @unchecked Sendable {
    // Sendable: `handle` is used for one read at a time, by the one request that owns the reader.
    private let handle: FileHandle
    /// The size of the file in bytes when it was opened.
    let count: Int
    /// The size of a chunk in bytes, unless the delivery has another one.
    static let chunkSize = 64 << 10

    init(_ url: URL) throws {
        do {
            // A directory can be opened as a file, but not read.
            let values = try url.resourceValues(forKeys: [.isDirectoryKey])
            if values.isDirectory == true { throw CocoaError(.fileReadUnknown) }
            handle = try FileHandle(forReadingFrom: url)
            count = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
        } catch {
            throw HTTPMockError(
                "the file \(url.path) can't be read (\(error.reason)). To fix this, check that the file "
                    + "exists, is readable and, in a package, is listed under the target's resources")
        }
    }

    /// Returns the next bytes; nil at the end of the file.
    func read(upTo size: Int) throws -> Data? {
        guard let chunk = try handle.read(upToCount: size), !chunk.isEmpty else { return nil }
        return chunk
    }
}
