import Foundation

/// One of two connected sockets, each of which gets what the other one sends.
///
/// A connection creates both ends. Confined to the thread of their loop, which owns them until they are closed.
final class TunnelEnd: EventSource, @unchecked Sendable {
    // Sendable because every member but the constants is used on the loop's thread only.
    let owner: AnyObject
    let deadline = UInt64.max
    private let loop: EventLoop
    private let descriptor: Int32
    private var id: UInt64?
    private var interest: Interest = .reading
    private var output = OutputQueue()
    /// True after the other side has ended its direction.
    private var isInputEnded = false
    /// True after this side has ended its direction.
    private var isOutputEnded = false
    private var isTouched = false
    /// The other end; nil once both are closed.
    private var peer: TunnelEnd?

    /// With more output than this, nothing is read from the other end.
    private static let outputLimit = 64 << 10

    private init(_ descriptor: Int32, loop: EventLoop, owner: AnyObject, opening: Data) {
        self.descriptor = descriptor
        self.loop = loop
        self.owner = owner
        output.append(opening)
    }

    /// Connects two sockets, which belong to the tunnel from now on.
    ///
    /// - Parameters:
    ///   - one: A non-blocking socket, with the bytes that it gets first.
    ///   - other: Another one.
    static func connect(
        _ one: (descriptor: Int32, opening: Data), _ other: (descriptor: Int32, opening: Data), loop: EventLoop,
        owner: AnyObject
    ) {
        let ends = [one, other].map {
            TunnelEnd($0.descriptor, loop: loop, owner: owner, opening: $0.opening)
        }
        (ends[0].peer, ends[1].peer) = (ends[1], ends[0])
        for end in ends { end.id = loop.add(end, descriptor: end.descriptor, end.interest) }
        guard ends.allSatisfy({ $0.id != nil }) else { return ends[0].stop() }
        for end in ends { end.touch() }
    }

    func ready(_ readiness: Readiness) {
        // Bytes may still wait in a socket that has been hung up.
        if readiness.isReadable || readiness.isHungUp { read() }
        if readiness.isWritable { touch() }
    }

    private func read() {
        guard let peer else { return }
        switch Socket.read(descriptor, into: loop.scratch) {
        case .bytes(let count):
            peer.output.append { $0.append(contentsOf: loop.scratch[..<count]) }
        case .end:
            isInputEnded = true
        case .wouldBlock:
            return
        case .failed:
            return stop()
        }
        touch()
        peer.touch()
    }

    private func touch() {
        guard !isTouched else { return }
        isTouched = true
        loop.touch(self)
    }

    func turnEnded() {
        isTouched = false
        guard let peer else { return }
        let wasFull = output.count >= Self.outputLimit
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
        if isBroken { return stop() }
        if wasFull, output.count < Self.outputLimit { peer.touch() }
        if output.isEmpty, peer.isInputEnded, !isOutputEnded {
            isOutputEnded = true
            Socket.shutDownWriting(descriptor)
        }
        if isOutputEnded, peer.isOutputEnded { return stop() }
        updateInterest()
    }

    private func updateInterest() {
        guard let id, let peer else { return }
        if isInputEnded, isOutputEnded {
            // The system would report the end again and again.
            loop.remove(id, descriptor: descriptor)
            self.id = nil
            return
        }
        var wanted: Interest = []
        if !isInputEnded, peer.output.count < Self.outputLimit { wanted.insert(.reading) }
        if !output.isEmpty { wanted.insert(.writing) }
        guard wanted != interest else { return }
        interest = wanted
        loop.change(id, descriptor: descriptor, wanted)
    }

    func deadlinePassed() {}

    /// Closes both ends.
    func stop() {
        let other = peer
        peer = nil
        close()
        other?.peer = nil
        other?.close()
    }

    private func close() {
        if let id { loop.remove(id, descriptor: descriptor) }
        id = nil
        Socket.closeDescriptor(descriptor)
    }
}
