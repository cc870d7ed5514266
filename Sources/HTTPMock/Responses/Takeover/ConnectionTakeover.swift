/// A response that takes over the connection of its request, such as one that opens a WebSocket.
///
/// Implemented by the module whose front end has connections. The core asks for the mistakes of a registration, and
/// hands over the response when it is due. Created by a factory of that module, and owned by the response. May be used
/// on any thread.
package protocol ConnectionTakeover: AnyObject, Sendable, CustomStringConvertible {
    /// Returns the mistakes of a registration with the response.
    ///
    /// Each continues a sentence that begins with "a response for …", and ends with its fix, without a full stop.
    ///
    /// - Parameters:
    ///   - fields: The header fields that the test gave to the response, and those of its path and host.
    ///   - method: The method of the registration; nil for any.
    ///   - cutsBody: Whether the delivery cuts a body into chunks.
    func flaws(fields: HTTPMock.HeaderFields, method: HTTPMock.HTTPMethod?, cutsBody: Bool) -> [String]
}

extension MockResponse {
    /// Creates a response that takes over its connection.
    package static func takingOver(
        _ takeover: any ConnectionTakeover, lifetime: Lifetime, delivery: Delivery, headers: [String: String]
    ) -> MockResponse {
        let content = Content.takeover(UserOwned(takeover))
        return MockResponse(content: content, Status.switchingProtocols, lifetime, delivery, headers)
    }
}
