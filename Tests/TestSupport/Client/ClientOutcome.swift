import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// All that a client saw of one request, comparable.
///
/// Where the server runs is left out, so that what the native loader and a mock give can be compared.
public struct ClientOutcome: Sendable, Equatable {
    /// The body; nil where the client was given none, which is not the same as an empty one.
    public var data: Data?
    /// The status code; nil without a response.
    public var status: Int?
    /// The response headers, names in lower case.
    public var headers: [String: String]
    /// The path and query of the response's URL.
    public var target: String?
    /// The response's MIME type.
    public var mimeType: String?
    /// The length the response announces; -1 where unknown, nil without a response.
    public var expectedLength: Int64?
    /// The error; nil if there was none.
    public var error: ClientError?
    /// The delegate's callbacks; empty where there was no delegate.
    public var events: [ClientEvent]
    /// The task's properties after the end; nil where the client has no task.
    public var task: TaskProperties?

    /// Reads what can be compared from what a client was given.
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

    /// The outcome without what may differ between two right answers.
    ///
    /// Adjacent pieces of a body are merged, informational responses and the connection's own headers are dropped.
    ///
    /// - Parameters:
    ///   - ignoredHeaders: The headers to drop, in lower case.
    ///   - ignoresFailingURL: Whether errors are compared by domain and code alone.
    public func comparable(
        ignoringHeaders ignoredHeaders: Set<String> = ["connection", "transfer-encoding", "date", "server"],
        ignoringFailingURL ignoresFailingURL: Bool = false
    ) -> ClientOutcome {
        var outcome = self
        outcome.headers = headers.filter { !ignoredHeaders.contains($0.key) }
        outcome.events = events.filter { !$0.isInformational }.mergingPieces
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
