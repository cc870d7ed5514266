import HTTPMock

/// The error answer to a request that the server does not pass on.
struct RequestRefusal: Error, Hashable, Sendable {
    /// The status of the answer.
    let status: Int
    /// The cause, a sentence for whoever wrote the client.
    let reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    static func badRequest(_ reason: String) -> RequestRefusal { RequestRefusal(400, reason) }

    /// Returns the refusal of a request that arrives too slowly.
    ///
    /// - Parameter isInBody: True if the body is late, false if the head is.
    static func tooLate(_ isInBody: Bool, _ limits: HTTPMock.Server.Limits) -> RequestRefusal {
        RequestRefusal(
            408,
            isInBody
                ? "The body's next bytes did not arrive within the \(limits.bodyTimeout) that Limits.bodyTimeout allows."
                : "The head was not complete within the \(limits.headTimeout) that Limits.headTimeout allows.")
    }
}
