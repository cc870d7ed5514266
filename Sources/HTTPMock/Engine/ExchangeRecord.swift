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
