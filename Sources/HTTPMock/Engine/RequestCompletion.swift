import Foundation

/// The end of a request.
///
/// Created by the request's ``ExchangeRecord``, owned by the log, and immutable.
final class RequestCompletion: Sendable {
    let outcome: RecordedRequest.Outcome?
    let head: ResponseHead?
    /// The delivered bytes of the body, up to the log's limit.
    let body: Data
    /// Whether the log does not have all of the body.
    let isBodyCut: Bool
    /// The moment at which the head was sent.
    let headArrival: ContinuousClock.Instant?
    let instant: ContinuousClock.Instant

    init(
        outcome: RecordedRequest.Outcome?, head: ResponseHead? = nil, body: Data = Data(),
        isBodyCut: Bool = false, headArrival: ContinuousClock.Instant? = nil, instant: ContinuousClock.Instant = .now
    ) {
        self.outcome = outcome
        self.head = head
        self.body = body
        self.isBodyCut = isBodyCut
        self.headArrival = headArrival
        self.instant = instant
    }

    /// Returns a copy whose diagnosis refers to the log's cut request.
    func sharing(_ request: @autoclosure () -> MockRequest) -> RequestCompletion {
        guard case .unmocked(var diagnosis)? = outcome else { return self }
        diagnosis.request = request()
        return RequestCompletion(
            outcome: .unmocked(diagnosis), head: head, body: self.body, isBodyCut: isBodyCut, headArrival: headArrival,
            instant: instant)
    }

    var withoutBody: RequestCompletion {
        RequestCompletion(
            outcome: outcome, head: head, isBodyCut: isBodyCut || !body.isEmpty, headArrival: headArrival,
            instant: instant)
    }
}
