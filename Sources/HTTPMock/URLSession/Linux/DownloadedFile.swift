#if canImport(FoundationNetworking)
    import Foundation

    /// The file of a download task, written in chunks so that downloads need little memory.
    ///
    /// Created and owned by one ``LoadTransport``. The receiver of the file removes it, as with the native loader.
    final class DownloadedFile: @unchecked Sendable {
        // Sendable, because `handle` is touched on `queue` only.
        let url: URL
        private let queue = DispatchQueue(label: "HTTPMock.download")
        /// The open file, or the first error; nil before the first use.
        private var handle: Result<FileHandle, any Error>?

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
                use { try $0.write(contentsOf: chunk) }
                done?()
            }
        }

        /// Closes the file asynchronously.
        ///
        /// - Parameter done: Called on any thread with the first error; nil if there was none.
        func close(then done: @escaping @Sendable ((any Error)?) -> Void) {
            queue.async { [self] in
                use { try $0.close() }
                if case .failure(let problem) = handle { done(problem) } else { done(nil) }
            }
        }

        /// Removes the file asynchronously, because the download has failed or was cancelled.
        func remove() {
            queue.async { [self] in
                try? handle?.get().close()
                try? FileManager.default.removeItem(at: url)
            }
        }

        /// Calls a function with the open file, unless there was an error.
        private func use(_ body: (FileHandle) throws -> Void) {
            handle = Result {
                let file = try handle?.get() ?? open()
                try body(file)
                return file
            }
        }

        private func open() throws -> FileHandle {
            guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
                throw URLError(.cannotCreateFile, userInfo: [NSFilePathErrorKey: url.path])
            }
            return try FileHandle(forWritingTo: url)
        }
    }
#endif
