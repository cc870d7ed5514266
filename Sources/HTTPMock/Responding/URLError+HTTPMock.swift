import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLError {
    /// Returns an error as a client of the URL loading system catches it.
    ///
    /// An error of the domain `NSURLErrorDomain` becomes a `URLError`, because `catch let error as URLError` does not
    /// match an `NSError` on Linux. Any other stays as it is. Reads the error's `userInfo`, which may be the user's
    /// code, so not to be called on a work queue.
    static func conforming(_ error: any Error) -> any Error {
        if error is URLError { return error }
        let foundationError = error as NSError
        // Optional here, but not in Apple's Foundation.
        let code: URLError.Code? = URLError.Code(rawValue: foundationError.code)
        guard foundationError.domain == NSURLErrorDomain, let code else { return error }
        return URLError(code, userInfo: foundationError.userInfo)
    }

    /// Returns a URL error with the failing URL under both of Foundation's keys; any other error as it is.
    static func adding(_ url: URL?, to error: any Error) -> any Error {
        guard let url, let error = error as? URLError else { return error }
        var userInfo = error.errorUserInfo
        // The second key is deprecated as a constant, but older code reads it.
        for (key, value) in [NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": url.absoluteString]
            as [String: Any] where userInfo[key] == nil
        {
            userInfo[key] = value
        }
        return URLError(error.code, userInfo: userInfo)
    }
}
