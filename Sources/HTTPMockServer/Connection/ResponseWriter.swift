import Foundation
import HTTPMock

/// Writes one response to one connection.
///
/// The connection creates a writer for each request that the responder answers, and drops it at the response's end. The
/// responder may keep the writer longer, but the writer then sends nothing. Everything but ``perform(_:)`` is called on
/// the loop's thread.
final class ResponseWriter: @unchecked Sendable {
    // Sendable because `connection` is used on the loop's thread only.
    private let loop: EventLoop
    private var connection: Connection?
    /// Cancels the response.
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

    /// True until the response or the connection has ended, or a taker has the connection.
    var isOpen: Bool { connection != nil }

    /// Sends status and fields.
    func send(_ head: WireHead) {
        connection?.send(head)
    }

    /// Sends some bytes of the body.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - ready: Called on the loop's thread once there is room for the next chunk; never if the response or the
    ///     connection ends before there is room.
    func send(_ chunk: Data, then ready: (@Sendable () -> Void)? = nil) {
        connection?.send(chunk, then: ready)
    }

    /// Sends raw bytes in the place of a response, and ends the connection.
    func send(raw bytes: Data, then ending: ConnectionEnding) {
        connection?.send(raw: bytes)
        connection?.endResponse(by: ending)
    }

    /// Answers the request with an error, and ends the connection.
    func reject(_ rejection: RequestRejection) {
        connection?.reject(rejection)
    }

    /// Ends the response.
    func finish() {
        connection?.finishResponse()
    }

    /// Ends the response, complete or not, by the end of the connection.
    func end(by ending: ConnectionEnding) {
        connection?.endResponse(by: ending)
    }

    /// Stores the action that cancels the response.
    ///
    /// The action runs at once if the connection has already ended, and never if the response has ended.
    func onAbandon(_ cancel: (@Sendable () -> Void)?) {
        if isAbandoned { cancel?() }
        if isOpen { self.cancel = cancel }
    }

    /// Writes the head of the response, and gives the connection to a taker.
    ///
    /// - Parameters:
    ///   - head: The bytes of the head.
    ///   - makeTaker: Makes the taker of the connection.
    /// - Returns: The taker; nil if the connection has ended.
    func takeOver<Taker: ConnectionTaker>(_ head: [UInt8], by makeTaker: (Connection) -> Taker) -> Taker? {
        guard let connection else { return nil }
        let taker = makeTaker(connection)
        connection.giveItself(to: taker, after: head)
        return taker
    }

    /// Detaches the writer from the connection, whose next response has another writer.
    func detach() {
        connection = nil
        cancel = nil
    }

    /// Cancels the response, because the connection has ended.
    func abandon() {
        let cancel = cancel
        isAbandoned = true
        detach()
        cancel?()
    }
}

/// The ways in which a connection ends on purpose.
typealias ConnectionEnding = MockResponse.WireEnding

/// Encodes the response of the responder into the output.
extension Connection {
    func send(_ head: WireHead) {
        output.append { encoder.encode(head, date: HTTPDate.now(), into: &$0) }
        touch()
    }

    func send(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
        if let frame = encoder.frame(chunkOf: chunk.count) {
            if !frame.before.isEmpty { output.append { $0.append(contentsOf: frame.before.utf8) } }
            output.append(chunk)
            if !frame.after.isEmpty { output.append { $0.append(contentsOf: frame.after.utf8) } }
        }
        requestChunk = ready
        touch()
    }

    func send(raw bytes: Data) {
        output.append(bytes)
        touch()
    }

    func finishResponse() {
        let end = encoder.end()
        if !end.isEmpty { output.append { $0.append(contentsOf: end.utf8) } }
        leaveResponse()
        if encoder.closesConnection {
            finish(by: .close)
        } else {
            state = .receiving
            touch()
        }
    }

    /// Ends the response, complete or not, by the end of the connection.
    func endResponse(by ending: ConnectionEnding) {
        leaveResponse()
        finish(by: ending)
    }

    /// Detaches the writer, and forgets the request that was answered.
    private func leaveResponse() {
        if case .answering(let writer) = state { writer.detach() }
        request = nil
        requestChunk = nil
    }

    /// Sends an error for the request that is being received or answered, and ends the connection.
    func reject(_ rejection: RequestRejection) {
        if let request { return reject(RejectedHead(rejection, of: request)) }
        var firstLine = ""
        // Only read: the closure removes no input.
        input.consume { firstLine = parser.firstLine($0) }
        reject(RejectedHead(rejection, firstLine: firstLine))
    }

    /// Answers a rejected request with an error, and ends the connection.
    func reject(_ rejected: RejectedHead) {
        var rejected = rejected
        if !limits.canBeRaised { rejected.rejection = rejected.rejection.withoutLimit }
        let rejection = rejected.rejection
        responder.note(rejected, at: origin)
        let text = Data(
            "\(rejection.status) \(ReasonPhrase.of(rejection.status))\n\(rejection.reason)\nTo fix this, \(rejection.fix).\n"
                .utf8)
        let fields = [
            HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Content-Length", "\(text.count)"),
            HeaderField("Connection", "close"),
        ]
        encoder = ResponseEncoder(for: rejected.head)
        send(WireHead(status: rejection.status, fields: fields))
        send(text, then: nil)
        leaveResponse()
        finish(by: .close)
    }
}
