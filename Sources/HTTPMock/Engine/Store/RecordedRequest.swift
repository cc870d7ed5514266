import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that reached the mock, with its outcome.
///
/// A request is recorded on arrival, and its record is complete before the mock sends the end to the client. Each hop
/// of a redirect is a request of its own.
public struct RecordedRequest: Sendable {
    private var storage: Storage

    init(_ request: MockRequest, number: Int, start: Date, clockStart: Duration?) {
        storage = Storage(
            Contents(
                request: request, start: start, number: number, clockMoments: clockStart.map { Moments(start: $0) }))
    }

    /// Creates the record of a request to the real network that no instance has logged.
    package init(
        request: MockRequest, start: Date, status: Int?, headers: [String: String], chunks: [Data], error: (any Error)?
    ) {
        self.init(request, number: 0, start: start, clockStart: nil)
        contents.decision = .passthrough
        contents.end(error, at: nil)
        contents.head = status.map { ResponseHead(url: request.url, status: $0, headers: headers) }
        contents.responseBody = Data(joining: chunks)
        contents.chunkSizes = chunks.map(\.count)
    }

    struct Contents: Sendable {
        var request: MockRequest
        let start: Date
        let number: Int
        var responseBody = Data()
        fileprivate(set) var head: ResponseHead?
        /// The outcome, which an error at the end replaces unless it is `.unmocked`; nil until it is decided.
        var decision: Outcome?
        fileprivate var error: (any Error)?
        /// The request that was sent to the real network, if `.passthrough(changing:)` has changed it.
        var sent: String?
        /// The wait during which the client cancelled the request, as a clause.
        var waitWhenCancelled: String?
        /// The moments in real time since the arrival.
        fileprivate(set) var moments = Moments(start: .zero)
        /// The moments on the instance's clock since its creation; nil for the real clock.
        ///
        /// Kept as well, because a test on a manual clock needs almost no real time.
        fileprivate(set) var clockMoments: Moments?
        fileprivate(set) var isRequestBodyCut = false
        fileprivate(set) var isResponseBodyCut = false
        var mark: (any AnyObject & Sendable)?
        /// The connection that the response has taken over; nil for any other response.
        var connection: (any TakenConnection)?
        /// The number of bytes of the response that the log has counted before the end.
        fileprivate(set) var inFlightByteCount = 0
        /// Whether the log has no room for more of the response.
        fileprivate var isLogFull = false
        /// The number of bytes that the log keeps of the connection.
        var connectionByteCount = 0
        /// The sizes of the chunks of a response that is marked, or that no instance has logged; none in the log.
        fileprivate var chunkSizes: [Int] = []
        let arrival = ContinuousClock.Instant.now
    }

    /// The contents, in an object, because the copies of a record cost more than the request otherwise.
    private final class Storage: @unchecked Sendable {
        // Sendable although it is mutable, because a record changes only the object that no other copy has.
        var contents: Contents

        init(_ contents: Contents) {
            self.contents = contents
        }
    }

    /// The contents, copied by the first change if another copy of the record shares them.
    var contents: Contents {
        get { storage.contents }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.contents) }
            yield &storage.contents
        }
    }

    /// The request; the body is cut to the log's limit.
    public var request: MockRequest { storage.contents.request }

    /// The outcome of the request; nil until it has ended.
    public var outcome: Outcome? {
        let contents = storage.contents
        guard contents.moments.end != nil else { return nil }
        // An unmocked request keeps its diagnosis, whatever the policy answered.
        if case .unmocked = contents.decision { return contents.decision }
        return contents.error.map { .failed($0) } ?? contents.decision
    }

    /// The delivered part of the response's body, cut to the log's limit.
    public var responseBody: Data { storage.contents.responseBody }

    /// The time at which the request arrived.
    public var start: Date { storage.contents.start }

    /// The duration of the request, in real time; nil until it has ended.
    public var duration: Duration? { storage.contents.moments.end }

    /// The moment of the arrival, on a clock that nobody sets.
    package var arrival: ContinuousClock.Instant { storage.contents.arrival }

    /// The number of the request in the log, from 1; 0 for a request that no instance has logged.
    package var number: Int { storage.contents.number }

    package var isResponseBodyCut: Bool { storage.contents.isResponseBodyCut }

    /// The connection that the response has taken over; nil for any other response.
    package var connection: (any TakenConnection)? { storage.contents.connection }

    /// The mark of the extension that passed the request on to the real network; nil in the log.
    package var mark: (any AnyObject & Sendable)? { storage.contents.mark }

    private var head: ResponseHead? { storage.contents.head }

    /// The status of the response; nil if there was none.
    public var status: Int? { head?.status }

    /// The header fields of the response.
    public var responseHeaders: HTTPMock.HeaderFields {
        head?.fields.lines ?? HTTPMock.HeaderFields()
    }

    /// The outcome of a request.
    public enum Outcome: Sendable {
        /// A registered response answered, or one of an extension such as a cassette.
        case mocked(MockRegistration)
        /// No response was found, for the reasons in the diagnosis; the ``UnmockedPolicy`` answered.
        indirect case unmocked(UnmockedDiagnosis)
        /// The real network answered, because of a response, the policy or a recording.
        case passthrough
        /// The request ended with an error, such as a registered failure, a cancellation or a timeout, or was refused.
        case failed(any Error)
    }

    /// Returns the record as the log keeps it, without marks and with its bodies cut.
    func kept(cutTo limit: Int) -> RecordedRequest {
        let isUnmarked = mark == nil && storage.contents.chunkSizes.isEmpty
        if isUnmarked, request.fits(limit), responseBody.count <= limit { return self }
        var record = self
        record.contents.cut(to: limit)
        return record
    }

    /// Returns the record as the log keeps it in the place of an earlier record of the request.
    ///
    /// The request that the log has is kept if its body was cut, or would have to be cut or read again.
    func kept(cutTo limit: Int, replacing logged: RecordedRequest) -> RecordedRequest {
        if request.fits(limit), !logged.contents.isRequestBodyCut { return kept(cutTo: limit) }
        var record = self
        record.contents.request = logged.request
        record.contents.isRequestBodyCut = logged.contents.isRequestBodyCut
        record.contents.cut(to: limit)
        return record
    }
}

/// The life of a record, whose ``Exchange`` changes its own copy, and hands the last one to the log.
extension RecordedRequest.Contents {
    /// Records the head of the response at the present, and at a moment on the instance's clock if that is not real.
    mutating func note(_ head: ResponseHead, at moment: Duration?) {
        self.head = head
        moments.head = arrival.duration(to: .now)
        clockMoments?.head = moment
    }

    /// The number of uncounted bytes at which a response in flight is counted, so that few chunks take the lock.
    private static let countedAtOnce = 64 << 10

    /// Counts the delivered part of the response in the log; keeps only what was counted if the log has no room.
    mutating func countInFlight(in store: Store) {
        let uncounted = responseBody.count - inFlightByteCount
        guard uncounted >= Self.countedAtOnce, !isLogFull else { return }
        guard store.keepInFlight(uncounted) else {
            isLogFull = true
            isResponseBodyCut = true
            // Copied, because a slice would retain the whole body.
            responseBody = Data(Array(responseBody.prefix(inFlightByteCount)))
            return
        }
        inFlightByteCount += uncounted
    }

    /// Adds delivered bytes up to a limit; of a marked response, adds all bytes and the sizes of its chunks.
    mutating func append(_ bytes: Data, upTo limit: Int) {
        guard !isLogFull else { return }
        if mark != nil { chunkSizes.append(bytes.count) }
        let room = (mark == nil ? limit : .max) - responseBody.count
        if bytes.count > room { isResponseBodyCut = true }
        if responseBody.isEmpty, bytes.count <= room {
            // Shared, not copied.
            responseBody = bytes
        } else if room > 0 {
            responseBody.append(bytes.prefix(room))
        }
    }

    /// Records the end at the present, and at a moment on the instance's clock if that is not real.
    mutating func end(_ error: (any Error)?, at moment: Duration?) {
        moments.end = arrival.duration(to: .now)
        clockMoments?.end = moment
        self.error = error
    }

    /// Cuts both bodies for the log, and drops the mark and the sizes of the chunks.
    fileprivate mutating func cut(to limit: Int) {
        let whole = request
        request = whole.cut(to: limit)
        isRequestBodyCut = isRequestBodyCut || request.content.count < whole.content.count
        if responseBody.count > limit {
            // Copied, because a slice would retain the whole body.
            responseBody = Data(Array(responseBody.prefix(limit)))
            isResponseBodyCut = true
        }
        // The diagnosis has the request as well.
        if case .unmocked(var diagnosis) = decision {
            diagnosis.request = request
            decision = .unmocked(diagnosis)
        }
        mark = nil
        chunkSizes = []
    }
}

extension RecordedRequest {
    /// The method, in the request's spelling.
    public var method: HTTPMock.HTTPMethod { request.method }

    /// The URL that was requested.
    public var url: URL { request.url }

    /// The request as URLSession has it, with the body as far as the log keeps it.
    public var urlRequest: URLRequest { request.urlRequest }

    /// The path as the URL spells it, percent-encoded; `/` if the URL has none.
    public var path: String { request.path }

    /// The header fields of the request; names compare without case.
    public var headers: HTTPMock.HeaderFields { request.headers }

    /// The body of the request, cut to the log's limit; empty if there is none.
    public var body: Data { request.body }

    /// The body of the request as UTF-8 text; invalid bytes are replaced by U+FFFD.
    public var bodyString: String { request.bodyString }

    /// The fields of the request's form in order, percent-decoded, with `+` as a space.
    public var form: [URLQueryItem] { request.form }

    /// Returns the value of a header field of the request.
    ///
    /// - Parameter name: The name, in any case.
    public func header(_ name: String) -> String? { request.header(name) }

    /// Returns the first value of a query item; nil for a missing name or value.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func queryValue(_ name: String) -> String? {
        request.queryValue(name)
    }

    /// Returns the first value of a field of the request's form; nil if there is no such field.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func formValue(_ name: String) -> String? { request.formValue(name) }

    /// Decodes the body of the request from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder; unless given, one that reads dates in ISO 8601.
    /// - Throws: `DecodingError` if the body is not JSON, or not the JSON of such a value.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = .mockDefault
    ) throws -> Value { try request.json(as: type, decoder: decoder) }

    package var joinedHeaders: [String: String] { head?.headers ?? [:] }

    /// The error of the outcome `.failed`; nil for every other outcome, and until the request has ended.
    package var error: (any Error)? { outcome?.error }

    /// The registration whose response answered without an error; nil for every other request.
    package var registration: MockRegistration? { outcome?.registration }

    package var isOffContract: Bool { head?.isOffContract ?? false }

    /// Whether the test has given the length of the body, so that a client misses the end of a shorter body.
    package var hasGivenLength: Bool {
        registration?.location != nil && head?.fields.givenLength != nil
    }

    /// Whether the response is the one that was inspected when it was registered, with the same bytes.
    package var isKnownAtRegistration: Bool {
        head?.isKnownAtRegistration ?? false
    }

    /// The chunks in which the response arrived, if their sizes are known; otherwise the whole body.
    package var chunks: [Data] {
        guard contents.chunkSizes.count > 1 else { return responseBody.isEmpty ? [] : [responseBody] }
        var rest = responseBody
        return contents.chunkSizes.map { size in
            let chunk = rest.prefix(size)
            rest = rest.dropFirst(size)
            return chunk.rebased
        }
    }
}

extension RecordedRequest: CustomStringConvertible {
    /// Method, URL, status, outcome and any details in one line; secrets are masked.
    ///
    /// For example: `GET https://api.example.com/user: 200, mocked by …`.
    public var description: String {
        var parts = status.map { ["\($0)"] } ?? []
        parts.append(outcome?.summary ?? "not answered yet")
        if error != nil, let decision = contents.decision, decision.error == nil { parts.append(decision.summary) }
        if let wait = contents.waitWhenCancelled { parts.append("cancelled while it \(wait)") }
        if let sent = contents.sent { parts.append("sent as \(sent)") }
        return "\(request): \(parts.joined(separator: ", "))"
    }
}

extension RecordedRequest: CustomReflectable {
    /// The parts that `dump` and a failed expectation show, with secrets masked.
    public var customMirror: Mirror {
        let body = Redaction.shownText(of: responseBody, type: responseHeaders["Content-Type"])
        return Mirror(
            self,
            children: [
                "request": request, "outcome": outcome?.description ?? "nil", "status": status as Any,
                "responseHeaders": responseHeaders.description, "responseBody": body, "start": start,
                "duration": duration as Any,
            ], displayStyle: .struct)
    }
}

extension RecordedRequest.Outcome: CustomStringConvertible {
    /// The outcome as text.
    public var description: String {
        switch self {
        case .mocked(let registration): "mocked by \(registration)"
        case .unmocked(let diagnosis): "unmocked: \(diagnosis)"
        case .passthrough: "passed through"
        case .failed(let error): "failed: \(Redaction.text(of: error))"
        }
    }

    var registration: MockRegistration? {
        if case .mocked(let registration) = self { registration } else { nil }
    }

    fileprivate var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }

    fileprivate var summary: String {
        if case .unmocked = self { return "unmocked" }
        guard let error = error as? URLError, let name = error.name else { return description }
        return "\(self) (\(name))"
    }
}

extension [RecordedRequest] {
    /// The last requests as lines under a title.
    package var listing: String {
        let limit = 20
        guard !isEmpty else { return "  no request arrived at all" }
        let title = count > limit ? "the last \(limit) of \(count) that arrived:" : "these arrived:"
        return (["  \(title)"] + suffix(limit).map { "    \($0.request)" }).joined(separator: "\n")
    }
}
