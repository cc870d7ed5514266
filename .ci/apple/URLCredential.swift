import Foundation

open class URLCredential: NSObject, @unchecked Sendable {
    open var user: String? { get }
    open var password: String? { get }
}

open class URLCredentialStorage: NSObject, @unchecked Sendable {
    open class var shared: URLCredentialStorage { get }
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var previousFailureCount: Int { get }
    open var proposedCredential: URLCredential? { get }
}
