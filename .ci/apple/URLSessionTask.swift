open class URLSessionTask: NSObject, NSCopying, @unchecked Sendable {
    open func copy(with zone: NSZone?) -> Any

    open var taskIdentifier: Int { get }
    open var originalRequest: URLRequest? { get }
    open var currentRequest: URLRequest? { get }
    open var response: URLResponse? { get }
    open var delegate: (any URLSessionTaskDelegate)?
    open var countOfBytesReceived: Int64 { get }
    open var countOfBytesSent: Int64 { get }
    open var countOfBytesExpectedToSend: Int64 { get }
    open var countOfBytesExpectedToReceive: Int64 { get }
    open var state: URLSessionTask.State { get }
    open var error: (any Error)? { get }
    open var priority: Float
    open var progress: Progress { get }

    open func cancel()
    open func suspend()
    open func resume()

    public enum State: Int, @unchecked Sendable {
        case running, suspended, canceling, completed
    }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {}

open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}

public protocol URLSessionDownloadDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL)
}

open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
    open var transactionMetrics: [URLSessionTaskTransactionMetrics] { get }
    open var redirectCount: Int { get }
}

open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {}
