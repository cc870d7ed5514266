import Foundation
import HTTPMock

/// The loop's side of one WebSocket: frames in, frames out, and the close handshake.
///
/// Created by a ``WebSocketResponse`` for one connection, which owns the session until the WebSocket ends. Confined to
/// the thread of the connection's loop.
final class WebSocketSession: ConnectionTaker, @unchecked Sendable {
    // Sendable because every member but the constants is used on the loop's thread only.
    typealias CloseCode = HTTPMock.WebSocketConnection.CloseCode
    typealias Closing = HTTPMock.WebSocketConnection.Closing

    private let connection: Connection
    private let exchange: Exchange
    let channel: WebSocketChannel
    private var reader: WebSocketReader
    /// The script of the response; nil without one, and before it starts.
    private var script: ContextTask?
    private var fault: WebSocketFault?
    /// Whether the channel has room for messages, as far as the loop knows.
    private var hasRoom = true
    private var isOver = false
    private var cancelTimer: (@Sendable () -> Void)?
    private let reportMistake: @Sendable (WebSocketMistake) -> Void

    /// Creates the session of a connection whose handshake is valid.
    ///
    /// - Parameters:
    ///   - limit: The most bytes of a message.
    ///   - fault: The fault that ends the connection by itself; nil for none.
    ///   - reportMistake: Called with the mistake with which the client ends the connection.
    init(
        _ connection: Connection, exchange: Exchange, transcript: WebSocketTranscript, limit: Int,
        fault: WebSocketFault?, reportMistake: @escaping @Sendable (WebSocketMistake) -> Void
    ) {
        self.connection = connection
        self.exchange = exchange
        let target = Target()
        // A fault counts the bytes, so the loop writes them.
        let write = fault == nil ? connection.directWrite : nil
        channel = WebSocketChannel(transcript, write: write) { [loop = connection.loop] wish in
            loop.post { target.session?.fulfil(wish) }
        }
        self.fault = fault
        self.reportMistake = reportMistake
        reader = WebSocketReader(limit: limit)
        target.session = self
    }

    /// The session that fulfils the wishes of a channel; the session owns the channel.
    private final class Target: @unchecked Sendable {
        // Sendable because it is set before the channel is known, and then read on the loop's thread only.
        weak var session: WebSocketSession?
    }

    /// Runs the script, if there is one, unless a fault ends the connection at once.
    func start(_ script: (() -> ContextTask)?) {
        if let fault, fault.remaining == 0 { return fail(by: fault) }
        self.script = script?()
    }

    // MARK: Input

    var wantsInput: Bool {
        if isOver || channel.isStalled { return false }
        // Without room for output, the pongs of a client that reads nothing would pile up.
        return hasRoom && connection.output.count < Connection.outputLimit
    }

    var isStalled: Bool { channel.isStalled }

    func receive(_ input: inout UnsafeRawBufferPointer) {
        while !isOver, !channel.isStalled, let event = reader.next(in: &input) { receive(event) }
    }

    private func receive(_ event: WebSocketReader.Event) {
        switch event {
        case .message(let message): hasRoom = channel.deliver(message)
        case .ping(let payload): answerPing(payload)
        case .pong(let payload): channel.receivePong(payload)
        case .close(let code, let reason): receiveClose(code, reason)
        case .mistake(let mistake): close(because: mistake)
        }
    }

    private func answerPing(_ payload: Data) {
        if channel.answerPing(payload) { writeWhatWaits() }
    }

    /// - SeeAlso: [RFC 6455 §7.1](https://www.rfc-editor.org/rfc/rfc6455.html#section-7.1)
    private func receiveClose(_ code: CloseCode, _ reason: String) {
        // Unless the server has closed first, this answers the client's close frame.
        let isAnswered = channel.beginClosing(Closing(code: code, reason: reason, isClean: true))
        if !isAnswered { channel.noteCleanClosing() }
        end(by: .close)
    }

    private func close(because mistake: WebSocketMistake) {
        reportMistake(mistake)
        _ = channel.beginClosing(Closing(code: mistake.code, reason: mistake.text, isClean: false))
        end(by: .close)
    }

    func receiveEnd() {
        guard !channel.isStalled else { return }
        end(by: nil)
        connection.close()
    }

    // MARK: Wishes of the test

    func fulfil(_ wish: WebSocketChannel.Wish) {
        guard !isOver else { return }
        switch wish {
        case .write: writeWhatWaits()
        case .read:
            hasRoom = true
            connection.inputIsWanted()
        case .drop:
            writeWhatWaits()
            end(by: .reset)
        case .stall:
            // The connection finds out that no input is wanted any more.
            connection.inputIsWanted()
        }
    }

    // MARK: Output

    func wrote(unwritten: Int) {
        channel.noteUnwritten(unwritten)
    }

    /// Writes the frames of the channel, and limits the wait for the client's close frame once one side has closed.
    private func writeWhatWaits() {
        let bytes = channel.takeOutput()
        if !bytes.isEmpty { write { $0.append(contentsOf: bytes) } }
        if channel.closing != nil { limitClosing() }
    }

    private func write(_ append: (inout [UInt8]) -> Void) {
        guard var fault else { return connection.write(append) }
        var bytes: [UInt8] = []
        append(&bytes)
        let part = bytes.prefix(fault.remaining)
        connection.write { $0.append(contentsOf: part) }
        fault.remaining -= part.count
        self.fault = fault
        if fault.remaining == 0 { fail(by: fault) }
    }

    /// Ends the connection if the client does not answer the close frame in time.
    private func limitClosing() {
        guard cancelTimer == nil, !isOver else { return }
        let loop = connection.loop
        cancelTimer = ElapsedTime.wait(until: .now + connection.limits.closeTimeout) { [weak self] in
            loop.post { [weak self] in self?.fulfil(.drop) }
        }
    }

    // MARK: Ending

    private func fail(by fault: WebSocketFault) {
        self.fault = nil
        end(by: fault.ending, error: URLError(fault.code))
    }

    /// Ends the WebSocket for the test, and then the connection.
    ///
    /// - Parameters:
    ///   - ending: The way in which the connection ends; nil if the caller ends it.
    ///   - error: The error of the log; nil for every end but a registered fault.
    private func end(by ending: ConnectionEnding?, error: (any Error)? = nil) {
        guard !isOver else { return }
        // After a fault, nothing more is sent. Without an ending, the caller closes the connection.
        if error == nil, ending != nil { writeWhatWaits() }
        // The bytes that were just written may have met the fault, which has then called this function.
        guard !isOver else { return }
        isOver = true
        cancelTimer?()
        // The end by a fault counts, because the close frame of a side may not have left before.
        channel.end(.abnormal, isForced: error != nil)
        exchange.connectionEnded(error)
        if let ending { connection.finish(by: ending) }
    }

    func connectionClosed() {
        end(by: nil)
    }

    func stop() {
        _ = channel.beginClosing(Closing(code: .goingAway, isClean: false))
        writeWhatWaits()
        end(by: nil)
        script?.cancel()
    }
}
