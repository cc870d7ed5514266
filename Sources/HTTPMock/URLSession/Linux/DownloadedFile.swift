#if canImport(FoundationNetworking)
    import Foundation

    /// The file of a download task, written in chunks so that downloads need little memory.
    ///
    /// Created and owned by one ``LoadTransport``. The receiver of the file removes it, as with the native loader.
    final class DownloadedFile: @unchecked Sendable {
        // Sendable, because `handle` and `problem` are touched on `queue` only.
        let url: URL
        private let queue = DispatchQueue(label: "HTTPMock.download")
        private var handle: FileHandle?
        private var problem: (any Error)?

        init() {
            let name = "HTTPMockDownload_\(UUID().uuidString).tmp"
            url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        }

        /// Writes a chunk asynchronously.
        ///
        /// - Parameters:
        ///   - chunk: The bytes.
        ///   - done: Called on any thread once the chunk is written, or writing has failed.
        func append(_ chunk: Data, then done: (@Sendable () -> Void)?) {
            queue.async { [self] in
                do {
                    try open().write(contentsOf: chunk)
                } catch {
                    problem = problem ?? error
                }
                done?()
            }
        }

        /// Closes the file asynchronously.
        ///
        /// - Parameter done: Called on any thread with the first error; nil if there was none.
        func close(then done: @escaping @Sendable ((any Error)?) -> Void) {
            queue.async { [self] in
                do {
                    try open().close()
                } catch {
                    problem = problem ?? error
                }
                handle = nil
                done(problem)
            }
        }

        /// Removes the file asynchronously, because the download has failed or was cancelled.
        func remove() {
            queue.async { [self] in
                try? handle?.close()
                handle = nil
                try? FileManager.default.removeItem(at: url)
            }
        }

        private func open() throws -> FileHandle {
            if let handle { return handle }
            if let problem { throw problem }
            guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
                throw URLError(.cannotCreateFile, userInfo: [NSFilePathErrorKey: url.path])
            }
            let opened = try FileHandle(forWritingTo: url)
            handle = opened
            return opened
        }
    }
#endif
