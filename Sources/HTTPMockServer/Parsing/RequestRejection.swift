import HTTPMock

/// The error response to a request that the server does not pass to the mocks.
struct RequestRejection: Error, Hashable, Sendable {
    /// The status of the answer.
    let status: Int
    /// The cause, as a sentence for the developer of the client.
    let reason: String
    /// The change of the client, or of the server's surroundings, that avoids the rejection.
    private let change: String
    /// The member of `Limits` that the request exceeds; nil if there is none, or if nobody can raise it.
    private let limit: String?

    init(_ status: Int, _ reason: String, fix: String = "correct the request that the client sends") {
        self.init(status, reason, change: fix, limit: nil)
    }

    private init(_ status: Int, _ reason: String, change: String, limit: String?) {
        self.status = status
        self.reason = reason
        self.change = change
        self.limit = limit
    }

    /// Creates the rejection of a request that exceeds a limit.
    ///
    /// - Parameters:
    ///   - limit: The member of `Limits`.
    ///   - other: What the client can do instead of raising the limit.
    init(_ status: Int, _ reason: String, raising limit: String, or other: String = "send less") {
        self.init(status, reason, change: other, limit: limit)
    }

    /// The advice that follows "To fix this, ", without a full stop.
    var fix: String {
        guard let limit else { return change }
        return "\(change), or raise the limit: serve(limits: HTTPMock.Server.Limits(\(limit): …))"
    }

    /// The rejection without the advice to raise a limit.
    var withoutLimit: RequestRejection { RequestRejection(status, reason, change: change, limit: nil) }

    static func badRequest(_ reason: String) -> RequestRejection { RequestRejection(400, reason) }

    static func bodyTooLarge(limit: Int) -> RequestRejection {
        RequestRejection(
            413, "The body is larger than the \(limit.counted("byte")) that Limits.body allows.", raising: "body")
    }

    /// Returns the rejection of a request that arrives too slowly.
    ///
    /// - Parameter isInBody: True if the body is late, false if the head is.
    static func tooLate(isInBody: Bool, _ limits: HTTPMock.Server.Limits) -> RequestRejection {
        guard isInBody else {
            return RequestRejection(
                408, "The head was not complete within the \(limits.headTimeout) that Limits.headTimeout allows.",
                raising: "headTimeout", or: "send the whole head at once")
        }
        return RequestRejection(
            408,
            "The body's next bytes did not arrive within the \(limits.bodyTimeout) that Limits.bodyTimeout allows.",
            raising: "bodyTimeout", or: "send the body without pauses")
    }

    /// The rejection of a client that speaks TLS on a plain port.
    static let tls = RequestRejection(
        400, "The client speaks TLS (HTTPS), which this port does not.",
        fix: "write http:// instead of https:// in the client's base URL, as the server's baseURL does")

    static let http2 = RequestRejection(
        505, "The client speaks HTTP/2, which this port does not.",
        fix: "let the client speak HTTP/1.1; curl does without --http2-prior-knowledge")

    static let connect = RequestRejection(
        501, "CONNECT is not offered: this server answers requests itself, without TLS.",
        fix: "give the client the server's baseURL in place of a proxy, or request http:// URLs through the proxy")

    static func scheme(_ scheme: String) -> RequestRejection {
        RequestRejection(
            501, "The target's scheme is \(scheme).",
            fix: "request an http:// URL through the proxy, because this server answers only HTTP")
    }
}
