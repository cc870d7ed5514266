open class URLSession: NSObject, @unchecked Sendable {
    open class var shared: URLSession { get }
    public convenience init(configuration: URLSessionConfiguration)
    public convenience init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?)

    open var delegateQueue: OperationQueue { get }
    open var delegate: (any URLSessionDelegate)? { get }
    open var configuration: URLSessionConfiguration { get }

    open func finishTasksAndInvalidate()
    open func invalidateAndCancel()
    open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void)

    open func dataTask(with request: URLRequest) -> URLSessionDataTask
    open func dataTask(with url: URL) -> URLSessionDataTask
    open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask
    open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask
    open func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask
    open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask
    open func downloadTask(with url: URL) -> URLSessionDownloadTask
    open func webSocketTask(with url: URL) -> URLSessionWebSocketTask
    public typealias DataHandler = @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    open func dataTask(with request: URLRequest, completionHandler: @escaping DataHandler) -> URLSessionDataTask
    open func dataTask(with url: URL, completionHandler: @escaping DataHandler) -> URLSessionDataTask
    open func uploadTask(
        with request: URLRequest, fromFile fileURL: URL, completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask
    open func uploadTask(
        with request: URLRequest, from bodyData: Data?, completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask
    open func downloadTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDownloadTask

    public enum ResponseDisposition: Int, @unchecked Sendable {
        case cancel, allow, becomeDownload, becomeStream
    }

    public enum AuthChallengeDisposition: Int, @unchecked Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }
}

extension URLSession {
    public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil)
        async throws -> (Data, URLResponse)
    public func data(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (Data, URLResponse)
    public func upload(
        for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse)
    public func upload(
        for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse)
    public func download(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse)
    public func download(from url: URL, delegate: (any URLSessionTaskDelegate)? = nil)
        async throws -> (URL, URLResponse)
}

open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { get }
    open class var ephemeral: URLSessionConfiguration { get }
    open func copy(with zone: NSZone?) -> Any

    open var identifier: String? { get }
    open var requestCachePolicy: NSURLRequest.CachePolicy
    open var timeoutIntervalForRequest, timeoutIntervalForResource: TimeInterval
    open var allowsCellularAccess, waitsForConnectivity, httpShouldSetCookies: Bool
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var httpCookieStorage: HTTPCookieStorage?
    open var urlCredentialStorage: URLCredentialStorage?
    open var urlCache: URLCache?
    open var protocolClasses: [AnyClass]?
}
