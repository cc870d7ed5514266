public struct URLRequest: Hashable, @unchecked Sendable {
    public typealias CachePolicy = NSURLRequest.CachePolicy

    public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0)

    public var cachePolicy: CachePolicy
    public var timeoutInterval: TimeInterval
    public var url, mainDocumentURL: URL?
    public var httpMethod: String?
    public var allHTTPHeaderFields: [String: String]?
    public var httpBody: Data?
    public var httpBodyStream: InputStream?
    public var httpShouldHandleCookies, allowsCellularAccess: Bool

    public func value(forHTTPHeaderField field: String) -> String?
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String)
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String)
}

// The conversion by `as`.
extension URLRequest: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSURLRequest
    public static func _forceBridgeFromObjectiveC(_ source: NSURLRequest, result: inout URLRequest?)
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSURLRequest, result: inout URLRequest?) -> Bool
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSURLRequest?) -> URLRequest
}

open class NSMutableURLRequest: NSURLRequest, @unchecked Sendable {}

open class NSURLRequest: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    open func copy(with zone: NSZone?) -> Any
    open func mutableCopy(with zone: NSZone?) -> Any

    public enum CachePolicy: UInt, @unchecked Sendable {
        case useProtocolCachePolicy, reloadIgnoringLocalCacheData, returnCacheDataElseLoad, returnCacheDataDontLoad,
            reloadIgnoringLocalAndRemoteCacheData, reloadRevalidatingCacheData
    }
}
