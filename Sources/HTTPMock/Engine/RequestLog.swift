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
    /// The number of the first entry; earlier entries were dropped.
    private var firstNumber = 0

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
        var end: RequestCompletion?
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

        init(_ request: MockRequest, isBodyCut: Bool, start: Date, instant: ContinuousClock.Instant) {
            head = request.head
            url = request.url
            body = request.body
            self.isBodyCut = isBodyCut
            self.start = start
            self.instant = instant
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
        let index = number - firstNumber
        return entries.indices.contains(index) ? entries[index].record : nil
    }

    /// Returns the records of the requests after the first `count`, without dropped ones.
    func records(after count: Int) -> [RecordedRequest] {
        entries.dropFirst(max(0, count - firstNumber)).map(\.record)
    }

    /// The number of requests that have arrived, including dropped and removed ones.
    var count: Int { firstNumber + entries.count }

    /// Adds a request that has just arrived.
    ///
    /// - Returns: The number of the request, for ``end(_:_:)``.
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

    /// Records the end of a request, unless the request has been dropped.
    mutating func end(_ number: Int, _ completion: RequestCompletion) {
        let index = number - firstNumber
        guard entries.indices.contains(index), entries[index].end == nil else { return }
        entries[index].end = completion.sharing(entries[index].arrival.request)
        keep(completion.body.count)
    }

    var hasDiscarded: Bool { !discarded.isEmpty }

    /// Returns the values that were dropped since the last call.
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
        record.responseHeaders = HTTPMock.HeaderFields(end.head?.headers ?? [:])
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
    /// Returns the request with its body cut to a number of bytes.
    func cut(to limit: Int) -> MockRequest {
        if case .data(let data) = content, data.count <= limit { return self }
        let kept = content.prefix(limit)
        var request = MockRequest(head.replacingBody(with: kept), target: target, content: .data(kept))
        request.callCount = callCount
        request.pathParameters = pathParameters
        return request
    }
}
