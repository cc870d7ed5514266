/// A response that was popped from its queue for one request.
package struct ServedResponse: Sendable {
    let response: RegisteredResponse
    /// The number of requests that this response has answered before.
    let earlierCount: Int
    /// The number of requests that the route has answered, including this one.
    let callCount: Int
    /// The path of the route; nil for a response of the unmocked policy.
    var path: PathPattern?

    /// Returns the request for a handler, with its call count and path parameters.
    func completed(_ request: MockRequest) -> MockRequest {
        var request = request
        request.callCount = callCount
        request.pathParameters = path?.parameters(in: request.target) ?? [:]
        return request
    }

    /// Returns a handler's response, served instead of this one.
    func replaced(by response: MockResponse) -> ServedResponse {
        ServedResponse(
            response: self.response.replaced(by: response), earlierCount: earlierCount, callCount: callCount,
            path: path)
    }
}
