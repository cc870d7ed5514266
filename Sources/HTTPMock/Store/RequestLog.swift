import Foundation

/// What arrived, in order: bounded in how many requests it keeps and how much of their bodies.
struct RequestLog: Sendable {
    /// The most bytes that are kept of one body.
    var bodyLimit = Self.initialBodyLimit
    private var entries: [Entry] = []
    /// The number of the first entry; those before it were let go.
    private var firstNumber = 0

    static let initialBodyLimit = 1 << 20
    /// The most requests that are kept; beyond them the earliest are let go, a tenth at a time.
    static let requestLimit = 100_000
    /// The most bytes that are kept of all bodies together; beyond them those of the earliest requests are let go.
    static let totalBodyLimit = 64 << 20

    private struct Entry: Sendable {
        var record: RecordedRequest
        let instant: ContinuousClock.Instant
    }

    private var bodyBytes = 0
    /// The first entry that may still have bodies.
    private var firstWithBodies = 0

    var records: [RecordedRequest] { entries.map(\.record) }

    /// How many requests have arrived since the log was made or emptied, those let go included.
    var count: Int { firstNumber + entries.count }

    /// Adds a request that has just arrived.
    ///
    /// - Returns: Its number, for ``end(_:change:)``.
    mutating func add(_ request: MockRequest) -> Int {
        if entries.count >= Self.requestLimit { dropFirst(Self.requestLimit / 10) }
        let kept = request.cut(to: bodyLimit)
        entries.append(Entry(record: RecordedRequest(request: kept, start: Date()), instant: .now))
        keep(kept.body.count)
        return firstNumber + entries.count - 1
    }

    /// Notes what became of a request; nothing if it was let go meanwhile.
    mutating func end(_ number: Int, _ ending: RequestEnding) {
        let index = number - firstNumber
        guard entries.indices.contains(index), entries[index].record.duration == nil else { return }
        let body = ending.body(limit: bodyLimit)
        entries[index].record.outcome = ending.outcome
        entries[index].record.status = ending.head?.status
        entries[index].record.responseHeaders = ending.head?.headers ?? [:]
        entries[index].record.responseBody = body
        entries[index].record.duration = ContinuousClock.now - entries[index].instant
        keep(body.count)
    }

    mutating func removeAll() {
        firstNumber += entries.count
        entries = []
        bodyBytes = 0
        firstWithBodies = 0
    }

    private mutating func keep(_ byteCount: Int) {
        bodyBytes += byteCount
        while bodyBytes > Self.totalBodyLimit, firstWithBodies < entries.count - 1 {
            bodyBytes -= entries[firstWithBodies].record.bodyBytes
            entries[firstWithBodies].record.request = entries[firstWithBodies].record.request.cut(to: 0)
            entries[firstWithBodies].record.responseBody = Data()
            firstWithBodies += 1
        }
    }

    private mutating func dropFirst(_ count: Int) {
        bodyBytes -= entries.prefix(count).reduce(0) { $0 + $1.record.bodyBytes }
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

    /// What was delivered of the body, as far as the log keeps it; a body in one piece is shared, not copied.
    func body(limit: Int) -> Data {
        if pieces.count == 1, pieces[0].count <= limit { return pieces[0] }
        var body = Data()
        for piece in pieces where body.count < limit { body.append(piece.prefix(limit - body.count)) }
        return body
    }
}

extension RecordedRequest {
    fileprivate var bodyBytes: Int { request.body.count + responseBody.count }
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
