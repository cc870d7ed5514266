import Foundation

/// Writes one response to one connection.
///
/// The connection creates a writer for each request and drops it at the response's end. Whoever answers may keep the
/// writer longer, which then ignores every call. Everything but ``perform(_:)`` is called on the loop's thread.
final class ResponseWriter: @unchecked Sendable {
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

    /// Runs some work on the loop's thread, soon; may be called from any thread.
    func perform(_ work: @escaping @Sendable () -> Void) {
        loop.post(work)
    }

    /// True as long as the client may be sent more.
    var isOpen: Bool { connection != nil }

    /// Sends status and fields.
    func send(_ head: WireHead) {
        connection?.send(head)
    }

    /// Sends some bytes of the body.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - ready: Called on the loop's thread when there is room for the next chunk.
    func send(_ chunk: Data, then ready: (@Sendable () -> Void)? = nil) {
        connection?.send(chunk, then: ready)
    }

    /// Sends raw bytes in the place of a response, and ends the connection.
    func send(raw bytes: Data, then failure: ConnectionFailure) {
        connection?.send(raw: bytes)
        connection?.failResponse(failure)
    }

    /// Answers the request with an error, and ends the connection.
    func refuse(_ refusal: RequestRefusal) {
        connection?.refuse(refusal)
    }

    /// Connects the client with another socket, in the place of a response.
    ///
    /// - Parameters:
    ///   - descriptor: A non-blocking socket, which is closed with the connection.
    ///   - toClient: The bytes that the client gets first.
    ///   - toOther: The bytes that the other side gets first.
    func tunnel(to descriptor: Int32, toClient: Data, toOther: Data) {
        guard let connection else { return Socket.closeDescriptor(descriptor) }
        connection.tunnel(to: descriptor, toClient: toClient, toOther: toOther)
    }

    /// Ends the response.
    func finish() {
        connection?.finishResponse()
    }

    /// Ends the response by a failure of the connection.
    func fail(_ failure: ConnectionFailure) {
        connection?.failResponse(failure)
    }

    /// Notes the action that cancels the answer.
    ///
    /// The action runs at once if the client has already disconnected.
    func onAbandon(_ cancel: (@Sendable () -> Void)?) {
        if isAbandoned { cancel?() }
        if isOpen { self.cancel = cancel }
    }

    /// Cuts the tie to the connection, whose next response is another writer's.
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
