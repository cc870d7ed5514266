import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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
        var arrival: RequestRecord
        var end: RequestCompletion?
    }

    /// What there is of a request; how its URL is taken apart is found out again when it is read.
    fileprivate final class RequestRecord: Sendable {
        let urlRequest: URLRequest
        let url: URL
        let body: Data
        /// Whether bytes are missing at the end of the body.
        let isBodyCut: Bool
        let start: Date
        let instant: ContinuousClock.Instant

        init(_ request: MockRequest, isBodyCut: Bool, start: Date, instant: ContinuousClock.Instant) {
            urlRequest = request.head
            url = request.url
            body = request.body
            self.isBodyCut = isBodyCut
            self.start = start
            self.instant = instant
        }

        var request: MockRequest { MockRequest(urlRequest, url: url, body: body) }
    }

    /// What was let go of: kept until it is taken, so that it goes where no lock is held.
    private var discarded: [any Sendable] = []
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
        entries.append(
            Entry(
                arrival: RequestRecord(
                    kept, isBodyCut: kept.content.count < request.content.count, start: Date(), instant: .now)))
        keep(kept.body.count)
        return firstNumber + entries.count - 1
    }

    /// Notes what became of a request; nothing if it was let go meanwhile.
    mutating func end(_ number: Int, _ completion: RequestCompletion) {
        let index = number - firstNumber
        guard entries.indices.contains(index), entries[index].end == nil else { return }
        entries[index].end = completion.sharing(entries[index].arrival.request)
        keep(completion.body.count)
    }

    var hasDiscarded: Bool { !discarded.isEmpty }

    /// What was let go of since this was called last.
    mutating func takeDiscarded() -> [any Sendable] {
        defer { discarded = [] }
        return discarded
    }

    mutating func removeAll() {
        discarded.append(entries)
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
            discarded.append(entries[firstWithBodies])
            entries[firstWithBodies].dropBodies()
            firstWithBodies += 1
        }
    }

    private mutating func dropFirst(_ count: Int) {
        bodyBytes -= entries.prefix(count).reduce(0) { $0 + $1.bodyBytes }
        discarded.append(Array(entries.prefix(count)))
        entries.removeFirst(count)
        firstNumber += count
        firstWithBodies = max(0, firstWithBodies - count)
    }
}

extension RequestLog.Entry {
    fileprivate var record: RecordedRequest {
        var record = RecordedRequest(request: arrival.request, start: arrival.start)
        guard let end else { return record }
        record.outcome = end.outcome
        record.status = end.head?.status
        record.responseHeaders = end.head?.headers ?? [:]
        record.responseBody = end.body
        record.duration = end.instant - arrival.instant
        record.isRequestBodyCut = arrival.isBodyCut
        record.isResponseBodyCut = end.isBodyCut
        record.wait = end.headArrival.map { $0 - arrival.instant }
        return record
    }

    fileprivate var bodyBytes: Int { arrival.body.count + (end?.body.count ?? 0) }

    fileprivate mutating func dropBodies() {
        let request = arrival.request.cut(to: 0)
        arrival = RequestLog.RequestRecord(
            request, isBodyCut: arrival.isBodyCut || !arrival.body.isEmpty, start: arrival.start,
            instant: arrival.instant)
        end = end?.withoutBody.sharing(request)
    }
}

extension MockRequest {
    /// Returns the request with at most so many bytes of its body.
    func cut(to limit: Int) -> MockRequest {
        if case .data(let data) = content, data.count <= limit { return self }
        var urlRequest = head
        let kept = content.prefix(limit)
        urlRequest.httpBody = kept
        var request = MockRequest(urlRequest, target: target, content: .data(kept))
        request.callCount = callCount
        request.pathParameters = pathParameters
        return request
    }
}
