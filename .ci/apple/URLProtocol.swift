open class URLProtocol: NSObject {
    // Designated, and not `required` as on Linux.
    public init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?)
    public convenience init(task: URLSessionTask, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?)

    open var client: (any URLProtocolClient)? { get }
    open var request: URLRequest { get }
    open var cachedResponse: CachedURLResponse? { get }
    open var task: URLSessionTask? { get }

    open class func canInit(with request: URLRequest) -> Bool
    open class func canInit(with task: URLSessionTask) -> Bool
    open class func canonicalRequest(for request: URLRequest) -> URLRequest
    open func startLoading()
    open func stopLoading()

    open class func property(forKey key: String, in request: URLRequest) -> Any?
    open class func setProperty(_ value: Any, forKey key: String, in request: NSMutableURLRequest)

    @discardableResult open class func registerClass(_ protocolClass: AnyClass) -> Bool
    open class func unregisterClass(_ protocolClass: AnyClass)
}

public protocol URLProtocolClient: NSObjectProtocol {
    func urlProtocol(
        _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)
    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)
    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}

// Only passed on. Its `httpMethod` is no optional, as it is on Linux, so it has no members of its own here.
open class NSMutableURLRequest: NSURLRequest, @unchecked Sendable {}
