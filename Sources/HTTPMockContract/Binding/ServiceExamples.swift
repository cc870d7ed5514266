import HTTPMock

/// The examples of a contract of either kind, as answers to requests.
///
/// Created for a server, a sweep, or the registered answers of a GraphQL service. Used by any thread.
package protocol ServiceExamples: AnyObject, Sendable {
    /// The origins of the operations' first servers, with `https`; none if no server names a host, and for GraphQL.
    var origins: [String] { get }

    /// The kind and the size of the contract, for the lines of a server.
    var summary: String { get }

    /// The answered operations whose example breaks its schema, so that another one was made, with the problems.
    var replacedExamples: [String] { get }

    /// Returns whether a request has an operation.
    func matches(_ request: MockRequest) -> Bool

    /// Returns whether the answer to a request is no example of the contract: made from a schema, or without a body.
    func generates(_ request: MockRequest) -> Bool

    /// Returns the answer to a request, or the reason why there is none.
    func answer(to request: MockRequest) -> ExampleAnswer
}
