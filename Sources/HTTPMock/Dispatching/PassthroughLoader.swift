import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests to the real network, for an ``Exchange``.
protocol PassthroughLoader: Sendable {
    /// Sends a request, and passes what comes back to the link until the exchange ends or cancels.
    ///
    /// - Parameters:
    ///   - request: The request, with its body.
    ///   - timeouts: The request's limits.
    ///   - link: The way back to the exchange.
    /// - Returns: Cancels the request; may be called on any thread.
    func load(_ request: MockRequest, timeouts: Timeouts, for link: PassthroughLink) -> @Sendable () -> Void
}

/// The way from a passed-through request back to its exchange.
struct PassthroughLink: Sendable {
    let exchange: Exchange
    private let wait: ExchangeWait

    init(_ exchange: Exchange, _ wait: ExchangeWait) {
        self.exchange = exchange
        self.wait = wait
    }

    /// Runs an event on the transport's queue, unless the exchange has ended; held back while it is suspended.
    func perform(_ event: @escaping @Sendable (Exchange) -> Void) {
        let (exchange, wait) = (exchange, wait)
        exchange.transport.perform { exchange.handle(wait, event) }
    }
}

extension Exchange {
    /// Lets the real network answer.
    func passThrough() {
        let timeouts = transport.timeouts(for: currentRequest)
        // Foundation enforces the idle timeout on the network itself.
        let wait = beginWait(until: timeouts.total, isTimeout: true)
        let cancel = engine.passthrough.load(currentRequest, timeouts: timeouts, for: PassthroughLink(self, wait))
        wait.onCancel = { cancel() }
    }

    /// Sends the answer of the network: a head, bytes, or the end.
    func receive(_ head: ResponseHead) { performNow(.head(head)) }

    func receive(_ bytes: Data) { performNow(.bytes(bytes)) }

    func finish() { performNow(.finish) }

    func fail(_ error: any Error) { performNow(.fail(error)) }
}
