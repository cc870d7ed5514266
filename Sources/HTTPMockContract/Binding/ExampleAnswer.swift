import HTTPMock

/// The answer of a contract's examples to one request.
package enum ExampleAnswer: Sendable {
    /// The response and its name in messages: `getPet example`; for GraphQL, `generated` or `refused`.
    case response(MockResponse, String)
    /// The reason why the contract has no answer.
    case nothing(String)
    /// The request goes to a host or port that an OpenAPI document does not name.
    case elsewhere
}
