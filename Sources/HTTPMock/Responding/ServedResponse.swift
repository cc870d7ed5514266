/// A response as one request gets it.
struct ServedResponse: Sendable {
    let response: RegisteredResponse
    /// How often this response has served before.
    let earlierServings: Int
    /// How many requests the route has served, this one included.
    let callCount: Int
    /// The route's path, nil for the unmocked policy.
    var path: PathPattern?

    /// What the path's parameters match in a request.
    func pathParameters(of request: MockRequest) -> [String: String] {
        path?.parameters(in: request.target) ?? [:]
    }

    /// What a handler returned, served in the place of this response.
    func replaced(by response: MockResponse) -> ServedResponse {
        ServedResponse(
            response: self.response.replaced(by: response), earlierServings: earlierServings,
            callCount: callCount, path: path)
    }
}
