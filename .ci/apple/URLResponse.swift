open class URLResponse: NSObject, NSCopying, @unchecked Sendable {
    public init(url: URL, mimeType MIMEType: String?, expectedContentLength length: Int, textEncodingName name: String?)
    open func copy(with zone: NSZone?) -> Any

    open var url: URL? { get }
    open var mimeType: String? { get }
    open var expectedContentLength: Int64 { get }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public init?(url: URL, statusCode: Int, httpVersion HTTPVersion: String?, headerFields: [String: String]?)

    open var statusCode: Int { get }
    open var allHeaderFields: [AnyHashable: Any] { get }
    open func value(forHTTPHeaderField field: String) -> String?
    open class func localizedString(forStatusCode statusCode: Int) -> String
}

open class CachedURLResponse: NSObject, NSCopying, @unchecked Sendable {
    public init(response: URLResponse, data: Data)
    open func copy(with zone: NSZone?) -> Any

    open var response: URLResponse { get }
    open var data: Data { get }
}

open class URLCache: NSObject, @unchecked Sendable {
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?)
    open func cachedResponse(for request: URLRequest) -> CachedURLResponse?
    open func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest)

    public enum StoragePolicy: UInt, @unchecked Sendable {
        case allowed, allowedInMemoryOnly, notAllowed
    }
}
