import HTTPMock

/// The examples of an OpenAPI or a GraphQL contract, as answers to requests.
///
/// Created for a server, a sweep, or the registered answers of a GraphQL service. Used by any thread.
package protocol ServiceExamples: AnyObject, Sendable {
    /// The origins of the operations' first servers, with `https`; none if no server names a host, and for GraphQL.
    var origins: [String] { get }

    /// The kind of the contract, its size and the number of its defects, for the line that a server prints.
    var summary: String { get }

    /// The operations whose example breaks its schema, with the problem, if a request needed another one to be made.
    var replacedExamples: [String] { get }

    /// A request for each operation, with any values of the path's parameters; none for GraphQL.
    ///
    /// If no server names a host, the host is arbitrary.
    var sampleRequests: [MockRequest] { get }

    /// Returns whether a request has an operation.
    func matches(_ request: MockRequest) -> Bool

    /// Returns whether a request has an operation with an answer.
    ///
    /// For GraphQL, true for every request of the service, although an answer may turn out to be too large.
    func canAnswer(_ request: MockRequest) -> Bool

    /// Returns whether the body of a request's answer is made from a schema, or empty, instead of an example.
    ///
    /// For OpenAPI, false for a request without an answer. For GraphQL, true for every request of the service.
    func generates(_ request: MockRequest) -> Bool

    /// Returns the answer to a request, or the reason why there is none.
    func answer(to request: MockRequest) -> ExampleAnswer
}
