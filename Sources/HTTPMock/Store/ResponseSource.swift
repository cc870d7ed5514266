/// A second source of responses: the dispatcher asks it after the registrations and before the unmocked policy.
///
/// Created and retained by another module, which inserts it into an instance. Called where requests are matched.
package protocol ResponseSource: Sendable {
    /// Whether ``answer(_:)`` calls closures of the user.
    var runsUserCode: Bool { get }

    /// The responses that no request has used, and whose absence is a failure.
    var unusedResponses: [UnusedResponse] { get }

    /// Answers a request; what is answered with is used up.
    func answer(_ request: MockRequest) -> SourceAnswer
}

/// The answer of a ``ResponseSource`` to one request.
package enum SourceAnswer: Sendable {
    /// A response, with what stands for its registration.
    case response(MockResponse, MockRegistration)
    /// The real network answers, and a recorder gets the exchange, and those of its redirects.
    case passthrough(PassedExchange.Recorder)
    /// Nothing; the lines of the diagnosis say why, the last one how to fix it.
    case nothing([String])
}
