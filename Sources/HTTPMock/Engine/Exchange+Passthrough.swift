import Foundation

/// Passes a request on to the real network, and the response to the client.
extension Exchange {
    /// Passes the request on to the real network.
    func passThrough() {
        let timeouts = transport.timeouts(for: currentRequest)
        // Foundation's own loader enforces the idle timeout.
        let wait = beginWait(for: .network, until: timeouts.total, isTimeout: true)
        let cancel = engine.passthrough.load(currentRequest, timeouts: timeouts, for: PassthroughLink(self, wait))
        wait.onCancel = { cancel() }
    }

    /// Sends the head of the network's response to the client.
    func receive(_ head: ResponseHead) { perform(.head(head)) }

    /// Sends bytes of the network's response to the client.
    func receive(_ bytes: Data) { perform(.bytes(bytes)) }

    /// Ends the response.
    func finish() { perform(.finish) }

    /// Fails the request.
    func fail(_ error: any Error) { perform(.fail(error)) }
}
