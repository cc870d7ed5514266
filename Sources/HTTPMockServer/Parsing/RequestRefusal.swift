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
}
