import HTTPMock

/// An example of an operation's response.
struct ExampleResponse: Sendable {
    let status: Int
    let headers: [String: String]
    /// The body and its media type; nil for a response without a body.
    let body: (text: String, contentType: String)?

    /// The reason why an operation has no example.
    struct Missing: Error {
        let text: String
    }
}
