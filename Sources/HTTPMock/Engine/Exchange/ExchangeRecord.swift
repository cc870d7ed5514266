import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The log entry of one hop in progress.
///
/// Owned by an ``Exchange`` and used on the transport's queue. The hop's end makes it a ``CompletedExchange``.
struct ExchangeRecord {
    private var logged: LoggedRequest?
    /// Whether the hop is in progress.
    private(set) var hasBegun = false
    /// The outcome if the request ends without an error; nil until it is decided.
    var outcome: RecordedRequest.Outcome?
    /// The mark of the extension that passed the request on; its redirects have the same mark.
    var mark: (any AnyObject & Sendable)?
    /// The request that was sent to the real network, if a closure has changed it.
    var sent: String?
    private var head: ResponseHead?
    private var headArrival: ContinuousClock.Instant?
    private var moments: ClockMoments?
    /// The first bytes of the body, as many as the log or an extension needs.
    private var body = Data()
    private var bodyLimit = 0
    private var isBodyCut = false
    /// The sizes of the chunks, kept for an extension that passed the request on.
    private var chunkSizes: [Int] = []

    /// The number of the hop in the log; 0 if no hop is in progress.
    var number: Int { hasBegun ? logged?.number ?? 0 : 0 }

    /// The request of the hop in progress, or of the last one; nil before the first one.
    var request: MockRequest? { logged?.request }

    /// Begins the entry of a logged request.
    mutating func begin(_ logged: LoggedRequest, outcome: RecordedRequest.Outcome?) {
        if self.logged != nil {
            let mark = mark
            self = ExchangeRecord()
            self.mark = mark
        }
        self.logged = logged
        hasBegun = true
        self.outcome = outcome
        bodyLimit = logged.snapshot.bodyLimit
        moments = logged.clockStart.map { ClockMoments(start: $0) }
    }

    /// Records the head of the response, and its moment on a clock that is not the real one.
    mutating func note(_ head: ResponseHead, at moment: Duration?) {
        self.head = head
        headArrival = .now
        moments?.head = moment
    }

    /// Records bytes of the body, as far as they are needed.
    mutating func append(_ bytes: Data) {
        if mark != nil { chunkSizes.append(bytes.count) }
        let limit = mark == nil ? bodyLimit : .max
        isBodyCut = isBodyCut || body.count + bytes.count > limit
        if body.isEmpty, bytes.count <= limit {
            // Shared, not copied.
            body = bytes
        } else if body.count < limit {
            body.append(bytes.prefix(limit - body.count))
        }
    }

    /// Releases the request, the registrations and the mark after the last hop.
    ///
    /// A client may retain its task, and with it the exchange, for much longer.
    mutating func release() {
        logged = nil
        mark = nil
    }

    /// Ends the entry.
    ///
    /// - Parameters:
    ///   - error: The error that the request ended with; nil if there was none.
    ///   - moment: The moment of the end on a clock that is not the real one.
    /// - Returns: The exchange and the extensions that receive it; nil if the entry has ended before.
    mutating func end(_ error: (any Error)?, at moment: Duration?) -> (
        exchange: CompletedExchange, snapshot: Store.Snapshot
    )? {
        guard hasBegun, let logged else { return nil }
        hasBegun = false
        moments?.end = moment
        let outcome: RecordedRequest.Outcome? =
            switch (self.outcome, error) {
            // An unmocked request keeps its diagnosis, whatever the policy answered.
            case (.unmocked(let diagnosis), _): .unmocked(diagnosis)
            case (_, let error?): .failed(error)
            case (let outcome, nil): outcome
            }
        let exchange = CompletedExchange(
            request: logged.request, number: logged.number, start: logged.start, outcome: outcome, head: head,
            body: body, isBodyCut: isBodyCut, chunkSizes: chunkSizes, error: error, mark: mark,
            headArrival: headArrival, moments: moments, sent: sent, decision: self.outcome)
        body = Data()
        return (exchange, logged.snapshot)
    }
}

/// A request that has ended, with its response: one record for the log and for every ``EngineExtension``.
///
/// Created by the request's ``ExchangeRecord`` at the end of each hop.
package final class CompletedExchange: Sendable {
    package let request: MockRequest
    /// The number of the request in the log, from 1.
    package let number: Int
    /// The time at which the request arrived.
    package let start: Date
    /// The outcome, as in the log.
    let outcome: RecordedRequest.Outcome?
    /// The outcome that was decided before the exchange failed; equal to `outcome` if it succeeded.
    let decision: RecordedRequest.Outcome?
    /// The head of the response; nil if there was none.
    let head: ResponseHead?
    /// The first bytes of the response's body, decoded; all of them if `isBodyCut` is false.
    package let body: Data
    /// Whether `body` lacks bytes, because nobody needs more of them.
    package let isBodyCut: Bool
    /// The sizes of the chunks in which the body arrived; empty for a body of one chunk.
    let chunkSizes: [Int]
    /// The error that ended the exchange; nil if it succeeded.
    package let error: (any Error)?
    /// The mark of the extension that passed the request on to the real network; nil for every other request.
    package let mark: (any AnyObject & Sendable)?
    /// The request that was sent to the real network, if a closure has changed it.
    let sent: String?
    /// The moment at which the head was sent.
    let headArrival: ContinuousClock.Instant?
    /// The moments on a clock that is not the real one.
    let moments: ClockMoments?
    /// The moment of the end.
    let instant: ContinuousClock.Instant

    init(
        request: MockRequest, number: Int, start: Date, outcome: RecordedRequest.Outcome?, head: ResponseHead? = nil,
        body: Data = Data(), isBodyCut: Bool = false, chunkSizes: [Int] = [], error: (any Error)? = nil,
        mark: (any AnyObject & Sendable)? = nil, headArrival: ContinuousClock.Instant? = nil,
        moments: ClockMoments? = nil, sent: String? = nil, decision: RecordedRequest.Outcome? = nil
    ) {
        self.request = request
        self.number = number
        self.start = start
        self.outcome = outcome
        self.decision = decision
        self.head = head
        self.body = body
        self.isBodyCut = isBodyCut
        self.chunkSizes = chunkSizes
        self.error = error
        self.mark = mark
        self.headArrival = headArrival
        self.moments = moments
        self.sent = sent
        instant = .now
    }

    /// Creates an exchange with the real network that no instance has logged.
    package convenience init(
        request: MockRequest, start: Date, status: Int?, headers: [String: String], chunks: [Data],
        error: (any Error)?
    ) {
        self.init(
            request: request, number: 0, start: start, outcome: error.map { .failed($0) } ?? .passthrough,
            head: status.map { ResponseHead(url: request.url, status: $0, headers: headers) },
            body: Data(joining: chunks), chunkSizes: chunks.map(\.count), error: error)
    }

    /// The status of the response; nil if there was none.
    package var status: Int? { head?.status }

    /// The header fields of the response, those of one name one by one.
    package var headers: HTTPMock.HeaderFields { head?.fields.lines ?? HTTPMock.HeaderFields() }

    /// The header fields of the response, one value for each name.
    package var joinedHeaders: [String: String] { head?.headers ?? [:] }

    /// The registration whose response answered without an error; nil for every other request.
    package var registration: MockRegistration? {
        guard case .mocked(let registration) = outcome else { return nil }
        return registration
    }

    /// Whether the response is exempt from inspection.
    package var isOffContract: Bool { head?.isOffContract ?? false }

    /// True if the response is the one that was inspected when it was registered, with the same bytes.
    package var isKnownAtRegistration: Bool { head?.isKnownAtRegistration ?? false }

    /// The body in the chunks in which it arrived.
    package var chunks: [Data] {
        guard chunkSizes.count > 1 else { return body.isEmpty ? [] : [body] }
        var rest = body
        return chunkSizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size).rebased
        }
    }
}

/// The time of one request on the mock's clock, counted from its start.
///
/// Waits end at planned moments, so lateness does not accumulate if the clock is advanced beyond several waits or a
/// queue is late. Owned by an ``Exchange`` and used on the transport's queue.
struct ExchangeTime {
    let elapsed: ElapsedTime
    /// The planned moment that the request has reached.
    private(set) var now = Duration.zero
    /// The moment of the last head or chunk, or of the start of the current hop.
    private(set) var lastActivity = Duration.zero

    init(_ clock: ElapsedTime.Source) {
        elapsed = ElapsedTime(clock)
    }

    /// Advances to a planned moment.
    mutating func advance(to moment: Duration) {
        now = max(now, moment)
    }

    /// Advances to the clock's moment, after a wait whose end could not be planned.
    mutating func catchUp() {
        advance(to: elapsed.elapsed)
    }

    /// Restarts the idle timeout.
    mutating func noteActivity() {
        lastActivity = now
    }
}

/// The moments of a request on a clock that is not the real one, counted from the instance's creation.
///
/// The log has them next to the real time, because a test on a manual clock needs almost no real time.
struct ClockMoments: Sendable {
    let start: Duration
    /// The moment of the response's head; nil if there was none.
    var head: Duration?
    /// The moment of the end; nil for a request in flight.
    var end: Duration?
}

extension ClockMoments {
    /// The members of a HAR, in milliseconds: the start, and the parts before and after the head.
    var members: [OrderedJSON.Member] {
        let end = end ?? start
        // Without a head, the wait is the total.
        let head = min(head ?? end, end)
        let parts = [("start", start), ("wait", head - start), ("receive", end - head)]
        return parts.map { .init($0, .number($1 / .milliseconds(1))) }
    }
}
