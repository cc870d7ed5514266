/// A response that was taken from its queue for one request.
package struct ServedResponse: Sendable {
    let response: RegisteredResponse
    /// How many requests this response has served before.
    let earlierCount: Int
    /// How many requests the route has served, this one included.
    let callCount: Int
    /// The route's path; nil for a response of the unmocked policy.
    var path: PathPattern?

    /// Returns the request as a handler gets it: with its call count and the parameters of its path.
    func completed(_ request: MockRequest) -> MockRequest {
        var request = request
        request.callCount = callCount
        request.pathParameters = path?.parameters(in: request.target) ?? [:]
        return request
    }

    /// Returns what a handler returned, served in the place of this response.
    func replaced(by response: MockResponse) -> ServedResponse {
        ServedResponse(
            response: self.response.replaced(by: response), earlierCount: earlierCount, callCount: callCount,
            path: path)
    }
}
