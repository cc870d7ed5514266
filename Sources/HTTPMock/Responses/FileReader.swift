import Foundation

/// An open file that is read in chunks, so that large files need little memory.
///
/// Created by an ``Exchange`` for one request and owned by the request's plan. The methods may block, so they are
/// called on a ``BackgroundThread``.
final class FileReader: @unchecked Sendable {
    // Sendable: `handle` is used for one read at a time, by the one request that owns the reader.
    private let handle: FileHandle
    /// The size of the file in bytes when it was opened.
    let count: Int

    /// The maximum number of bytes that one read returns.
    static let chunkSize = 64 << 10

    /// Opens a file.
    ///
    /// - Throws: ``HTTPMockError`` naming the file that is missing or unreadable.
    init(_ url: URL) throws {
        do {
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

    deinit {
        try? handle.close()
    }

    /// Returns the next bytes; empty at the end of the file.
    ///
    /// - Parameter size: The maximum number of bytes to return.
    func read(upTo size: Int) throws -> Data {
        try handle.read(upToCount: size) ?? Data()
    }
}
