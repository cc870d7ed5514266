import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads a file, and reports the progress.
///
/// A cancelled task does not cancel the download.
struct Downloader: Sendable {
    let configuration: URLSessionConfiguration

    /// Returns the body of the response, and throws ``StatusError`` if its status is no success.
    ///
    /// - Parameter progress: Called with the fraction that has arrived, 0 to 1, on the session's delegate queue;
    ///   never called for a response without a `Content-Length`.
    func download(
        _ url: URL, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            let observer = Observer(progress: progress) {
                continuation.resume(with: $0)
            }
            let session = URLSession(
                configuration: configuration, delegate: observer,
                delegateQueue: nil)
            session.downloadTask(with: url).resume()
            session.finishTasksAndInvalidate()
        }
    }

    private final class Observer: NSObject, URLSessionDownloadDelegate,
        @unchecked Sendable
    {
        private let progress: @Sendable (Double) -> Void
        private let end: @Sendable (Result<Data, any Error>) -> Void
        // Used on the delegate queue only, which makes one call at a time.
        private var content = Result<Data, any Error>.success(Data())

        init(
            progress: @escaping @Sendable (Double) -> Void,
            end: @escaping @Sendable (Result<Data, any Error>) -> Void
        ) {
            self.progress = progress
            self.end = end
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask,
            didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
            totalBytesExpectedToWrite: Int64
        ) {
            guard totalBytesExpectedToWrite > 0 else { return }
            progress(
                Double(totalBytesWritten) / Double(totalBytesExpectedToWrite))
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask,
            didFinishDownloadingTo location: URL
        ) {
            // The file is gone after this call.
            content = Result { try Data(contentsOf: location) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            if let error = error ?? StatusError(task.response) {
                return end(.failure(error))
            }
            end(content)
        }
    }
}
