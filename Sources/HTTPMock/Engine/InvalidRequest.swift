/// The answer to a request that an ``EngineExtension`` finds invalid, as an API contract does.
///
/// No registered response is used, unless its status is one of the exceptions.
package struct InvalidRequest: Sendable {
    /// The reason, for the log.
    let text: String
    /// The answer to the client.
    let response: MockResponse
    /// The statuses of registered responses that are served all the same.
    let exceptions: Set<Int>

    /// Answers a request with the reason as plain text.
    package init(_ text: String, status: MockResponse.Status, unlessServed exceptions: Set<Int> = []) {
        self.text = text
        response = .plaintext(text, status: status)
        self.exceptions = exceptions
    }

    /// Answers a request as its service would.
    package init(_ text: String, response: MockResponse) {
        self.text = text
        self.response = response
        exceptions = []
    }
}
