import Dispatch

/// Reports requests that make no progress for ten seconds of real time, each once, on standard error.
///
/// One object serves the process. The object looks at the watched engines a few times in that span, so that a request
/// costs nothing. It stops when no request is in flight.
final class StallWatch: Sendable {
    static let shared = StallWatch()

    /// The number of looks without progress after which a request is reported.
    static let limit = 4
    private static let interval = DispatchTimeInterval.milliseconds(2_500)

    private struct WeakEngine: Sendable {
        weak var engine: MockEngine?
    }

    private let engines = Locked<[WeakEngine]>([])
    private let queue = DispatchQueue(label: "HTTPMock.stalls")

    /// Watches an engine until it has no request in flight.
    func watch(_ engine: MockEngine) {
        let isFirst = engines.withLock { engines in
            engines.append(WeakEngine(engine: engine))
            return engines.count == 1
        }
        if isFirst { lookLater() }
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [self] in
            let watched = engines.withLock { $0 }.compactMap(\.engine)
            let idle = Set(watched.filter { !$0.reportStalledRequests() }.map(ObjectIdentifier.init))
            let isEmpty = engines.withLock { engines in
                engines.removeAll { $0.engine.map { idle.contains(ObjectIdentifier($0)) } ?? true }
                return engines.isEmpty
            }
            if !isEmpty { lookLater() }
        }
    }
}

extension MockEngine {
    /// Looks at the requests in flight, and reports those that have made no progress during several looks.
    ///
    /// - Returns: Whether the engine has to be watched further.
    func reportStalledRequests() -> Bool {
        guard !store.endWatch() else { return false }
        for exchange in store.exchangesInFlight {
            exchange.transport.perform { exchange.lookForProgress() }
        }
        return true
    }

    /// Collects the requests in flight, in order of arrival.
    ///
    /// - Parameter done: Called once, on any thread, at the latest after a second.
    package func collectRequestsInFlight(_ done: @escaping @Sendable ([RequestInFlight]) -> Void) {
        let exchanges = store.exchangesInFlight
        let found = Locked<[(number: Int, request: RequestInFlight)]>([])
        let group = DispatchGroup()
        for exchange in exchanges {
            group.enter()
            exchange.transport.perform {
                if let request = exchange.inFlight { found.withLock { $0.append((exchange.number, request)) } }
                group.leave()
            }
        }
        BackgroundThread.run {
            // A transport whose loop has stopped performs nothing.
            _ = group.wait(timeout: .now() + 1)
            done(found.withLock { $0 }.sorted { $0.number < $1.number }.map(\.request))
        }
    }
}

extension HTTPMock {
    /// The requests that have not ended, in order of arrival, each with what it waits for.
    package var requestsInFlight: [RequestInFlight] {
        get async {
            await withCheckedContinuation { continuation in
                engine.collectRequestsInFlight { continuation.resume(returning: $0) }
            }
        }
    }
}

/// A request that has not ended, with what it waits for, as a report prints it.
package struct RequestInFlight: Sendable, CustomStringConvertible {
    /// The request.
    package let request: MockRequest
    /// The event that the request waits for, as a clause: `waits at a gate that nobody has opened`.
    package let wait: String
    /// The way to end the wait, as the end of a sentence that begins with "To fix this,".
    package let fix: String
    /// The registration whose response the request uses and has not finished; nil if there is none.
    package let registration: MockRegistration?

    /// The source location of the registration; nil if there is none.
    package var location: CallSite? { registration?.location }

    /// The request, the wait and the source location in one line.
    package var description: String {
        let registered = location.map { " (registered at \($0))" } ?? ""
        return "\(request) \(wait)\(registered). To fix this, \(fix)."
    }
}

extension ExchangeWait {
    /// The clause and the fix of a report.
    ///
    /// - Parameters:
    ///   - now: The time since the request's start, on the mock's clock.
    ///   - clock: The kind of the clock.
    func report(now: Duration, on clock: ElapsedTime.Kind) -> (wait: String, fix: String) {
        switch reason {
        case .delay: Self.report(ofDelay: end.map { max(.zero, $0 - now) }, on: clock)
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

    private static func report(ofDelay left: Duration?, on clock: ElapsedTime.Kind) -> (wait: String, fix: String) {
        let rest = left.map { ", \($0) left" } ?? ""
        switch clock {
        case .continuous: return ("waits for its delay\(rest)", "shorten the delay, or use a manual clock")
        case .manual:
            return ("waits on a manual clock that nobody has advanced\(rest)", "advance the clock: clock.advance(by:)")
        case .other(let name): return ("waits on the clock \(name)\(rest)", "let that clock go on")
        }
    }
}
