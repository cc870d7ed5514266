import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLError {
    /// Returns an error as a client of the URL loading system catches it.
    ///
    /// An error of the domain `NSURLErrorDomain` becomes a `URLError`, because `catch let error as URLError` does not
    /// match an `NSError` on Linux (FoundationOnLinux.md, "Errors of a custom protocol"). Any other error stays
    /// unchanged. Never called on a work queue, because reading the error's `userInfo` may run the user's code.
    static func conforming(_ error: any Error) -> any Error {
        if error is URLError { return error }
        let foundationError = error as NSError
        // This initializer is failable in FoundationNetworking, but not in Apple's Foundation.
        let code: URLError.Code? = URLError.Code(rawValue: foundationError.code)
        guard foundationError.domain == NSURLErrorDomain, let code else { return error }
        return URLError(code, userInfo: foundationError.userInfo)
    }

    /// The meaning of a frequent code in a few words; nil for any other code.
    var name: String? {
        switch code {
        case .cancelled: "cancelled"
        case .timedOut: "timed out"
        case .cannotFindHost: "host not found"
        case .cannotConnectToHost: "no connection to the host"
        case .networkConnectionLost: "connection lost"
        case .notConnectedToInternet: "offline"
        case .httpTooManyRedirects: "too many redirects"
        case .badURL: "not a URL"
        case .unsupportedURL: "unsupported URL"
        case .badServerResponse: "bad response"
        case .dataLengthExceedsMaximum: "response too large"
        default: nil
        }
    }

    /// Returns a `URLError` with the failing URL under both keys; any other error unchanged.
    static func adding(_ url: URL?, to error: any Error) -> any Error {
        guard let url, let error = error as? URLError else { return error }
        // The constant of the second key is deprecated, but older code reads the key.
        let added: [String: Any] = [
            NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": url.absoluteString,
        ]
        return URLError(error.code, userInfo: error.errorUserInfo.merging(added) { known, _ in known })
    }
}
