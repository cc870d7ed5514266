import Foundation

/// The end of a request, as its exchange saw it.
final class RequestCompletion: Sendable {
    let outcome: RecordedRequest.Outcome?
    let head: ResponseHead?
    /// The delivered bytes of the body, up to the log's limit.
    let body: Data
    /// When the head was sent.
    let headArrival: ContinuousClock.Instant?
    let instant: ContinuousClock.Instant

    init(
        outcome: RecordedRequest.Outcome?, head: ResponseHead? = nil, body: Data = Data(),
        headArrival: ContinuousClock.Instant? = nil, instant: ContinuousClock.Instant = .now
    ) {
        self.outcome = outcome
        self.head = head
        self.body = body
        self.headArrival = headArrival
        self.instant = instant
    }

    /// Returns the same end with a diagnosis that has no more of the request than the log.
    func sharing(_ request: MockRequest) -> RequestCompletion {
        guard case .unmocked(var diagnosis)? = outcome else { return self }
        diagnosis.request = request
        return RequestCompletion(
            outcome: .unmocked(diagnosis), head: head, body: self.body, headArrival: headArrival, instant: instant)
    }

    var withoutBody: RequestCompletion {
        RequestCompletion(outcome: outcome, head: head, headArrival: headArrival, instant: instant)
    }
}
