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

    init(idle: Duration?, total: Duration?) {
        self.idle = idle
        self.total = total
    }

    /// How long the request still waits, nil for ever.
    ///
    /// - Parameters:
    ///   - idle: How long there has been no sign of life.
    ///   - total: How long it has taken in all.
    func patience(idle: Duration, total: Duration) -> Duration? {
        [self.idle.map { $0 - idle }, self.total.map { $0 - total }].compactMap { $0 }.min()
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
    ///   - idle: How long there has been no sign of life already.
    ///   - elapsed: What of the total has passed already.
    func limited(by timeouts: Timeouts, idle: Duration = .zero, elapsed: Duration = .zero) -> ResponsePlan {
        var limited = ResponsePlan(steps: [], limit: timeouts.total.map { $0 - elapsed })
        var (idle, total) = (idle, elapsed)
        for step in steps {
            let patience = timeouts.patience(idle: idle, total: total)
            switch step {
            case .wait(let duration) where duration > .zero:
                if let patience, duration >= patience { return limited.timingOut(after: patience) }
                idle += duration
                total += duration
                limited.steps.append(step)
            case .wait:
                break
            case .forever:
                guard let patience else {
                    limited.steps.append(step)
                    return limited
                }
                return limited.timingOut(after: patience)
            case .gate(let gate, _):
                limited.steps.append(.gate(gate, limit: patience))
            case .pump(let source, let limit, _):
                idle = .zero
                limited.steps.append(.pump(source, limit: limit, patience: timeouts.idle))
            case .head, .bytes:
                idle = .zero
                limited.steps.append(step)
            case .redirect, .finish, .fail:
                limited.steps.append(step)
            }
        }
        return limited
    }

    /// Whether any step waits for a time, a test, or a source.
    var takesTime: Bool { steps.contains(where: \.takesTime) }

    private func timingOut(after patience: Duration) -> ResponsePlan {
        let wait: [Step] = patience > .zero ? [.wait(patience)] : []
        return ResponsePlan(steps: steps + wait + [.fail(URLError(.timedOut))], limit: limit)
    }
}

extension ResponsePlan.Step {
    fileprivate var takesTime: Bool {
        switch self {
        case .wait, .gate, .forever, .pump: true
        case .redirect, .head, .bytes, .finish, .fail: false
        }
    }
}
