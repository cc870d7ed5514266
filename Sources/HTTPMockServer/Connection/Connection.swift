import Foundation
import HTTPMock

/// One accepted connection: requests in, responses out, in order.
///
/// Created for each socket that a listener of a mock's server accepts. Confined to the thread of its loop, which owns
/// the connection until it is closed.
final class Connection: EventSource, @unchecked Sendable {
    // Sendable because every member but the constants is used on the loop's thread only.
    let loop: EventLoop
    let server: ServerCore
    let responder: any Responder
    let limits: HTTPMock.Server.Limits
    var owner: AnyObject { server }
    /// The origin that the port of the connection serves.
    let origin: Origin
    private let descriptor: Int32
    private var id: UInt64?
    private var interest: Interest = .reading
    var deadline = UInt64.max

    var state = State.receiving
    var parser: RequestParser
    var input = InputBuffer()
    var output = OutputQueue()
    /// The request that is being received or answered.
    var request: RequestHead?
    var body = ReceivedBody()
    var encoder = ResponseEncoder(for: nil)
    /// Requests the next chunk of the body; called once the output has room again.
    var requestChunk: (@Sendable () -> Void)?
    /// True after the client has ended its sending direction.
    var isInputEnded = false
    /// True while the parser consumes input or a taker consumes waiting input; neither begins again from inside.
    var isConsuming = false
    /// True if the rest of the input is parsed in another turn.
    var waitsForTurn = false
    /// True if ``turnEnded()`` is called at the end of this turn.
    private var isTouched = false
    /// The moment at which the current head began; nil while no head is arriving.
    var headStart: UInt64?
    /// The moment that ends the connection to a client that reads nothing; each write that succeeds puts it off.
    ///
    /// Set while there is output, and while a reset waits until the client has all bytes.
    private var readLimit = UInt64.max

    /// The phases of a connection.
    enum State {
        /// Requests are parsed.
        case receiving
        /// A request is answered; further input waits.
        case answering(ResponseWriter)
        /// A response has taken the connection over, which speaks another protocol from now on.
        case taken(any ConnectionTaker)
        /// The rest of the output is written, then the connection ends in the given way.
        case ending(ConnectionEnding)
        /// All output was written and the writing direction is shut; later input is discarded.
        case draining
        case closed
    }

    /// With this much unwritten output, in bytes, no request is parsed and no chunk is requested.
    static let outputLimit = 64 << 10
    /// With this much unparsed input, in bytes, nothing is read unless a line is incomplete.
    static let inputLimit = 64 << 10
    /// The client's time to read the last response before the connection closes, in nanoseconds.
    static let drainTime: UInt64 = 5_000_000_000
    /// The most reads with which a stop empties a taken connection, because a client may send without an end.
    private static let lastReads = 256
    /// The interval between checks whether a reset would still discard bytes, in nanoseconds.
    private static let resetInterval: UInt64 = 2_000_000

    init(
        _ descriptor: Int32, loop: EventLoop, server: ServerCore, origin: Origin, responder: any Responder,
        limits: HTTPMock.Server.Limits
    ) {
        self.descriptor = descriptor
        self.loop = loop
        self.server = server
        self.origin = origin
        self.responder = responder
        self.limits = limits
        parser = RequestParser(limits: limits)
    }

    func start() {
        id = loop.add(self, descriptor: descriptor, interest)
        guard id != nil else { return Socket.closeDescriptor(descriptor) }
        updateDeadline()
    }

    var isOpen: Bool { id != nil }

    // MARK: Events

    func ready(_ readiness: Readiness) {
        if readiness.isHungUp { return close() }
        if readiness.isReadable { read() }
        if isOpen, readiness.isWritable { touch() }
    }

    private func read() {
        // Only `poll` leads here: it reports a hangup as readable even if no reading is wanted.
        guard !isInputEnded else { return close() }
        switch Socket.read(descriptor, into: loop.scratch) {
        case .bytes(let count):
            receive(UnsafeRawBufferPointer(rebasing: loop.scratch[..<count]))
        case .end:
            isInputEnded = true
            // Cleared, so that `updateDeadline` gives the client the whole `idleTimeout` for the response.
            deadline = .max
            receiveEnd()
        case .wouldBlock: return
        case .failed: return close()
        }
        // After a touch, ``turnEnded()`` updates both after writing, when usually no output is left.
        guard isOpen, !isTouched else { return }
        updateInterest()
        updateDeadline()
    }

    func deadlinePassed() {
        deadline = .max
        // The loop learns of room only once about a third of the buffer is free, but a write finds any room.
        if loop.now >= readLimit, flush(), readLimit == .max { return touch() }
        switch state {
        case .receiving:
            let isBetweenRequests = parser.isBetweenRequests && input.isEmpty
            if waitsForReader || isBetweenRequests { return close() }
            reject(.tooLate(isInBody: parser.isInBody, limits))
        case .answering: stop()
        case .taken, .draining: close()
        case .ending(let ending) where loop.now >= readLimit:
            leave(ending == .reset ? Socket.reset : Socket.closeDescriptor)
        // Before the limit, only the output is checked again.
        case .ending: touch()
        case .closed: return
        }
    }

    /// Schedules the output to be written at the end of this turn.
    func touch() {
        guard !isTouched else { return }
        isTouched = true
        loop.touch(self)
    }

    func turnEnded() {
        isTouched = false
        guard isOpen else { return }
        guard flush() else { return close() }
        outputChanged()
        guard isOpen else { return }
        updateInterest()
        updateDeadline()
    }

    /// Writes as much output as fits into the socket.
    ///
    /// - Returns: False if the connection is broken.
    private func flush() -> Bool {
        var isBroken = false
        output.drain { bytes in
            switch Socket.write(descriptor, bytes) {
            case .bytes(let count):
                // Cleared, so that `updateDeadline` gives the client the whole `idleTimeout` for the next bytes.
                (readLimit, deadline) = (.max, .max)
                return count
            case .wouldBlock: return nil
            case .end, .failed:
                isBroken = true
                return nil
            }
        }
        return !isBroken
    }

    private func outputChanged() {
        if output.count < Self.outputLimit, let requestChunk {
            self.requestChunk = nil
            // Posted, because a direct call would recurse without end if the next chunk comes at once.
            loop.post(requestChunk)
        }
        switch state {
        case .receiving: parseBufferedInput()
        case .taken(let taker):
            taker.wrote(unwritten: output.count)
            giveInput(to: taker)
        case .ending(let ending) where output.isEmpty:
            end(by: ending)
        case .answering, .ending, .draining, .closed: return
        }
    }

    // MARK: Ending

    /// Begins the given ending, now that the output is written.
    private func end(by ending: ConnectionEnding) {
        switch ending {
        case .close:
            Socket.shutDownWriting(descriptor)
            if isInputEnded { return close() }
            // Closing with unread input would send a reset, which may overtake the response.
            state = .draining
            input.removeAll()
            // Cleared, so that `updateDeadline` sets the end of `drainTime`.
            deadline = .max
        case .reset:
            // A reset discards what has not arrived, so the deadline checks again after `resetInterval`.
            guard Socket.unacknowledgedByteCount(descriptor) == 0 else { return }
            leave(Socket.reset)
        case .stall:
            if isInputEnded { close() }
        }
    }

    /// Ends the connection once its output has been written.
    func finish(by ending: ConnectionEnding) {
        state = .ending(ending)
        touch()
    }

    /// Gives the connection to a taker after the head of the response; input that has come belongs to the taker.
    func giveItself(to taker: any ConnectionTaker, after head: [UInt8]) {
        output.append { $0.append(contentsOf: head) }
        if case .answering(let writer) = state { writer.detach() }
        request = nil
        requestChunk = nil
        state = .taken(taker)
        touch()
    }

    /// Appends bytes of a taker to the output.
    func write(_ append: (inout [UInt8]) -> Void) {
        output.append(append)
        touch()
    }

    /// A closure that writes bytes of a taker into the socket, as many as fit, and returns their number.
    ///
    /// The taker calls the closure on any thread, but only before ``ConnectionTaker/connectionClosed()`` and while the
    /// output is empty. On a broken connection the closure returns 0, and the loop finds the failure itself.
    var directWrite: @Sendable (UnsafeRawBufferPointer) -> Int {
        { [descriptor] bytes in
            switch Socket.write(descriptor, bytes) {
            case .bytes(let count): count
            case .wouldBlock, .end, .failed: 0
            }
        }
    }

    /// Reads at the end of this turn again whether the taker wants input.
    func inputIsWanted() {
        guard case .taken = state else { return }
        touch()
    }

    /// Gives the input that waits to a taker.
    func giveInput(to taker: any ConnectionTaker) {
        guard !isConsuming, taker.wantsInput else { return }
        isConsuming = true
        if !input.isEmpty { input.consume { taker.receive(&$0) } }
        isConsuming = false
        // A taker that has closed the connection may have left some input.
        guard isOpen else { return input.removeAll() }
        if isInputEnded, input.isEmpty, case .taken = state { taker.receiveEnd() }
    }

    func close() {
        leave(Socket.closeDescriptor)
    }

    /// Closes the connection because its server stops, or because the time of a response is over.
    ///
    /// The connection is reset if a plain close would look like the end of the body.
    func stop() {
        if case .taken(let taker) = state { return stop(taker) }
        let isResponseCut: Bool =
            switch state {
            case .answering: true
            case .ending: !output.isEmpty || Socket.unacknowledgedByteCount(descriptor) > 0
            case .receiving, .taken, .draining, .closed: false
            }
        leave(isResponseCut && encoder.framing == .close ? Socket.reset : Socket.closeDescriptor)
    }

    /// Writes the last words of a taker, as far as they fit into the socket, and closes the connection.
    private func stop(_ taker: any ConnectionTaker) {
        taker.stop()
        _ = flush()
        Socket.shutDownWriting(descriptor)
        // Unread input would turn the close into a reset, which may overtake the last words.
        for _ in 0..<Self.lastReads {
            guard case .bytes = Socket.read(descriptor, into: loop.scratch) else { break }
        }
        close()
    }

    /// Leaves the loop, closes the descriptor, and cancels the response in progress or notifies the taker.
    private func leave(_ closeDescriptor: (Int32) -> Void) {
        guard let id else { return }
        self.id = nil
        loop.remove(id, descriptor: descriptor)
        let before = state
        state = .closed
        // Called before the descriptor is closed and perhaps used again, because a taker writes on any thread.
        if case .taken(let taker) = before { taker.connectionClosed() }
        closeDescriptor(descriptor)
        requestChunk = nil
        output.removeAll()
        // Input that is being consumed is released with the connection.
        if !isConsuming { input.removeAll() }
        body.close()
        if case .answering(let writer) = before { writer.abandon() }
    }

    // MARK: Waiting

    /// True if requests wait because the client does not read the earlier responses.
    private var waitsForReader: Bool { output.count >= Self.outputLimit }

    /// True if the parser waits for more bytes; the parser itself limits the length of a line.
    private var parserNeedsMore: Bool {
        guard case .receiving = state else { return false }
        return parser.needsMore && !waitsForReader
    }

    private var wantsInput: Bool {
        if case .taken(let taker) = state { return taker.wantsInput }
        return input.count < Self.inputLimit || parserNeedsMore
    }

    private func updateInterest() {
        guard let id else { return }
        var wanted: Interest = []
        if !isInputEnded, wantsInput { wanted.insert(.reading) }
        if case .taken(let taker) = state, taker.isStalled { wanted.insert(.hangingUp) }
        if !output.isEmpty { wanted.insert(.writing) }
        guard wanted != interest else { return }
        interest = wanted
        loop.change(id, descriptor: descriptor, wanted)
    }

    /// Sets the limit of a client with unread output, unless the limit is set already.
    private func updateReadLimit() {
        var isUnread = !output.isEmpty
        if case .ending(.reset) = state { isUnread = true }
        if !isUnread {
            readLimit = .max
        } else if readLimit == .max {
            readLimit = loop.now + limits.idleTimeout.clampedNanoseconds
        }
    }

    private func updateDeadline() {
        updateReadLimit()
        switch state {
        case .receiving:
            if waitsForReader {
                headStart = nil
                deadline = readLimit
            } else if parser.isInBody {
                headStart = nil
                deadline = loop.now + limits.bodyTimeout.clampedNanoseconds
            } else if parser.isBetweenRequests, input.isEmpty {
                headStart = nil
                deadline = loop.now + limits.idleTimeout.clampedNanoseconds
            } else {
                let start = headStart ?? loop.now
                headStart = start
                deadline = start + limits.headTimeout.clampedNanoseconds
            }
        case .answering:
            headStart = nil
            // A client that has only ended its sending direction still waits, but looks like one that has disconnected.
            if !isInputEnded || readLimit != .max {
                deadline = readLimit
            } else if deadline == .max {
                deadline = loop.now + limits.idleTimeout.clampedNanoseconds
            }
        case .taken(let taker):
            headStart = nil
            // An idle connection has no limit, but a client that reads nothing has one.
            deadline = taker.isStalled ? .max : readLimit
        case .ending(.reset) where output.isEmpty:
            // No event reports that the client has read the rest.
            deadline = min(loop.now + Self.resetInterval, readLimit)
        case .ending(.stall):
            // Lasts until the client disconnects.
            deadline = .max
        case .ending:
            deadline = readLimit
        case .draining:
            if deadline == .max { deadline = loop.now + Self.drainTime }
        case .closed:
            deadline = .max
        }
        loop.deadlineChanged(of: self)
    }
}
