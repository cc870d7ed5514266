/// The answer to a request that an ``EngineExtension`` finds invalid, as an API contract does.
///
/// No registered response is used.
package struct InvalidRequest: Sendable {
    let text: String
    let status: MockResponse.Status
    /// The statuses of registered responses that are served all the same.
    let exceptions: Set<Int>

    package init(_ text: String, status: MockResponse.Status, unlessServed exceptions: Set<Int> = []) {
        self.text = text
        self.status = status
        self.exceptions = exceptions
    }
}
