import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The log entry of one hop in progress.
///
/// Owned by an ``Exchange`` and used on the transport's queue. The hop's end makes it a ``CompletedExchange``.
struct ExchangeRecord {
    private var logged: LoggedRequest?
    /// The outcome if the request ends without an error; nil until it is decided.
    var outcome: RecordedRequest.Outcome?
    /// The mark of the extension that passed the request on; its redirects have the same mark.
    var mark: (any AnyObject & Sendable)?
    /// The request that was sent to the real network, if a closure has changed it.
    var sent: String?
    private var head: ResponseHead?
    private var headArrival: ContinuousClock.Instant?
    /// The first bytes of the body, as many as the log or an extension needs.
    private var body = Data()
    private var bodyLimit = 0
    private var isBodyCut = false
    /// The sizes of the chunks, kept for an extension that passed the request on.
    private var chunkSizes: [Int] = []

    /// The number of the hop in the log; 0 if no hop is in progress.
    var number: Int { logged?.number ?? 0 }

    /// Whether a hop has been logged that has not ended.
    var hasBegun: Bool { logged != nil }

    /// Begins the entry of a logged request.
    mutating func begin(_ logged: LoggedRequest, outcome: RecordedRequest.Outcome?) {
        let mark = mark
        self = ExchangeRecord()
        self.logged = logged
        self.outcome = outcome
        self.mark = mark
        bodyLimit = logged.snapshot.bodyLimit
    }

    /// Records the head of the response.
    mutating func note(_ head: ResponseHead) {
        self.head = head
        headArrival = .now
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

    /// Ends the entry.
    ///
    /// - Parameter error: The error that the request ended with; nil if there was none.
    /// - Returns: The exchange and the extensions that receive it; nil if the entry has ended before.
    mutating func end(_ error: (any Error)?) -> (exchange: CompletedExchange, snapshot: Store.Snapshot)? {
        guard let logged else { return nil }
        self.logged = nil
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
            headArrival: headArrival, sent: sent, decision: self.outcome)
        body = Data()
        return (exchange, logged.snapshot)
    }
}
