import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The log entry of one hop in progress.
///
/// The log gets it at the hop's end.
///
/// Owned by an ``Exchange`` and used on the transport's queue.
struct ExchangeRecord {
    private let store: Store
    private var number: Int?
    /// The outcome if the request ends without an error; nil until it is decided.
    var outcome: RecordedRequest.Outcome?
    private var head: ResponseHead?
    private var headArrival: ContinuousClock.Instant?
    /// The first bytes of the body, up to the log's limit.
    private var body = Data()
    private var bodyLimit = 0
    /// The request and its body for inspectors; nil if there are none.
    private var inspected: InspectedExchange?
    private var isBodyCut = false
    /// The exchange for a recorder, if the real network answers for one.
    private var recording: Recording?

    /// A passed-through exchange in progress, which a recorder receives at its end.
    private struct Recording {
        let recorder: PassedExchange.Recorder
        let request: MockRequest
        let start = Date()
        var chunks: [Data] = []
    }

    init(_ store: Store) {
        self.store = store
    }

    /// Whether a hop has been logged that has not ended.
    var hasBegun: Bool { number != nil }

    /// Begins the entry of a logged request.
    mutating func begin(_ logged: LoggedRequest, outcome: RecordedRequest.Outcome?) {
        number = logged.number
        self.outcome = outcome
        head = nil
        headArrival = nil
        body = Data()
        bodyLimit = logged.bodyLimit
        inspected = InspectedExchange(logged)
        isBodyCut = false
        if let recorder = recording?.recorder { record(logged.request, for: recorder) }
    }

    /// Keeps the exchange of a passed-through request for a recorder.
    mutating func record(_ request: MockRequest, for recorder: @escaping PassedExchange.Recorder) {
        recording = Recording(recorder: recorder, request: request)
    }

    /// Releases the recorder, because no hop follows.
    mutating func stopRecording() {
        recording = nil
    }

    /// Records the head of the response.
    mutating func note(_ head: ResponseHead) {
        self.head = head
        headArrival = .now
    }

    /// Records bytes of the body, up to the log's limit.
    mutating func append(_ bytes: Data) {
        inspected?.append(bytes)
        recording?.chunks.append(bytes)
        isBodyCut = isBodyCut || body.count + bytes.count > bodyLimit
        if body.isEmpty, bytes.count <= bodyLimit {
            // Shared, not copied.
            body = bytes
        } else if body.count < bodyLimit {
            body.append(bytes.prefix(bodyLimit - body.count))
        }
    }

    /// Passes the entry to the log, once.
    ///
    /// - Parameter error: The error that the request ended with; nil if there was none.
    mutating func end(_ error: (any Error)?) {
        guard let number else { return }
        self.number = nil
        let outcome: RecordedRequest.Outcome? =
            switch (self.outcome, error) {
            // An unmocked request keeps its diagnosis, whatever the policy answered.
            case (.unmocked(let diagnosis), _): .unmocked(diagnosis)
            case (_, let error?): .failed(error)
            case (let outcome, nil): outcome
            }
        if case .mocked(let registration)? = outcome, let head {
            inspected?.end(head, registration, reportingTo: store)
        }
        store.end(
            number,
            RequestCompletion(
                outcome: outcome, head: head, body: body, isBodyCut: isBodyCut, headArrival: headArrival))
        if let recording {
            recording.recorder(
                PassedExchange(
                    request: recording.request, start: recording.start, status: head?.status,
                    headers: head?.headers ?? [:], chunks: recording.chunks, error: error))
        }
        body = Data()
    }
}
