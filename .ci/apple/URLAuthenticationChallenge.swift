open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    public init(
        protectionSpace space: URLProtectionSpace, proposedCredential credential: URLCredential?,
        previousFailureCount: Int, failureResponse response: URLResponse?, error: (any Error)?,
        sender: any URLAuthenticationChallengeSender)
    open var protectionSpace: URLProtectionSpace { get }
    open var previousFailureCount: Int { get }
    open var proposedCredential: URLCredential? { get }
}

public protocol URLAuthenticationChallengeSender: NSObjectProtocol, Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge)
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge)
    func cancel(_ challenge: URLAuthenticationChallenge)
}

public var NSURLAuthenticationMethodHTTPBasic: String { get }
