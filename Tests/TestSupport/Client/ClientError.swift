import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An error as a client sees it, in a form that tests can compare.
public struct ClientError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The domain; `NSURLErrorDomain` for errors of the URL loading system.
    public var domain: String
    /// The code in the domain.
    public var code: Int
    /// Whether `catch let error as URLError` catches it.
    public var isURLError: Bool
    /// The path and query of the failing URL; nil if the error has no failing URL.
    public var failingTarget: String?

    /// Creates an error from its parts.
    public init(domain: String, code: Int, isURLError: Bool, failingTarget: String? = nil) {
        self.domain = domain
        self.code = code
        self.isURLError = isURLError
        self.failingTarget = failingTarget
    }

    /// Creates the comparable form of an error.
    public init(_ error: any Error) {
        let bridged = error as NSError
        domain = bridged.domain
        code = bridged.code
        isURLError = error is URLError
        failingTarget = (bridged.userInfo[NSURLErrorFailingURLErrorKey] as? URL).map(\.target)
    }

    /// The error that the driver reports for a request that never ends.
    public static let hung = ClientError(domain: "ClientDriver", code: 1, isURLError: false)

    /// The domain, the code and, if known, the failing path and query.
    public var description: String {
        let name = isURLError ? "URLError" : domain
        return "\(name) \(code)" + (failingTarget.map { " at \($0)" } ?? "")
    }
}

extension URL {
    /// The path and the query, percent-encoded, which do not depend on the server's address.
    var target: String {
        let components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        guard let components else { return absoluteString }
        return components.percentEncodedPath + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}
