import Foundation

/// A response for one request: popped from its queue, looked at by ``Store/next(of:for:)``, or an unregistered one.
package struct ServedResponse: Sendable {
    private(set) var response: RegisteredResponse
    /// The number of requests that this response has answered before.
    let earlierCount: Int
    /// The number of requests that the route or the policy has answered, including this one.
    ///
    /// Always 1 for the response of an extension; 0 for any other response whose requests nothing counts.
    let callCount: Int
    /// Whether the response may be a copy of the network's, whose body was decoded.
    var isCopied = false

    var waits: [ResponsePlan.Step] {
        response.response.delivery.waits.map { $0(earlierCount) }
    }

    func replaced(by response: MockResponse) -> ServedResponse {
        var copy = self
        copy.response = self.response.replaced(by: response)
        return copy
    }
}
