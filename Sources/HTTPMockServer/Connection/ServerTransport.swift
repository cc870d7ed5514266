import Foundation

/// The transport of one response on one connection.
///
/// The connection creates one for each request and drops it at the response's end. Whoever answers may keep it longer, and
/// then nothing it is given goes anywhere.
final class ServerTransport: ResponseTransport, @unchecked Sendable {
    // Sendable because `connection` is used on the loop's thread only.
    private let loop: EventLoop
    private var connection: Connection?
    /// Gives up the answer.
    private var cancel: (@Sendable () -> Void)?
    private var isAbandoned = false

    init(_ connection: Connection, loop: EventLoop) {
        self.connection = connection
        self.loop = loop
    }

    func perform(_ work: @escaping @Sendable () -> Void) {
        loop.post(work)
    }

    var isOpen: Bool { connection != nil }

    func receive(_ head: WireHead) {
        connection?.send(head)
    }

    func receive(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
        connection?.send(chunk, then: ready)
    }

    func finish() {
        connection?.finishResponse()
    }

    func fail(_ failure: ConnectionFailure) {
        connection?.failResponse(failure)
    }

    /// Notes how to give up the answer; done at once if the client has gone meanwhile.
    func onAbandon(_ cancel: (@Sendable () -> Void)?) {
        if isAbandoned { cancel?() }
        if isOpen { self.cancel = cancel }
    }

    /// Cuts the tie to the connection, whose next response is another transport's.
    func detach() {
        connection = nil
        cancel = nil
    }

    /// Gives up the answer, because the client has gone.
    func abandon() {
        let cancel = cancel
        isAbandoned = true
        detach()
        cancel?()
    }
}
