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
    /// The idle timeout; nil for none.
    ///
    /// The head and every chunk restart the timeout.
    package var idle: Duration?
    /// The longest duration of the whole request, including redirects; nil for no limit.
    package var total: Duration?

    package init(idle: Duration?, total: Duration?) {
        self.idle = idle
        self.total = total
    }

    /// Creates the limits of a request in a session.
    ///
    /// The request's own timeout has priority. A timeout of 60 seconds is treated as not set, because that is
    /// Foundation's default.
    init(request: URLRequest, configuration: URLSessionConfiguration?) {
        let defaultInterval: TimeInterval = 60
        let own = request.timeoutInterval
        idle = Self.limit(own == defaultInterval ? configuration?.timeoutIntervalForRequest ?? own : own)
        total = configuration.flatMap { Self.limit($0.timeoutIntervalForResource) }
    }

    /// Returns when the request times out, counted from its start; nil for never.
    ///
    /// - Parameter lastActivity: When the request was last active, counted from its start.
    func deadline(lastActivity: Duration) -> Duration? {
        switch (idle.map { lastActivity + $0 }, total) {
        case (let idleEnd?, let total?): min(idleEnd, total)
        case (let end?, nil), (nil, let end?): end
        case (nil, nil): nil
        }
    }

    /// Returns a limit; nil for a number that is not positive or too large.
    private static func limit(_ seconds: TimeInterval) -> Duration? {
        seconds > 0 && seconds < 1e12 ? .seconds(seconds) : nil
    }
}
