import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// How long a request waits, on the mock's clock.
///
/// FoundationNetworking enforces neither limit for a custom protocol, so the mock does, as Foundation documents them.
///
/// - SeeAlso: [timeoutIntervalForRequest](https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforrequest),
///   [timeoutIntervalForResource](https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforresource)
struct Timeouts: Sendable {
    /// Between two signs of life; begins anew with each piece.
    var idle: Duration?
    /// For all of it, redirects included.
    var total: Duration?

    /// A request's own timeout is taken unless it is Foundation's default, which can't be told from none given.
    init(request: URLRequest, configuration: URLSessionConfiguration?) {
        let defaultInterval: TimeInterval = 60
        let own = request.timeoutInterval
        idle = Self.limit(own == defaultInterval ? configuration?.timeoutIntervalForRequest ?? own : own)
        total = configuration.flatMap { Self.limit($0.timeoutIntervalForResource) }
    }

    /// Zero, less, and more than a clock can count are no limit.
    private static func limit(_ seconds: TimeInterval) -> Duration? {
        seconds > 0 && seconds < 1e12 ? .seconds(seconds) : nil
    }
}

extension ResponsePlan {
    /// The same plan with a timeout wherever a wait is longer than the request's patience.
    ///
    /// - Parameters:
    ///   - timeouts: The request's limits.
    ///   - elapsed: What of the total has passed already.
    func limited(by timeouts: Timeouts, elapsed: Duration) -> ResponsePlan {
        var limited: [Step] = []
        var idle = Duration.zero
        var total = elapsed
        for step in steps {
            let patience = [timeouts.idle.map { $0 - idle }, timeouts.total.map { $0 - total }].compactMap { $0 }.min()
            switch step {
            case .wait(let duration):
                if let patience, duration >= patience {
                    return ResponsePlan(steps: limited + [.wait(patience), .fail(URLError(.timedOut))])
                }
                if duration > .zero {
                    idle += duration
                    total += duration
                    limited.append(step)
                }
            case .forever:
                guard let patience else { return ResponsePlan(steps: limited + [step]) }
                return ResponsePlan(steps: limited + [.wait(patience), .fail(URLError(.timedOut))])
            case .gate(let gate, _):
                limited.append(.gate(gate, limit: patience))
            case .pump(let source, let limit, _):
                idle = .zero
                limited.append(.pump(source, limit: limit, patience: timeouts.idle))
            case .head, .bytes:
                idle = .zero
                limited.append(step)
            case .redirect, .finish, .fail:
                limited.append(step)
            }
        }
        return ResponsePlan(steps: limited)
    }

    /// How long its waits take together.
    var duration: Duration {
        steps.reduce(.zero) { sum, step in
            if case .wait(let duration) = step { sum + duration } else { sum }
        }
    }
}
