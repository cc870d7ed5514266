import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Uploads bytes, and reports the progress.
///
/// A cancelled task does not cancel the upload.
struct Uploader: Sendable {
    let configuration: URLSessionConfiguration

    /// Uploads with `PUT`, and returns the status of the response.
    ///
    /// - Parameter progress: Called with the fraction that was sent, 0 to 1, on the session's delegate queue.
    func upload(
        _ data: Data, to url: URL,
        progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            let observer = Observer(progress: progress) {
                continuation.resume(with: $0)
            }
            let session = URLSession(
                configuration: configuration, delegate: observer,
                delegateQueue: nil)
            var request = URLRequest(url: url)
            request.httpMethod = "PUT"
            session.uploadTask(with: request, from: data).resume()
            session.finishTasksAndInvalidate()
        }
    }

    private final class Observer: NSObject, URLSessionTaskDelegate {
        private let progress: @Sendable (Double) -> Void
        private let end: @Sendable (Result<Int, any Error>) -> Void

        init(
            progress: @escaping @Sendable (Double) -> Void,
            end: @escaping @Sendable (Result<Int, any Error>) -> Void
        ) {
            self.progress = progress
            self.end = end
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            progress(Double(totalBytesSent) / Double(totalBytesExpectedToSend))
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            didCompleteWithError error: (any Error)?
        ) {
            if let error { return end(.failure(error)) }
            end(.success((task.response as? HTTPURLResponse)?.statusCode ?? 0))
        }
    }
}
