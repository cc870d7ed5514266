import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that has ended, with its response: one record for the log and for every ``EngineExtension``.
///
/// Created by the request's ``ExchangeRecord`` at the end of each hop.
package final class CompletedExchange: Sendable {
    package let request: MockRequest
    /// The number of the request in the log, from 1.
    package let number: Int
    /// The time at which the request arrived.
    package let start: Date
    /// The outcome, as in the log.
    let outcome: RecordedRequest.Outcome?
    /// The outcome that was decided before the exchange failed; equal to `outcome` if it succeeded.
    let decision: RecordedRequest.Outcome?
    /// The head of the response; nil if there was none.
    let head: ResponseHead?
    /// The first bytes of the response's body, decoded; all of them if `isBodyCut` is false.
    package let body: Data
    /// Whether `body` lacks bytes, because nobody needs more of them.
    package let isBodyCut: Bool
    /// The sizes of the chunks in which the body arrived; empty for a body of one chunk.
    let chunkSizes: [Int]
    /// The error that ended the exchange; nil if it succeeded.
    package let error: (any Error)?
    /// The mark of the extension that passed the request on to the real network; nil for every other request.
    package let mark: (any AnyObject & Sendable)?
    /// The request that was sent to the real network, if a closure has changed it.
    let sent: String?
    /// The moment at which the head was sent.
    let headArrival: ContinuousClock.Instant?
    /// The moment of the end.
    let instant: ContinuousClock.Instant

    init(
        request: MockRequest, number: Int, start: Date, outcome: RecordedRequest.Outcome?, head: ResponseHead? = nil,
        body: Data = Data(), isBodyCut: Bool = false, chunkSizes: [Int] = [], error: (any Error)? = nil,
        mark: (any AnyObject & Sendable)? = nil, headArrival: ContinuousClock.Instant? = nil, sent: String? = nil,
        decision: RecordedRequest.Outcome? = nil
    ) {
        self.request = request
        self.number = number
        self.start = start
        self.outcome = outcome
        self.decision = decision
        self.head = head
        self.body = body
        self.isBodyCut = isBodyCut
        self.chunkSizes = chunkSizes
        self.error = error
        self.mark = mark
        self.headArrival = headArrival
        self.sent = sent
        instant = .now
    }

    /// Creates an exchange with the real network that no instance has logged.
    package convenience init(
        request: MockRequest, start: Date, status: Int?, headers: [String: String], chunks: [Data],
        error: (any Error)?
    ) {
        self.init(
            request: request, number: 0, start: start, outcome: error.map { .failed($0) } ?? .passthrough,
            head: status.map { ResponseHead(url: request.url, status: $0, headers: headers) },
            body: Data(joining: chunks), chunkSizes: chunks.map(\.count), error: error)
    }

    /// The status of the response; nil if there was none.
    package var status: Int? { head?.status }

    /// The header fields of the response, those of one name one by one.
    package var headers: HTTPMock.HeaderFields { head?.fields.lines ?? HTTPMock.HeaderFields() }

    /// The header fields of the response, one value for each name.
    package var joinedHeaders: [String: String] { head?.headers ?? [:] }

    /// The registration whose response answered without an error; nil for every other request.
    package var registration: MockRegistration? {
        guard case .mocked(let registration) = outcome else { return nil }
        return registration
    }

    /// Whether the response is exempt from inspection.
    package var isOffContract: Bool { head?.isOffContract ?? false }

    /// True if the response is the one that was inspected when it was registered, with the same bytes.
    package var isKnownAtRegistration: Bool { head?.isKnownAtRegistration ?? false }

    /// The body in the chunks in which it arrived.
    package var chunks: [Data] {
        guard chunkSizes.count > 1 else { return body.isEmpty ? [] : [body] }
        var rest = body
        return chunkSizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size).rebased
        }
    }
}
