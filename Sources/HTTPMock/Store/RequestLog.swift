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

    private struct Entry: Sendable {
        var record: RecordedRequest
        let instant: ContinuousClock.Instant
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
        entries[index].record.shareRequest()
        entries[index].record.status = ending.head?.status
        entries[index].record.responseHeaders = ending.head?.headers ?? [:]
        entries[index].record.responseBody = body
        entries[index].record.duration = ContinuousClock.now - entries[index].instant
        entries[index].record.wait = ending.headArrival.map { $0 - entries[index].instant }
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
            bodyBytes -= entries[firstWithBodies].record.bodyBytes
            entries[firstWithBodies].record.dropBodies()
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

extension RecordedRequest {
    fileprivate var bodyBytes: Int { request.body.count + responseBody.count }

    fileprivate mutating func dropBodies() {
        request = request.cut(to: 0)
        responseBody = Data()
        shareRequest()
    }

    /// Has the diagnosis hold no more of the request than the log does.
    fileprivate mutating func shareRequest() {
        guard case .unmocked(var diagnosis) = outcome else { return }
        diagnosis.request = request
        outcome = .unmocked(diagnosis)
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
