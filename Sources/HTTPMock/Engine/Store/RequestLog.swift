import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests in order of arrival, limited in number and body size.
///
/// Owned by the ``Store`` and changed under its lock.
struct RequestLog: Sendable {
    /// The maximum number of bytes that are kept of one body.
    var bodyLimit: Int
    /// The limits of the whole log.
    private let limits: Limits
    private var entries: [Entry] = []
    /// The number of entries that were dropped or removed.
    private var droppedCount = 0

    /// The limits that keep the log from growing.
    struct Limits: Sendable {
        /// The maximum number of requests; beyond it a tenth of them is dropped, earliest first.
        var requests = 100_000
        /// The initial maximum of bytes that are kept of one body.
        var body = 1 << 20
        /// The maximum of bytes of all bodies; beyond it bodies are dropped, earliest first.
        var bodies = 64 << 20
    }

    init(_ limits: Limits = Limits()) {
        self.limits = limits
        bodyLimit = limits.body
    }

    /// One request, made of references so that copying the log is cheap.
    fileprivate struct Entry: Sendable {
        var arrival: RequestRecord
        var end: Ending?
    }

    /// The stored part of a completed exchange.
    fileprivate final class Ending: Sendable {
        let outcome: RecordedRequest.Outcome?
        let decision: RecordedRequest.Outcome?
        let head: ResponseHead?
        let body: Data
        /// Whether bytes are missing at the end of the body.
        let isBodyCut: Bool
        let sent: String?
        let headArrival: ContinuousClock.Instant?
        let moments: ClockMoments?
        let instant: ContinuousClock.Instant

        /// Creates the stored part of an exchange.
        ///
        /// - Parameters:
        ///   - exchange: The exchange.
        ///   - limit: The maximum number of bytes of the body to keep.
        ///   - request: The log's cut request, which a diagnosis refers to.
        init(_ exchange: CompletedExchange, cutTo limit: Int, request: @autoclosure () -> MockRequest) {
            outcome = exchange.outcome?.sharing(request())
            decision = exchange.error.flatMap { _ in exchange.decision?.sharing(request()) }
            head = exchange.head
            body = exchange.body.count > limit ? Data(Array(exchange.body.prefix(limit))) : exchange.body
            isBodyCut = exchange.isBodyCut || exchange.body.count > limit
            sent = exchange.sent
            headArrival = exchange.headArrival
            moments = exchange.moments
            instant = exchange.instant
        }

        /// Creates a copy without the body.
        init(_ other: Ending, request: MockRequest) {
            outcome = other.outcome?.sharing(request)
            decision = other.decision?.sharing(request)
            head = other.head
            body = Data()
            isBodyCut = other.isBodyCut || !other.body.isEmpty
            sent = other.sent
            headArrival = other.headArrival
            moments = other.moments
            instant = other.instant
        }
    }

    /// The stored part of a request.
    ///
    /// The URL is parsed again when the record is read.
    fileprivate final class RequestRecord: Sendable {
        let head: MockRequest.Head
        let url: URL
        let body: Data
        /// Whether bytes are missing at the end of the body.
        let isBodyCut: Bool
        let start: Date
        let instant: ContinuousClock.Instant
        /// The arrival on a clock that is not the real one.
        let clockStart: Duration?

        init(_ request: MockRequest, isBodyCut: Bool, start: Date, clockStart: Duration?) {
            head = request.head
            url = request.url
            body = request.body
            self.isBodyCut = isBodyCut
            self.start = start
            instant = .now
            self.clockStart = clockStart
        }

        /// Creates a copy without the body.
        init(_ other: RequestRecord, request: MockRequest) {
            head = request.head
            url = request.url
            body = request.body
            isBodyCut = other.isBodyCut || !other.body.isEmpty
            start = other.start
            instant = other.instant
            clockStart = other.clockStart
        }

        var request: MockRequest {
            MockRequest(head, target: RequestTarget(url: url), content: .data(body))
        }
    }

    /// The dropped values, kept until ``takeDiscarded()`` so that they are released without a lock.
    private var discarded: [any Sendable] = []
    private var bodyBytes = 0
    /// The first entry that may still have bodies.
    private var firstWithBodies = 0

    var records: [RecordedRequest] { entries.map(\.record) }

    /// Returns the record with a number; nil if the log has dropped the request.
    func record(_ number: Int) -> RecordedRequest? {
        let index = number - 1 - droppedCount
        return entries.indices.contains(index) ? entries[index].record : nil
    }

    /// Returns the records of the requests after the first `count`, without dropped ones.
    func records(after count: Int) -> [RecordedRequest] {
        entries.dropFirst(max(0, count - droppedCount)).map(\.record)
    }

    /// The number of requests that have arrived, including dropped and removed ones.
    var count: Int { droppedCount + entries.count }

    /// Adds a request that has just arrived.
    ///
    /// - Returns: The number of the request, from 1.
    mutating func add(_ request: MockRequest, start: Date = Date(), clockStart: Duration? = nil) -> Int {
        if entries.count >= limits.requests { dropFirst(max(1, limits.requests / 10)) }
        let arrival: RequestRecord
        if request.fits(bodyLimit) {
            arrival = RequestRecord(request, isBodyCut: false, start: start, clockStart: clockStart)
        } else {
            let kept = request.cut(to: bodyLimit)
            let isBodyCut = kept.content.count < request.content.count
            arrival = RequestRecord(kept, isBodyCut: isBodyCut, start: start, clockStart: clockStart)
        }
        entries.append(Entry(arrival: arrival))
        keep(arrival.body.count)
        return droppedCount + entries.count
    }

    /// Records the end of a request, unless the request has been dropped.
    mutating func end(_ exchange: CompletedExchange) {
        let index = exchange.number - 1 - droppedCount
        guard entries.indices.contains(index), entries[index].end == nil else { return }
        let ending = Ending(exchange, cutTo: bodyLimit, request: entries[index].arrival.request)
        entries[index].end = ending
        keep(ending.body.count)
    }

    var hasDiscarded: Bool { !discarded.isEmpty }

    /// Returns the values that were dropped since the last call.
    mutating func takeDiscarded() -> [any Sendable] {
        defer { discarded = [] }
        return discarded
    }

    /// An empty log whose numbers continue, because requests in flight end with the numbers that they have.
    var emptied: RequestLog {
        var log = RequestLog(limits)
        log.droppedCount = count
        return log
    }

    private mutating func keep(_ byteCount: Int) {
        bodyBytes += byteCount
        while bodyBytes > limits.bodies, firstWithBodies < entries.count - 1 {
            bodyBytes -= entries[firstWithBodies].bodyBytes
            discarded.append(entries[firstWithBodies])
            entries[firstWithBodies].dropBodies()
            firstWithBodies += 1
        }
    }

    private mutating func dropFirst(_ count: Int) {
        bodyBytes -= entries.prefix(count).reduce(0) { $0 + $1.bodyBytes }
        discarded.append(Array(entries.prefix(count)))
        entries.removeFirst(count)
        droppedCount += count
        firstWithBodies = max(0, firstWithBodies - count)
    }
}

extension RequestLog.Entry {
    fileprivate var record: RecordedRequest {
        var record = RecordedRequest(request: arrival.request, start: arrival.start)
        record.moments = arrival.clockStart.map { ClockMoments(start: $0) }
        guard let end else { return record }
        record.moments = end.moments
        record.outcome = end.outcome
        record.decision = end.decision
        record.status = end.head?.status
        if let head = end.head { record.responseHeaders = head.fields.lines }
        record.responseBody = end.body
        record.sent = end.sent
        record.duration = end.instant - arrival.instant
        record.isRequestBodyCut = arrival.isBodyCut
        record.isResponseBodyCut = end.isBodyCut
        record.wait = end.headArrival.map { $0 - arrival.instant }
        return record
    }

    fileprivate var bodyBytes: Int { arrival.body.count + (end?.body.count ?? 0) }

    fileprivate mutating func dropBodies() {
        let request = arrival.request.cut(to: 0)
        arrival = RequestLog.RequestRecord(arrival, request: request)
        end = end.map { RequestLog.Ending($0, request: request) }
    }
}

extension MockRequest {
    /// Returns whether the body is in memory and has at most a number of bytes.
    fileprivate func fits(_ limit: Int) -> Bool {
        guard case .data(let data) = content else { return false }
        return data.count <= limit
    }

    /// Returns the request with its body cut to a number of bytes.
    func cut(to limit: Int) -> MockRequest {
        if fits(limit) { return self }
        let kept = content.prefix(limit)
        var request = MockRequest(head.replacingBody(with: kept), target: target, content: .data(kept))
        request.callCount = callCount
        request.pathParameters = pathParameters
        return request
    }
}

extension RecordedRequest.Outcome {
    /// Returns the outcome with a diagnosis that refers to the log's cut request.
    fileprivate func sharing(_ request: @autoclosure () -> MockRequest) -> RecordedRequest.Outcome {
        guard case .unmocked(var diagnosis) = self else { return self }
        diagnosis.request = request()
        return .unmocked(diagnosis)
    }
}

/// A logged request, with everything that decides how it is answered.
///
/// An object, because the dispatcher and the record of the hop share it.
package final class LoggedRequest: Sendable {
    /// The number of the request in the log, from 1.
    let number: Int
    let request: MockRequest
    /// The time at which the request arrived.
    let start: Date
    /// The arrival on a clock that is not the real one, counted from the instance's creation.
    let clockStart: Duration?
    /// The registrations and the policy at the request's arrival.
    let snapshot: Store.Snapshot
    /// The work to decide the request, which decides where the request may be decided.
    let work: MatchingWork
    /// The matching routes; nil if the request can't be matched on its transport's queue.
    private let quickMatch: RouteTable.Match?

    init(number: Int, request: MockRequest, start: Date, clockStart: Duration? = nil, snapshot: Store.Snapshot) {
        self.number = number
        self.request = request
        self.start = start
        self.clockStart = clockStart
        self.snapshot = snapshot
        (quickMatch, work) = snapshot.match(request)
    }

    /// Returns the matching routes; may evaluate conditions, which may read a body or run user code.
    func match() -> RouteTable.Match { quickMatch ?? snapshot.table.match(request) }
}
