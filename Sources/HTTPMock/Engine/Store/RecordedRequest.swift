import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that reached the mock, with its outcome.
///
/// A request is recorded on arrival, and its record is complete before the client sees the end. Each hop of a redirect
/// is a request of its own.
public struct RecordedRequest: Sendable {
    /// The request; the body is cut to the log's limit.
    public internal(set) var request: MockRequest
    /// The outcome of the request; nil until it has ended.
    public internal(set) var outcome: Outcome?
    /// The status of the response; nil if there was none.
    public internal(set) var status: Int?
    /// The header fields of the response.
    public internal(set) var responseHeaders = HTTPMock.HeaderFields()
    /// The delivered part of the response's body, cut to the log's limit.
    public internal(set) var responseBody = Data()
    /// The time at which the request arrived.
    public let start: Date
    /// The duration of the request, in real time; nil until it has ended.
    public internal(set) var duration: Duration?
    /// The outcome that was decided before the request failed; nil if it did not fail.
    var decision: Outcome?
    /// The request that was sent to the real network, if `.passthrough(changing:)` has changed it.
    var sent: String?
    /// The part of `duration` before the response's head was sent.
    var wait: Duration?
    /// The moments on the instance's clock, if that is not the real one.
    var moments: ClockMoments?
    /// Whether the log does not have all of the request's body.
    var isRequestBodyCut = false
    /// Whether the log does not have all of the response's body.
    package internal(set) var isResponseBodyCut = false

    init(request: MockRequest, start: Date) {
        self.request = request
        self.start = start
    }

    /// The outcome of a request.
    public enum Outcome: Sendable {
        /// A registered response answered.
        case mocked(MockRegistration)
        /// No response was found, for the reasons in the diagnosis; the ``UnmockedPolicy`` answered.
        indirect case unmocked(UnmockedDiagnosis)
        /// The real network answered, because of a response or the policy.
        case passthrough
        /// The request ended with an error: a registered failure, a cancellation or a timeout.
        case failed(any Error)
    }
}

extension RecordedRequest: CustomStringConvertible {
    /// Method, URL, status and outcome in one line; secrets are masked.
    ///
    /// For example: `GET https://api.example.com/user: 200, mocked by …`.
    public var description: String {
        var parts = status.map { ["\($0)"] } ?? []
        parts.append(outcome?.summary ?? "not answered yet")
        if case .failed = outcome, let decision, !decision.isFailure { parts.append(decision.summary) }
        if let sent { parts.append("sent as \(sent)") }
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

    fileprivate var isFailure: Bool {
        if case .failed = self { return true }
        return false
    }

    fileprivate var summary: String {
        switch self {
        case .unmocked: return "unmocked"
        case .failed(let error): return "\(self)\((error as? URLError)?.name.map { " (\($0))" } ?? "")"
        case .mocked, .passthrough: return "\(self)"
        }
    }
}

extension [RecordedRequest] {
    /// The requests as lines of a message.
    package var listing: String {
        let limit = 20
        guard !isEmpty else { return "  no request arrived at all" }
        let lines = suffix(limit).map { record in
            "  \(record.request)"
        }
        let title = count > limit ? "the last \(limit) of \(count) that arrived:" : "these arrived:"
        return (["  \(title)"] + lines.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// The request's own members.
extension RecordedRequest {
    /// The method, in the request's spelling.
    public var method: HTTPMock.HTTPMethod { request.method }

    /// The URL that was requested.
    public var url: URL { request.url }

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
    public func queryValue(_ name: String) -> String? { request.queryValue(name) }

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
    ) throws -> Value {
        try request.json(as: type, decoder: decoder)
    }
}
