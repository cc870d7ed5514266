import Foundation

/// One socket of a forwarded connection, with the bytes that it has to write.
///
/// Created by an ``EscapeConnection``. Confined to the thread of the loop, which owns the socket until the socket is
/// closed or both directions have ended.
final class SocketEnd: EventSource {
    /// The server that the socket belongs to.
    let owner: AnyObject
    private(set) var deadline = UInt64.max
    private let loop: EventLoop
    private let descriptor: Int32
    private var id: UInt64?
    private var interest: Interest = .reading
    private var output = OutputQueue()
    /// Nil once the end is closed.
    private var receiver: (any SocketEndReceiver)?
    private var isTouched = false
    /// True after the other side has ended its sending direction.
    private(set) var isInputEnded = false
    /// True if the writing direction is shut once the output has been written.
    private var endsOutput = false
    /// True once the writing direction is shut, or broken.
    private var isOutputEnded = false
    /// True while the socket waits for the end of its input before it is closed.
    private var isDraining = false
    /// False while input is not wanted.
    var isReading = true { didSet { if isReading != oldValue { touch() } } }

    /// With this much unwritten output, in bytes, the socket is full.
    private static let outputLimit = 64 << 10
    /// The longest pause of the input while the socket drains, in nanoseconds.
    private static let drainTime: UInt64 = 30_000_000_000

    /// Adds a non-blocking socket to a loop; closes the socket if it can't be added.
    init(_ descriptor: Int32, loop: EventLoop, owner: AnyObject, receiver: any SocketEndReceiver) {
        self.descriptor = descriptor
        self.loop = loop
        self.owner = owner
        self.receiver = receiver
        id = loop.add(self, descriptor: descriptor, interest)
        if id == nil {
            self.receiver = nil
            Socket.closeDescriptor(descriptor)
        }
    }

    var isOpen: Bool { receiver != nil }

    /// True if the other side does not read as fast as bytes arrive for it.
    var isFull: Bool { output.count >= Self.outputLimit }

    // MARK: Writing

    func send(_ bytes: UnsafeRawBufferPointer) {
        guard isOpen, !endsOutput, !bytes.isEmpty else { return }
        output.append { $0.append(contentsOf: bytes) }
        touch()
    }

    func send(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { send($0) }
    }

    /// Ends the writing direction once the output has been written.
    func endOutput() {
        endsOutput = true
        touch()
    }

    /// Ends the writing direction, and closes the socket once both directions have ended.
    ///
    /// The socket is also closed if its input pauses for `drainTime`.
    ///
    /// Closing a socket with unread input would be a reset, which may overtake the output.
    func finish() {
        isDraining = true
        isReading = true
        deadline = loop.now + Self.drainTime
        loop.deadlineChanged(of: self)
        endOutput()
    }

    /// Closes the socket.
    ///
    /// - Parameter isReset: Whether the other side sees a failure.
    func close(isReset: Bool = false) {
        guard isOpen else { return }
        receiver = nil
        deadline = .max
        if let id { loop.remove(id, descriptor: descriptor) }
        id = nil
        if isReset { Socket.reset(descriptor) } else { Socket.closeDescriptor(descriptor) }
    }

    // MARK: Events

    func ready(_ readiness: Readiness) {
        // Bytes may still wait in a socket that has been hung up.
        if readiness.isReadable || readiness.isHungUp { read() }
        if isOpen, readiness.isWritable { touch() }
    }

    private func read() {
        guard let receiver else { return }
        // Only a hangup is reported after the end of the input.
        guard !isInputEnded else { return fail(receiver) }
        switch Socket.read(descriptor, into: loop.scratch) {
        case .bytes(let count):
            if isDraining { deadline = loop.now + Self.drainTime }
            receiver.received(UnsafeRawBufferPointer(rebasing: loop.scratch[..<count]), from: self)
        case .end:
            isInputEnded = true
            receiver.ended(self, isFailure: false)
            if isDraining, isOutputEnded { close() }
            touch()
        case .wouldBlock: return
        case .failed: fail(receiver)
        }
    }

    /// Reports a failure to the receiver, which closes the socket; a draining socket closes itself.
    private func fail(_ receiver: any SocketEndReceiver) {
        receiver.ended(self, isFailure: true)
        if isDraining { close() }
    }

    private func touch() {
        guard isOpen, !isTouched else { return }
        isTouched = true
        loop.touch(self)
    }

    func turnEnded() {
        isTouched = false
        guard let receiver else { return }
        let hadOutput = !output.isEmpty
        var isBroken = false
        output.drain { bytes in
            switch Socket.write(descriptor, bytes) {
            case .bytes(let count): return count
            case .wouldBlock: return nil
            case .end, .failed:
                isBroken = true
                return nil
            }
        }
        if isBroken {
            // Bytes that the other side has already sent are still read.
            output.removeAll()
            endsOutput = true
            isOutputEnded = true
            if isInputEnded || isDraining { return fail(receiver) }
        }
        if endsOutput, !isOutputEnded, output.isEmpty {
            isOutputEnded = true
            Socket.shutDownWriting(descriptor)
        }
        if isDraining, isOver { return close() }
        if hadOutput || isOutputEnded { receiver.drained(self) }
        if isOpen { updateInterest() }
    }

    /// True once both directions have ended.
    var isOver: Bool { isInputEnded && isOutputEnded }

    private func updateInterest() {
        guard let id else { return }
        if isOver {
            // The system would report the end again and again.
            loop.remove(id, descriptor: descriptor)
            self.id = nil
            return
        }
        var wanted: Interest = []
        if !isInputEnded, isReading { wanted.insert(.reading) }
        if !output.isEmpty { wanted.insert(.writing) }
        guard wanted != interest else { return }
        interest = wanted
        loop.change(id, descriptor: descriptor, wanted)
    }

    func deadlinePassed() {
        deadline = .max
        close()
    }

    func stop() {
        close()
    }
}
