import Foundation
import HTTPMock

/// The state of one WebSocket that the tasks of a test and the thread of an event loop share.
///
/// Created by a ``WebSocketSession``, which owns the loop's side. The ``HTTPMock/HTTPMock/WebSocketConnection`` owns
/// the other side. No continuation is resumed and nothing is posted under the lock.
final class WebSocketChannel: Sendable {
    typealias Message = HTTPMock.WebSocketConnection.Message
    typealias Closing = HTTPMock.WebSocketConnection.Closing
    /// Writes bytes into the socket, as many as fit, and returns their number.
    typealias DirectWrite = @Sendable (UnsafeRawBufferPointer) -> Int

    /// A wish of a test's task, which the loop fulfils soon.
    enum Wish: Sendable {
        /// Write what waits in the channel.
        case write
        /// Read again, because there is room for messages.
        case read
        /// Reset the connection, after what was sent.
        case drop
        /// Read, write and answer nothing more.
        case stall
    }

    /// The end of a wait for a message.
    enum Received: Sendable {
        case message(Message)
        case over
        case cancelled
        case late
    }

    /// The end of another wait.
    enum WakeUp: Sendable {
        case done
        case over
        case cancelled
    }

    private struct State: Sendable {
        var inbox = WebSocketInbox()
        /// True once the script has ended, after which messages are dropped.
        var isDeaf = false
        var readers = WaitingTasks<Received>()
        /// The frames that the loop has not taken yet.
        var outbox: [UInt8] = []
        /// The bytes that the loop has taken and not written; at first 1, so that no message overtakes the handshake.
        var unwritten = 1
        /// True from a wish to write until the loop takes the output.
        var isWriteWanted = false
        var writers = WaitingTasks<WakeUp>()
        var pings = WebSocketPings()
        /// The way in which the connection ends; set once a side has closed or dropped, or the connection has ended.
        var closing: Closing?
        var isOver = false
        var isStalled = false
        var enders = WaitingTasks<WakeUp>()
        var lastID: UInt64 = 0
        /// The number of received messages, and of pongs to own pings, for the report of waits.
        var progress = 0

        /// The end of a wait for room; nil while too much is unwritten.
        var endOfSending: WakeUp? {
            if isOver { return .over }
            if isStalled { return .done }
            guard outbox.count + unwritten <= WebSocketChannel.outputLimit else { return nil }
            return .done
        }

        /// Whether the socket may be read: the inbox has room, messages are dropped, or a close frame is expected.
        var hasRoom: Bool { !inbox.isFull || isDeaf || closing != nil }

        /// Keeps a message for a reader; drops it after the script, and after a close frame if the inbox is full.
        mutating func keep(_ message: Message) {
            let comesTooLate = closing != nil && inbox.isFull
            guard !isDeaf, !comesTooLate else { return }
            inbox.append(message)
        }

        mutating func nextID() -> UInt64 {
            lastID += 1
            return lastID
        }

        /// Notes that the loop has to write; false if it knows already.
        mutating func wantWrite() -> Bool {
            guard !isWriteWanted else { return false }
            isWriteWanted = true
            return true
        }
    }

    private let state = Locked(State())
    let transcript: WebSocketTranscript
    private let wish: @Sendable (Wish) -> Void
    private let write: DirectWrite?

    /// The most unwritten bytes with which a sender need not wait.
    private static let outputLimit = 64 << 10
    /// The largest buffer that is kept for the next message, in bytes.
    private static let keptCapacity = 4096

    /// Creates the channel of one connection.
    ///
    /// - Parameters:
    ///   - transcript: The log of the messages.
    ///   - write: Called on any thread, under the lock, while the connection is open and the loop has nothing to write;
    ///     nil if only the loop may write.
    ///   - wish: Called on any thread with what the loop has to do.
    init(_ transcript: WebSocketTranscript, write: DirectWrite?, wish: @escaping @Sendable (Wish) -> Void) {
        self.transcript = transcript
        self.write = write
        self.wish = wish
    }

    var closing: Closing? { state.withLock { $0.closing } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var isStalled: Bool { state.withLock { $0.isStalled } }
    var pendingMessages: [Message] { state.withLock { $0.inbox.all } }
    var pendingCount: Int { state.withLock { $0.inbox.count } }
    var progress: Int { state.withLock { $0.progress } }
    var isAwaited: Bool { state.withLock { !$0.readers.isEmpty } }

    // MARK: Receiving

    /// Returns a message that has come, or `over` after the last one; nil if the caller has to wait.
    func receiveNow() -> Received? {
        let (received, mayReadAgain) = state.withLock { state in Self.receive(from: &state) }
        if mayReadAgain { wish(.read) }
        return received
    }

    /// Waits for the next message.
    ///
    /// - Parameter deadline: The moment in real time at which the wait ends; nil for never.
    func receive(before deadline: ContinuousClock.Instant? = nil) async -> Received {
        if let received = receiveNow() { return received }
        let id = state.withLock { $0.nextID() }
        let cancelTimer = deadline.map { ElapsedTime.wait(until: $0) { [weak self] in self?.endRead(id, .late) } }
        defer { cancelTimer?() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (received, mayReadAgain) = state.withLock { state -> (Received?, Bool) in
                    let (received, mayReadAgain) = Self.receive(from: &state)
                    guard received == nil else { return (received, mayReadAgain) }
                    guard !Task.isCancelled else { return (.cancelled, false) }
                    // The timer may have fired already, before there was a reader to end.
                    if let deadline, deadline <= .now { return (.late, false) }
                    state.readers.add(continuation, id: id)
                    return (nil, false)
                }
                if mayReadAgain { wish(.read) }
                if let received { continuation.resume(returning: received) }
            }
        } onCancel: {
            endRead(id, .cancelled)
        }
    }

    private func endRead(_ id: UInt64, _ end: Received) {
        state.withLock { $0.readers.remove(id: id) }?.resume(returning: end)
    }

    /// Removes the next message; the second value is true if only now there is room to read from the socket again.
    private static func receive(from state: inout State) -> (received: Received?, mayReadAgain: Bool) {
        let hadRoom = state.hasRoom
        if let message = state.inbox.removeFirst() { return (.message(message), !hadRoom && state.hasRoom) }
        return (state.isOver ? .over : nil, false)
    }

    /// Hands a message to the first reader, or keeps or drops the message; called on the loop's thread.
    ///
    /// - Returns: Whether there is room for more.
    func deliver(_ message: Message) -> Bool {
        let uncounted = transcript.add(message, .fromClient)
        transcript.countInLog(uncounted)
        let (reader, hasRoom) = state.withLock { state -> (WaitingTasks<Received>.Continuation?, Bool) in
            state.progress += 1
            if let reader = state.readers.removeFirst() { return (reader, true) }
            state.keep(message)
            return (nil, state.hasRoom)
        }
        reader?.resume(returning: .message(message))
        return hasRoom
    }

    /// Drops later messages, because the script has ended.
    func endReceiving() {
        let hadRoom = state.withLock { state in
            let hadRoom = state.hasRoom
            state.isDeaf = true
            return hadRoom
        }
        if !hadRoom { wish(.read) }
    }

    // MARK: Sending

    /// Sends a message, and waits while too much is unwritten.
    ///
    /// - Returns: `done` once there is room, and at once on a stalled connection, which sends nothing; `over` if one
    ///   side had closed, or the connection ended during the wait; `cancelled` if the task was cancelled in the wait.
    func send(_ message: Message) async -> WakeUp {
        if let end = enqueue(message) { return end }
        return await wait(in: \.writers) { state in state.endOfSending }
    }

    /// Appends a message to the output and to the log.
    ///
    /// - Returns: `over` if one side has closed; `done` if the sender may go on; nil if it has to wait for room.
    private func enqueue(_ message: Message) -> WakeUp? {
        var uncounted = 0
        let (end, needsLoop) = state.withLock { state -> (WakeUp?, Bool) in
            guard state.closing == nil else { return (.over, false) }
            guard !state.isStalled else { return (.done, false) }
            let isNothingUnwritten = state.outbox.isEmpty && state.unwritten == 0
            switch message {
            case .text(let text): WebSocketFrameWriter.append(.text, text.utf8, to: &state.outbox)
            case .data(let data): WebSocketFrameWriter.append(.binary, data, to: &state.outbox)
            }
            // Under this lock, so that no answer of the client is logged first.
            uncounted = transcript.add(message, .fromServer)
            if isNothingUnwritten { writeNow(&state.outbox) }
            let needsLoop = !state.outbox.isEmpty && state.wantWrite()
            return (state.endOfSending, needsLoop)
        }
        transcript.countInLog(uncounted)
        if needsLoop { wish(.write) }
        return end
    }

    /// Writes bytes at once, on the sender's thread, which saves the loop a turn; the loop writes the rest.
    private func writeNow(_ bytes: inout [UInt8]) {
        guard let write else { return }
        let count = bytes.withUnsafeBytes(write)
        let keepsBuffer = bytes.capacity <= Self.keptCapacity
        guard count < bytes.count else { return bytes.removeAll(keepingCapacity: keepsBuffer) }
        bytes.removeFirst(count)
    }

    /// Appends the pong for a ping, unless one side has closed or this side stalls; called on the loop's thread.
    ///
    /// - Returns: Whether the loop has to write.
    func answerPing(_ payload: Data) -> Bool {
        state.withLock { state in
            // Nothing follows the server's own close frame.
            guard state.closing == nil, !state.isStalled else { return false }
            WebSocketFrameWriter.append(.pong, payload, to: &state.outbox)
            return true
        }
    }

    /// Removes and returns the frames to write; called on the loop's thread.
    func takeOutput() -> [UInt8] {
        state.withLock { state in
            state.isWriteWanted = false
            guard !state.outbox.isEmpty else { return [] }
            state.unwritten += state.outbox.count
            return exchange(&state.outbox, with: [])
        }
    }

    /// Notes the bytes that are not written yet, and resumes senders; called on the loop's thread.
    func noteUnwritten(_ count: Int) {
        let writers = state.withLock { state -> [WaitingTasks<WakeUp>.Continuation] in
            state.unwritten = count
            guard !state.writers.isEmpty, state.outbox.count + count <= Self.outputLimit else { return [] }
            return state.writers.removeAll()
        }
        for writer in writers { writer.resume(returning: .done) }
    }

    // MARK: Pings

    /// Sends a ping, and waits for its pong.
    func ping() async -> WakeUp {
        let id = state.withLock { $0.nextID() }
        let payload = withUnsafeBytes(of: id.bigEndian) { Array($0) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The wait begins with the ping, because the pong may come at once.
                let (end, needsLoop) = state.withLock { state -> (WakeUp?, Bool) in
                    guard state.closing == nil else { return (.over, false) }
                    guard !Task.isCancelled else { return (.cancelled, false) }
                    state.pings.wait(continuation, id: id)
                    guard !state.isStalled else { return (nil, false) }
                    state.pings.noteSent(id: id)
                    WebSocketFrameWriter.append(.ping, payload, to: &state.outbox)
                    return (nil, state.wantWrite())
                }
                if needsLoop { wish(.write) }
                if let end { continuation.resume(returning: end) }
            }
        } onCancel: {
            state.withLock { $0.pings.stopWaiting(id: id) }?.resume(returning: .cancelled)
        }
    }

    /// Ends the wait for a pong, and the waits for the pongs of earlier pings; called on the loop's thread.
    func receivePong(_ payload: Data) {
        guard payload.count == MemoryLayout<UInt64>.size else { return }
        let id = payload.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let answered = state.withLock { state in
            let answered = state.pings.answer(id: id)
            if answered != nil { state.progress += 1 }
            return answered ?? []
        }
        for ping in answered { ping.resume(returning: .done) }
    }

    // MARK: Ending

    /// Closes this side, and sends a close frame unless this side stalls; false if one side has closed before.
    func beginClosing(_ closing: Closing) -> Bool {
        let (isCloser, needsLoop, hadRoom) = state.withLock { state in
            guard state.closing == nil else { return (false, false, true) }
            let hadRoom = state.hasRoom
            state.closing = closing
            if !state.isStalled {
                WebSocketFrameWriter.appendClose(closing.code, reason: closing.reason, to: &state.outbox)
            }
            return (true, state.wantWrite(), hadRoom)
        }
        if needsLoop { wish(.write) }
        if !hadRoom { wish(.read) }
        return isCloser
    }

    /// Waits until the connection is over.
    func waitForEnd() async -> WakeUp {
        await wait(in: \.enders) { $0.isOver ? .done : nil }
    }

    /// Ends every wait; called on the loop's thread.
    ///
    /// - Parameters:
    ///   - closing: The way in which the connection ends.
    ///   - isForced: Whether `closing` replaces the way in which one side has closed before.
    func end(_ closing: Closing, isForced: Bool) {
        let (readers, others, enders) = state.withLock { state in
            if isForced || state.closing == nil { state.closing = closing }
            state.isOver = true
            state.outbox = []
            let others = state.writers.removeAll() + state.pings.removeAll()
            return (state.readers.removeAll(), others, state.enders.removeAll())
        }
        for reader in readers { reader.resume(returning: .over) }
        for other in others { other.resume(returning: .over) }
        for ender in enders { ender.resume(returning: .done) }
    }

    /// Notes the client's answer to a close frame, unless this side dropped before; called on the loop's thread.
    func noteCleanClosing() {
        state.withLock { state in
            guard let closing = state.closing, closing != .abnormal else { return }
            state.closing = Closing(code: closing.code, reason: closing.reason, isClean: true)
        }
    }

    /// Asks the loop to reset the connection, after what was sent; nothing more is sent from this call on.
    func drop() {
        state.withLock { $0.closing = $0.closing ?? .abnormal }
        wish(.drop)
    }

    /// Reads, writes and answers nothing more, from this call on; what was sent before still leaves.
    func stall() {
        let writers = state.withLock { state in
            state.isStalled = true
            return state.writers.removeAll()
        }
        for writer in writers { writer.resume(returning: .done) }
        wish(.stall)
    }

    // MARK: Waiting

    /// Waits in a list, unless the end of the wait is known already.
    private func wait(
        in list: WritableKeyPath<State, WaitingTasks<WakeUp>> & Sendable,
        unless end: @Sendable (State) -> WakeUp?
    ) async -> WakeUp {
        let (known, id) = state.withLock { state in (end(state), state.nextID()) }
        if let known { return known }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> WakeUp? in
                    if let known = end(state) { return known }
                    if Task.isCancelled { return .cancelled }
                    state[keyPath: list].add(continuation, id: id)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            state.withLock { $0[keyPath: list].remove(id: id) }?.resume(returning: .cancelled)
        }
    }
}
