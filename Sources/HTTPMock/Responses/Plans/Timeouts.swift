import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The limits of a request's duration, on the mock's clock.
///
/// FoundationNetworking enforces neither limit for a custom protocol (FoundationOnLinux.md, "Timeouts"), so an
/// ``Exchange`` enforces both, as Foundation documents them.
///
/// - SeeAlso: [timeoutIntervalForRequest](https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforrequest),
///   [timeoutIntervalForResource](https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforresource)
package struct Timeouts: Sendable {
    /// The idle timeout, which the head, each chunk and each hop restart; nil for none.
    package var idle: Duration?
    /// The longest duration of the whole request, or what earlier hops have left of it; nil for no limit.
    package var total: Duration?

    package init(idle: Duration?, total: Duration?) {
        self.idle = idle
        self.total = total
    }

    /// Creates the limits in a session, where the request's own timeout has priority.
    ///
    /// A timeout of 60 seconds is treated as not set, because that is Foundation's default.
    init(request: URLRequest, configuration: URLSessionConfiguration?) {
        let own = request.timeoutInterval
        if own == 60, let ofSession = configuration?.timeoutIntervalForRequest {
            idle = Self.limit(ofSession)
        } else {
            idle = Self.limit(own)
        }
        total = configuration.flatMap { Self.limit($0.timeoutIntervalForResource) }
    }

    /// Creates the limits of a request in a session of Apple's loading system.
    ///
    /// The shorter one of the session's and the request's idle timeout counts there. The loading system does not write
    /// the session's timeout into the request.
    ///
    /// - Parameter usedTime: The time that earlier hops of the request have used of its longest duration.
    init(request: URLRequest, stricterOf configuration: URLSessionConfiguration?, after usedTime: Duration = .zero) {
        let session = configuration.flatMap { Self.limit($0.timeoutIntervalForRequest) }
        idle = Self.earlier(session, Self.limit(request.timeoutInterval))
        if let limit = configuration.flatMap({ Self.limit($0.timeoutIntervalForResource) }) {
            total = max(limit - usedTime, .zero)
        }
    }

    /// Returns when the request times out, counted from its start; nil for never.
    func deadline(lastActivity: Duration) -> Duration? {
        Self.earlier(idle.map { lastActivity + $0 }, total)
    }

    private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
        guard let one else { return other }
        guard let other else { return one }
        return min(one, other)
    }

    /// Returns a limit in seconds as a duration; nil for no limit.
    ///
    /// A limit of zero or less, or from ``Duration/longest`` on, is none.
    private static func limit(_ seconds: TimeInterval) -> Duration? {
        guard seconds > 0, seconds < Duration.longest / .seconds(1) else { return nil }
        return .seconds(seconds)
    }
}

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

    /// Returns a `URLError` with the failing URL under both keys, unless they are set; any other error unchanged.
    static func adding(_ url: URL?, to error: any Error) -> any Error {
        guard let url, let error = error as? URLError else { return error }
        // The constant of the second key is deprecated, but older code reads the key.
        let added: [String: Any] = [
            NSURLErrorFailingURLErrorKey: url, "NSErrorFailingURLStringKey": url.absoluteString,
        ]
        return URLError(error.code, userInfo: error.errorUserInfo.merging(added) { known, _ in known })
    }
}
