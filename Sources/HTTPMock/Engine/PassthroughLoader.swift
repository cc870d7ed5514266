/// Sends requests to the real network, for an ``Exchange``.
protocol PassthroughLoader: Sendable {
    /// Sends a request, and passes the response to the link until the exchange ends.
    ///
    /// - Parameters:
    ///   - request: The request, with its body.
    ///   - timeouts: The request's limits.
    ///   - link: Receives the events of the response.
    /// - Returns: Cancels the request; may be called on any thread.
    func load(_ request: MockRequest, timeouts: Timeouts, for link: PassthroughLink) -> @Sendable () -> Void
}

/// Passes events of a passed-through request back to its exchange.
///
/// Created by the exchange and retained by the load; may be used on any thread.
struct PassthroughLink: Sendable {
    let exchange: Exchange
    private let wait: ExchangeWait

    init(_ exchange: Exchange, _ wait: ExchangeWait) {
        self.exchange = exchange
        self.wait = wait
    }

    /// Runs an event on the transport's queue, unless the exchange has ended.
    ///
    /// Events of a suspended exchange are kept until it is resumed.
    func perform(_ event: @escaping @Sendable (Exchange) -> Void) {
        let (exchange, wait) = (exchange, wait)
        exchange.transport.perform { exchange.received(event, during: wait) }
    }
}
