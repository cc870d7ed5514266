import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLError {
    /// An error as a client of the URL loading system expects it.
    ///
    /// One of the domain `NSURLErrorDomain` becomes a `URLError`, which `catch let error as URLError` does not find in
    /// an `NSError` on Linux, and names the failing URL under both of Foundation's keys. Any other stays as it is.
    static func conforming(_ error: any Error, url: URL?) -> any Error {
        let code: URLError.Code
        var userInfo: [String: Any]
        if let error = error as? URLError {
            code = error.code
            userInfo = error.errorUserInfo
        } else {
            let foundationError = error as NSError
            guard foundationError.domain == NSURLErrorDomain,
                let foundationCode = URLError.Code(rawValue: foundationError.code)
            else { return error }
            code = foundationCode
            userInfo = foundationError.userInfo
        }
        if let url {
            // The second key is deprecated as a constant, and still what older code reads.
            for (key, value) in [NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": url.absoluteString]
                as [String: Any] where userInfo[key] == nil
            {
                userInfo[key] = value
            }
        }
        return URLError(code, userInfo: userInfo)
    }
}
