/// Sends requests to the real network, for an ``Exchange``.
protocol PassthroughLoader: Sendable {
    /// Sends a request, and passes the response to the link until the exchange ends or cancels.
    ///
    /// - Parameters:
    ///   - request: The request, with its body.
    ///   - timeouts: The request's limits.
    ///   - link: Receives the events of the response.
    /// - Returns: Cancels the request; may be called on any thread.
    func load(_ request: MockRequest, timeouts: Timeouts, for link: PassthroughLink) -> @Sendable () -> Void
}
