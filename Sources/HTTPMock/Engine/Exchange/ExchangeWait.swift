import Dispatch
import Foundation

/// One wait of an ``Exchange``, for example for a time, a gate, a handler or the network.
final class ExchangeWait: @unchecked Sendable {
    // Sendable although its state is mutable, because the exchange touches it on its transport's queue only.
    let reason: Reason
    /// The planned end, counted from the start of the request; nil if it can't be planned.
    let end: Duration?
    /// The time by which a manual clock had been advanced when the wait began; nil for another clock.
    let clockOffset: Duration?
    var cancelTimer: ElapsedTime.Cancel?
    /// Cancels the work that the exchange waits for; called at each end of the wait, even if the work is done.
    var onCancel: (() -> Void)?
    /// Returns a number that grows with the work that the exchange waits for.
    var progress: (() -> Int)?

    enum Reason: Equatable, Sendable {
        case delay, timeoutBeforeDelay, gate, never, handler, sequence, bodyStream, file, network, condition, report,
            redirect, client
        /// A ``ResponseHold`` keeps the response, and has the texts of the report.
        case hold(wait: String, fix: String)

        /// The reason for which a manual clock counts the wait.
        var onClock: ManualClock.Reason {
            switch self {
            case .delay, .timeoutBeforeDelay: .delay
            case .gate, .never: .pending
            default: .timeout
            }
        }
    }

    init(_ reason: Reason, until end: Duration? = nil, clockOffset: Duration? = nil) {
        self.reason = reason
        self.end = end
        self.clockOffset = clockOffset
    }

    func cancel() {
        cancelTimer?()
        onCancel?()
        (cancelTimer, onCancel, progress) = (nil, nil, nil)
    }
}

extension ExchangeWait {
    /// Returns the event that the wait is for, as a clause, and the way to end the wait.
    func report(on clock: ElapsedTime) -> (wait: String, fix: String) {
        switch reason {
        case .delay: report(ofDelay: ", \(left(on: clock)) left", on: clock)
        case .timeoutBeforeDelay:
            report(ofDelay: ", and times out in \(left(on: clock)), before its delay ends", on: clock)
        case .hold(let wait, let fix): (wait, fix)
        case .gate: ("waits at a gate that nobody has opened", "open the gate: gate.open()")
        case .never: ("is never answered, because of its delivery .never", fixOfNever(on: clock))
        case .handler: ("waits for its handler to return", "end what the handler waits for")
        case .sequence: ("waits for the next chunk of its sequence", "let the sequence give a chunk or end")
        case .bodyStream: ("waits for its own body stream, which gives nothing", "let the stream give bytes or end")
        case .file: ("waits for a file", "check the file system")
        case .network: ("waits for the real network", "wait for the service, or register a response")
        case .condition: ("waits for a condition to be evaluated", "end what the predicate waits for")
        case .report: ("waits for a report to its test", "end what blocks the test")
        case .redirect: ("waits for the delegate's decision about a redirect", "call the completion handler there")
        case .client: ("waits for the client to receive a chunk", "end what blocks the delegate queue")
        }
    }

    private func left(on clock: ElapsedTime) -> Duration {
        max(.zero, (end ?? .zero) - clock.elapsed)
    }

    private func fixOfNever(on clock: ElapsedTime) -> String {
        guard clock.manualOffset != nil, end != nil else { return "cancel the request" }
        return
            "advance the clock to its timeout, clock.advance(by: .\(left(on: clock).swiftSource)), or cancel the request"
    }

    private func report(ofDelay rest: String, on clock: ElapsedTime) -> (wait: String, fix: String) {
        if let total = clock.manualOffset {
            let offsetAtStart = clockOffset ?? .zero
            let advance =
                switch total {
                case .zero: "nobody has advanced"
                case offsetAtStart: "was advanced by \(total) before the wait began, and not since"
                default: "was advanced by \(total - offsetAtStart) since the wait began"
                }
            let fix =
                "advance the clock while it waits: await clock.waitForSleepers(1), then clock.advance(by:)"
            return ("waits on a manual clock that \(advance)\(rest)", fix)
        }
        guard clock.clockStart == nil else {
            return ("waits on the clock \(type(of: clock.clock))\(rest)", "let that clock go on")
        }
        return ("waits for its delay\(rest)", "shorten the delay, or use a manual clock")
    }
}
