import Foundation

/// What arrived, in order: bounded in how many requests it keeps and how much of their bodies.
struct RequestLog: Sendable {
    /// The most bytes that are kept of one body.
    var bodyLimit: Int
    /// How many requests are kept, and how much of their bodies in all.
    private let limits: Limits
    private var entries: [Entry] = []
    /// The number of the first entry; those before it were let go.
    private var firstNumber = 0

    /// What keeps the log from growing.
    struct Limits: Sendable {
        /// The most requests that are kept; beyond them the earliest are let go, a tenth at a time.
        var requests = 100_000
        /// The most bytes that are kept of one body, at first.
        var body = 1 << 20
        /// The most bytes that are kept of all bodies together; beyond them those of the earliest requests are let go.
        var bodies = 64 << 20
    }

    init(_ limits: Limits = Limits()) {
        self.limits = limits
        bodyLimit = limits.body
    }

    /// References alone, so that the log grows and is copied at little cost.
    fileprivate struct Entry: Sendable {
        var arrival: Arrival
        var end: End?
    }

    fileprivate final class Arrival: Sendable {
        let request: MockRequest
        let start: Date
        let instant: ContinuousClock.Instant

        init(_ request: MockRequest, start: Date, instant: ContinuousClock.Instant) {
            self.request = request
            self.start = start
            self.instant = instant
        }
    }

    fileprivate final class End: Sendable {
        let ending: RequestEnding
        let body: Data
        let instant: ContinuousClock.Instant

        init(_ ending: RequestEnding, body: Data, instant: ContinuousClock.Instant) {
            self.ending = ending
            self.body = body
            self.instant = instant
        }
    }

    private var bodyBytes = 0
    /// The first entry that may still have bodies.
    private var firstWithBodies = 0

    var records: [RecordedRequest] { entries.map(\.record) }

    /// The records of the requests that have arrived after so many, as far as they are kept.
    func records(after count: Int) -> [RecordedRequest] {
        entries.dropFirst(max(0, count - firstNumber)).map(\.record)
    }

    /// How many requests have arrived since the log was made or emptied, those let go included.
    var count: Int { firstNumber + entries.count }

    /// Adds a request that has just arrived.
    ///
    /// - Returns: Its number, for ``end(_:_:)``.
    mutating func add(_ request: MockRequest) -> Int {
        if entries.count >= limits.requests { dropFirst(max(1, limits.requests / 10)) }
        let kept = request.cut(to: bodyLimit)
        entries.append(Entry(arrival: Arrival(kept, start: Date(), instant: .now)))
        keep(kept.body.count)
        return firstNumber + entries.count - 1
    }

    /// Notes what became of a request; nothing if it was let go meanwhile.
    mutating func end(_ number: Int, _ ending: RequestEnding) {
        let index = number - firstNumber
        guard entries.indices.contains(index), entries[index].end == nil else { return }
        let body = ending.body(limit: bodyLimit)
        var ending = ending
        ending.pieces = []
        ending.outcome.share(entries[index].arrival.request)
        entries[index].end = End(ending, body: body, instant: .now)
        keep(body.count)
    }

    mutating func removeAll() {
        bodyLimit = limits.body
        firstNumber += entries.count
        entries = []
        bodyBytes = 0
        firstWithBodies = 0
    }

    private mutating func keep(_ byteCount: Int) {
        bodyBytes += byteCount
        while bodyBytes > limits.bodies, firstWithBodies < entries.count - 1 {
            bodyBytes -= entries[firstWithBodies].bodyBytes
            entries[firstWithBodies].dropBodies()
            firstWithBodies += 1
        }
    }

    private mutating func dropFirst(_ count: Int) {
        bodyBytes -= entries.prefix(count).reduce(0) { $0 + $1.bodyBytes }
        entries.removeFirst(count)
        firstNumber += count
        firstWithBodies = max(0, firstWithBodies - count)
    }
}

/// How a request ended, as its transport saw it.
struct RequestEnding: Sendable {
    var outcome: RecordedRequest.Outcome
    var head: ResponseHead?
    var pieces: [Data] = []
    /// When the head was about to be handed on.
    var headArrival: ContinuousClock.Instant?

    /// What was delivered of the body, as far as the log keeps it; a body in one piece is shared, not copied.
    func body(limit: Int) -> Data {
        if pieces.count == 1, pieces[0].count <= limit { return pieces[0] }
        var body = Data()
        for piece in pieces where body.count < limit { body.append(piece.prefix(limit - body.count)) }
        return body
    }
}

extension RequestLog.Entry {
    fileprivate var record: RecordedRequest {
        var record = RecordedRequest(request: arrival.request, start: arrival.start)
        guard let end else { return record }
        record.outcome = end.ending.outcome
        record.status = end.ending.head?.status
        record.responseHeaders = end.ending.head?.headers ?? [:]
        record.responseBody = end.body
        record.duration = end.instant - arrival.instant
        record.wait = end.ending.headArrival.map { $0 - arrival.instant }
        return record
    }

    fileprivate var bodyBytes: Int { arrival.request.body.count + (end?.body.count ?? 0) }

    fileprivate mutating func dropBodies() {
        let request = arrival.request.cut(to: 0)
        arrival = RequestLog.Arrival(request, start: arrival.start, instant: arrival.instant)
        guard let end else { return }
        var ending = end.ending
        ending.outcome.share(request)
        self.end = RequestLog.End(ending, body: Data(), instant: end.instant)
    }
}

extension RecordedRequest.Outcome {
    /// Has the diagnosis hold no more of the request than the log does.
    fileprivate mutating func share(_ request: MockRequest) {
        guard case .unmocked(var diagnosis) = self else { return }
        diagnosis.request = request
        self = .unmocked(diagnosis)
    }
}

extension MockRequest {
    /// The same request with no more than so many bytes of its body.
    func cut(to limit: Int) -> MockRequest {
        guard body.count > limit else { return self }
        var urlRequest = urlRequest
        let kept = Data(Array(body.prefix(limit)))
        urlRequest.httpBody = kept
        var request = MockRequest(urlRequest, target: target, body: kept)
        request.callCount = callCount
        request.pathParameters = pathParameters
        return request
    }
}
