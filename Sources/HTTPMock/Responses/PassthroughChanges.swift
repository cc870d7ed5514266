import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The user's changes of a request to the real network, and of its response.
struct PassthroughChanges: Sendable {
    typealias Changing = @Sendable (inout URLRequest) async throws -> Void
    typealias Answering = @Sendable (MockRequest, HTTPURLResponse, Data) async throws -> MockResponse

    /// Changes the request that is sent; nil if nothing changes it.
    let changing: UserOwned<Changing>?
    /// Returns the response for the client; nil for that of the network.
    let answering: UserOwned<Answering>?
}

extension MockResponse {
    /// Passes requests on to the real network, and changes what is sent or what is answered.
    ///
    /// ```swift
    /// .passthrough(changing: { $0.setValue("1", forHTTPHeaderField: "X-Debug") })
    /// .passthrough(answering: { request, response, body in
    ///     .data(body, status: response.statusCode, contentType: "application/json")
    /// })
    /// ```
    ///
    /// The log has the request as the client made it. If a closure throws, the request fails with that error. The
    /// closures run like a handler: in a task that is cancelled with the request, and they may block its thread.
    ///
    /// - Parameters:
    ///   - lifetime: The number of requests that are passed on; every request by default.
    ///   - changing: Changes the request before it is sent. The request of an upload from a file has no body; the file
    ///     is sent unless the closure sets one.
    ///   - answering: Gets the client's request with its call count, and the network's response with its whole body.
    ///     Returns the response for the client, whose lifetime is ignored.
    public static func passthrough(
        lifetime: Lifetime = .eternal, changing: @escaping @Sendable (inout URLRequest) async throws -> Void,
        answering: (@Sendable (MockRequest, HTTPURLResponse, Data) async throws -> MockResponse)? = nil
    ) -> MockResponse {
        passthrough(
            lifetime, PassthroughChanges(changing: UserOwned(changing), answering: answering.map { UserOwned($0) }))
    }

    /// Passes requests on to the real network, and changes what is answered.
    ///
    /// ```swift
    /// .passthrough(answering: { _, response, _ in response.statusCode == 503 ? .json("[]") : .status(.badGateway) })
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: The number of requests that are passed on; every request by default.
    ///   - answering: Gets the client's request with its call count, and the network's response with its whole body.
    ///     Returns the response for the client, whose lifetime is ignored. If the closure throws, the request fails
    ///     with that error.
    public static func passthrough(
        lifetime: Lifetime = .eternal,
        answering: @escaping @Sendable (MockRequest, HTTPURLResponse, Data) async throws -> MockResponse
    ) -> MockResponse {
        passthrough(lifetime, PassthroughChanges(changing: nil, answering: UserOwned(answering)))
    }

    private static func passthrough(_ lifetime: Lifetime, _ changes: PassthroughChanges) -> MockResponse {
        MockResponse(.passthrough(changes), lifetime: lifetime)
    }
}
