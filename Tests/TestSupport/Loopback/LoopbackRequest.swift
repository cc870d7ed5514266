import Foundation

/// A request as received from the network.
public struct LoopbackRequest: Sendable, Equatable {
    /// The method, as sent.
    public let method: String
    /// The request target, as sent: `/path?query`.
    public let target: String
    /// The header lines.
    public let headers: HeaderList
    /// The body, without its transfer coding.
    public let body: Data

    /// Creates a request from its parts.
    public init(method: String, target: String, headers: HeaderList = [:], body: Data = Data()) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The target up to the question mark, percent-encoded.
    public var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The target after the question mark, percent-encoded; nil if there is none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The body as text.
    public var bodyText: String {
        String(decoding: body, as: UTF8.self)
    }
}
