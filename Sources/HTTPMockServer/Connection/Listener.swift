import HTTPMock

/// A listening socket of a server, which hands accepted connections to the loops in turn.
///
/// Created and started on any thread; confined to the thread of its loop once the loop has added it.
final class Listener: EventSource, @unchecked Sendable {
    // Sendable because every member but the constants is used on the loop's thread only.
    let server: ServerCore
    var owner: AnyObject { server }
    let port: Int
    private let loop: EventLoop
    private let descriptor: Int32
    private let origin: Origin
    private var id: UInt64?
    private var nextLoop = 0
    private(set) var deadline = UInt64.max

    /// The most connections accepted in one turn, so that new clients don't delay others.
    private static let batch = 64
    /// The pause after the descriptors have run out, in nanoseconds.
    private static let pause: UInt64 = 20_000_000

    /// Binds the socket; clients can connect from now on, and are accepted after ``start()``.
    init(server: ServerCore, loop: EventLoop, port: Int, origin: Origin) throws(SocketError) {
        (descriptor, self.port) = try Socket.listen(on: server.address, port: port)
        self.server = server
        self.loop = loop
        self.origin = origin
    }

    func start() {
        let isPosted = loop.postUrgently { [self] in
            guard !server.isStopped else { return discard() }
            id = loop.add(self, descriptor: descriptor, .reading)
            if id == nil { discard() }
        }
        if !isPosted { discard() }
    }

    /// Closes the socket of a listener that was not added to the loop.
    func discard() {
        Socket.closeDescriptor(descriptor)
    }

    func ready(_ readiness: Readiness) {
        for _ in 0..<Self.batch {
            switch Socket.acceptConnection(of: descriptor) {
            case .connection(let connection): handOver(connection)
            case .none: return
            case .exhausted: return pauseAccepting()
            }
        }
    }

    private func handOver(_ connection: Int32) {
        let target = server.loops[nextLoop % server.loops.count]
        nextLoop += 1
        // Posted urgently, so that the connection reaches its loop before a later `closeAll(of:)`.
        let isPosted = target.postUrgently { [server, origin] in
            guard !server.isStopped else { return Socket.closeDescriptor(connection) }
            server.accept(connection, target, server, origin)
        }
        if !isPosted { Socket.closeDescriptor(connection) }
    }

    /// Leaves the clients in the backlog for a while.
    private func pauseAccepting() {
        guard let id else { return }
        loop.change(id, descriptor: descriptor, [])
        deadline = loop.now + Self.pause
        loop.deadlineChanged(of: self)
    }

    func deadlinePassed() {
        deadline = .max
        guard let id else { return }
        loop.change(id, descriptor: descriptor, .reading)
    }

    func turnEnded() {}

    func stop() {
        guard let id else { return }
        self.id = nil
        loop.remove(id, descriptor: descriptor)
        Socket.closeDescriptor(descriptor)
    }
}
