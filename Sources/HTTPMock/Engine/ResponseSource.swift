/// A source of responses other than the registrations.
///
/// The dispatcher asks the source after the registrations and before the unmocked policy.
///
/// Created and retained by another module, which inserts it into an instance. Called where requests are matched.
package protocol ResponseSource: Sendable {
    /// Whether ``answer(_:)`` calls closures of the user.
    var runsUserCode: Bool { get }

    /// The responses that no request has used, and whose absence is a failure.
    var unusedResponses: [UnusedResponse] { get }

    /// Answers a request, and uses the response up.
    func answer(_ request: MockRequest) -> SourceAnswer
}

/// The answer of a ``ResponseSource`` to one request.
package enum SourceAnswer: Sendable {
    /// A response, and the registration that the log and reports show for it.
    case response(MockResponse, MockRegistration)
    /// The real network answers; the recorder receives the exchange and the exchanges of its redirects.
    case passthrough(PassedExchange.Recorder)
    /// No response; the lines give the reasons, and the last line gives the fix.
    case nothing([String])
}
