import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that reached the mock, and what became of it.
///
/// Recorded on arrival, complete before the client sees the end. A redirect's hops are requests of their own.
public struct RecordedRequest: Sendable {
    /// The request; a body over the log's limit is cut.
    public internal(set) var request: MockRequest
    /// What became of it; nil until it is answered.
    public internal(set) var outcome: Outcome?
    /// The status of the response, nil where there was none.
    public internal(set) var status: Int?
    /// The header fields of the response.
    public internal(set) var responseHeaders: [String: String] = [:]
    /// The body of the response, as far as it was delivered; one over the log's limit is cut.
    public internal(set) var responseBody = Data()
    /// When it arrived.
    public let start: Date
    /// How long it took, in real time; nil until it ended.
    public internal(set) var duration: Duration?
    /// How much of that passed before the response's head.
    var wait: Duration?
    /// Whether the log does not have all of the request's body.
    var isRequestBodyCut = false
    /// Whether the log does not have all of the response's body.
    var isResponseBodyCut = false

    init(request: MockRequest, start: Date) {
        self.request = request
        self.start = start
    }

    /// What became of a request.
    public enum Outcome: Sendable {
        /// A registration's response answered.
        case mocked(MockRegistration)
        /// No response was found; whatever the policy made of that, this says why.
        indirect case unmocked(UnmockedDiagnosis)
        /// The real network answered, whoever asked for it.
        case passthrough
        /// It ended with an error: one that was asked for, a cancellation, a timeout.
        case failed(any Error)
    }
}

extension RecordedRequest: CustomStringConvertible {
    /// Method, URL, status and outcome in a line, as in `GET https://api.example.com/user: 200, mocked by …`; secrets are
    /// masked.
    public var description: String {
        let status = status.map { "\($0), " } ?? ""
        return
            "\(request): \(status)\(outcome?.summary ?? "not answered yet")"
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

    fileprivate var summary: String {
        if case .unmocked = self { return "unmocked" }
        return "\(self)"
    }
}
