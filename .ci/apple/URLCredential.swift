open class URLCredential: NSObject, @unchecked Sendable {
    public convenience init(user: String, password: String, persistence: URLCredential.Persistence)
    public enum Persistence: UInt, @unchecked Sendable {
        case none, forSession, permanent, synchronizable
    }
    open var user: String? { get }
    open var password: String? { get }
}

open class URLCredentialStorage: NSObject, @unchecked Sendable {
    open class var shared: URLCredentialStorage { get }
    open func setDefaultCredential(_ credential: URLCredential, for space: URLProtectionSpace)
    open func set(_ credential: URLCredential, for space: URLProtectionSpace)
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    public init(
        protectionSpace space: URLProtectionSpace, proposedCredential credential: URLCredential?,
        previousFailureCount: Int, failureResponse response: URLResponse?, error: (any Error)?,
        sender: any URLAuthenticationChallengeSender)
    open var protectionSpace: URLProtectionSpace { get }
    open var previousFailureCount: Int { get }
    open var proposedCredential: URLCredential? { get }
}

open class URLProtectionSpace: NSObject, @unchecked Sendable {
    public init(host: String, port: Int, protocol: String?, realm: String?, authenticationMethod: String?)
    open var authenticationMethod: String { get }
    open var host: String { get }
    open var realm: String? { get }
}

public var NSURLAuthenticationMethodHTTPBasic: String { get }

public protocol URLAuthenticationChallengeSender: NSObjectProtocol, Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge)
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge)
    func cancel(_ challenge: URLAuthenticationChallenge)
}
