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
        exchange.transport.perform { exchange.handle(wait, event) }
    }
}
