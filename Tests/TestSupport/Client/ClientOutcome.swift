import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Everything that a client saw of one request, in a form that tests can compare.
///
/// The address of the server is left out, so that the native loader can be compared with a mock.
public struct ClientOutcome: Sendable, Equatable {
    /// The body; nil if the client got no body, which differs from an empty one.
    public var data: Data?
    /// The status code; nil without a response.
    public var status: Int?
    /// The response headers, with lower-case names.
    public var headers: [String: String]
    /// The path and query of the response's URL.
    public var target: String?
    /// The response's MIME type.
    public var mimeType: String?
    /// The expected content length of the response; -1 if unknown, nil without a response.
    public var expectedLength: Int64?
    /// The error; nil if there was none.
    public var error: ClientError?
    /// The delegate's callbacks; empty without a delegate.
    public var events: [ClientEvent]
    /// The task's properties after the end; nil where the client has no task.
    public var task: TaskProperties?

    /// Creates the outcome from the values that a client got.
    public init(data: Data?, response: URLResponse?, error: ClientError?, events: [ClientEvent] = []) {
        let http = response as? HTTPURLResponse
        self.data = data
        self.status = http?.statusCode
        self.headers = [:]
        for (name, value) in http?.allHeaderFields ?? [:] {
            headers["\(name)".lowercased()] = "\(value)"
        }
        self.target = response?.url?.target
        self.mimeType = response?.mimeType
        self.expectedLength = response?.expectedContentLength
        self.error = error
        self.events = events
    }

    /// The body as text; nil without a body.
    public var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }

    /// Returns the outcome without the parts that may differ between correct implementations.
    ///
    /// Adjacent chunks of a body are merged. Informational responses and the connection's own headers are dropped.
    ///
    /// - Parameters:
    ///   - ignoredHeaders: The headers to drop, in lower case.
    ///   - ignoresFailingURL: Whether errors are compared only by domain and code.
    public func comparable(
        ignoringHeaders ignoredHeaders: Set<String> = ["connection", "transfer-encoding", "date", "server"],
        ignoringFailingURL ignoresFailingURL: Bool = false
    ) -> ClientOutcome {
        var outcome = self
        outcome.headers = headers.filter { !ignoredHeaders.contains($0.key) }
        outcome.events = events.filter { !$0.isInformational }.mergingChunks
        guard ignoresFailingURL else { return outcome }
        outcome.error?.failingTarget = nil
        outcome.events = outcome.events.map { event in
            guard case .completed(var error) = event else { return event }
            error?.failingTarget = nil
            return .completed(error)
        }
        return outcome
    }
}

extension ClientOutcome: CustomStringConvertible {
    /// The outcome in one line, for the message of a failed comparison.
    public var description: String {
        var parts = [status.map(String.init) ?? "no response"]
        parts += target.map { [$0] } ?? []
        parts.append(text.map { $0.utf8.count > 60 ? "\($0.utf8.count) bytes" : "\"\($0)\"" } ?? "no data")
        parts += headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        parts.append("mime \(mimeType ?? "none"), length \(expectedLength.map(String.init) ?? "none")")
        parts += error.map { ["error \($0)"] } ?? []
        parts += task.map { [$0.description] } ?? []
        parts += events.isEmpty ? [] : [events.map(\.description).joined(separator: ", ")]
        return parts.joined(separator: " | ")
    }
}
