import Foundation

/// The answer of an ``EngineExtension`` to a request that it refuses; no registered response is used.
package struct ExtensionRefusal: Sendable {
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
