open class HTTPCookie: NSObject, @unchecked Sendable {
    public init?(properties: [HTTPCookiePropertyKey: Any])
    open class func requestHeaderFields(with cookies: [HTTPCookie]) -> [String: String]
    open class func cookies(withResponseHeaderFields headerFields: [String: String], for URL: URL) -> [HTTPCookie]

    open var name: String { get }
    open var value: String { get }
    open var domain: String { get }
    open var path: String { get }
    open var expiresDate: Date? { get }

    public enum AcceptPolicy: UInt, @unchecked Sendable {
        case always, never, onlyFromMainDocumentDomain
    }
}

public struct HTTPCookiePropertyKey: Hashable, RawRepresentable, @unchecked Sendable {
    public init(_ rawValue: String)
    public init(rawValue: String)
    public let rawValue: String
    public static let name, value, domain, path: HTTPCookiePropertyKey
}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {
    open class var shared: HTTPCookieStorage { get }
    open var cookies: [HTTPCookie]? { get }
    open var cookieAcceptPolicy: HTTPCookie.AcceptPolicy
    open func setCookie(_ cookie: HTTPCookie)
    open func deleteCookie(_ cookie: HTTPCookie)
    open func cookies(for URL: URL) -> [HTTPCookie]?
    open func setCookies(_ cookies: [HTTPCookie], for URL: URL?, mainDocumentURL: URL?)
}
