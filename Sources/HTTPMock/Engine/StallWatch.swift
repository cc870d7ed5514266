import Dispatch

/// Reports requests that make no progress for ten seconds of real time, each once, on standard error.
extension MockEngine {
    /// Reports requests that make no progress; returns whether to look again.
    func reportStalledRequests() -> Bool {
        guard !store.endWatch() else { return false }
        for exchange in store.exchangesInFlight {
            exchange.transport.perform { exchange.lookForProgress() }
        }
        return true
    }
}

extension HTTPMock {
    /// The requests that have not ended, in order of arrival, each with what it waits for.
    package var requestsInFlight: [RequestInFlight] {
        get async {
            let exchanges = engine.store.exchangesInFlight
            guard !exchanges.isEmpty else { return [] }
            let found = Locked<[(number: Int, request: RequestInFlight)]>([])
            let group = DispatchGroup()
            for exchange in exchanges {
                group.enter()
                exchange.transport.perform {
                    if let request = exchange.inFlight { found.withLock { $0.append((exchange.number, request)) } }
                    group.leave()
                }
            }
            await withCheckedContinuation { continuation in
                BackgroundThread.run {
                    // A transport whose loop has stopped performs nothing.
                    _ = group.wait(timeout: .now() + 1)
                    continuation.resume()
                }
            }
            return found.withLock { $0 }.sorted { $0.number < $1.number }.map(\.request)
        }
    }
}

/// A request that has not ended, with what it waits for, as a report prints it.
package struct RequestInFlight: Sendable, CustomStringConvertible {
    package let request: MockRequest
    /// The event that the request waits for, as a clause: `waits at a gate that nobody has opened`.
    package let wait: String
    /// The way to end the wait, as the end of a sentence that begins with "To fix this,".
    package let fix: String
    /// The registration whose response the request uses and has not finished; nil if there is none.
    package let registration: MockRegistration?
    /// Whether no response was registered, which a strict policy reports.
    package let isUnmocked: Bool

    /// The source location of the registration; nil if there is none.
    package var location: CallSite? { registration?.location }

    package var description: String {
        let registered = location.map { " (registered at \($0))" } ?? ""
        return "\(request) \(wait)\(registered). To fix this, \(fix)."
    }
}

extension ExchangeWait {
    /// Returns the clause and the fix of a report.
    func report(on clock: ElapsedTime) -> (wait: String, fix: String) {
        switch reason {
        case .delay: report(ofDelay: ", \(left(on: clock)) left", on: clock)
        case .timeoutBeforeDelay:
            report(ofDelay: ", and times out in \(left(on: clock)), before its delay ends", on: clock)
        case .gate: ("waits at a gate that nobody has opened", "open the gate: gate.open()")
        case .never: ("is never answered, because of its delivery .never", "cancel the request")
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

    private func left(on clock: ElapsedTime) -> Duration { max(.zero, (end ?? .zero) - clock.elapsed) }

    private func report(ofDelay rest: String, on clock: ElapsedTime) -> (wait: String, fix: String) {
        if let total = clock.manualOffset {
            let before = clockOffset ?? .zero
            let advance =
                switch total {
                case .zero: "nobody has advanced"
                case before: "was advanced by \(total) before the wait began, and not since"
                default: "was advanced by \(total - before) since the wait began"
                }
            return ("waits on a manual clock that \(advance)\(rest)", "advance the clock: clock.advance(by:)")
        }
        guard clock.clockStart == nil else {
            return ("waits on the clock \(type(of: clock.clock))\(rest)", "let that clock go on")
        }
        return ("waits for its delay\(rest)", "shorten the delay, or use a manual clock")
    }
}
