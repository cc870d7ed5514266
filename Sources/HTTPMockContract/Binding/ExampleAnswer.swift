import HTTPMock

/// The answer of a contract's examples to one request.
package enum ExampleAnswer: Sendable {
    /// The response and its origin: `getPet example`, or `generated` and `refused` for GraphQL.
    case response(MockResponse, String)
    /// The reason why the contract has no answer.
    case nothing(String)
    /// The request goes to a host or port that an OpenAPI document does not name.
    case elsewhere
}
