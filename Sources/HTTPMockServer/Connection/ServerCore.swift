import Foundation
import HTTPMock

/// The parts of a server that its listeners and connections share.
final class ServerCore: Sendable {
    /// Serves an accepted connection; called on the thread of its loop.
    typealias Accept =
        @Sendable (_ descriptor: Int32, _ loop: EventLoop, _ server: ServerCore, _ origin: Origin) -> Void

    let accept: Accept
    let address: HTTPMock.Server.Address
    let loops: [EventLoop]
    private let state = Locked(State())

    private struct State: Sendable {
        var isStopped = false
        /// True once a stop has closed everything.
        var isClosed = false
        var listeners: [Origin: Listener] = [:]
    }

    /// Creates the core of a server on the loops of the process, which are started if no other server runs.
    init(address: HTTPMock.Server.Address, accept: @escaping Accept) throws(SocketError) {
        self.accept = accept
        self.address = address
        loops = try EventLoopGroup.take()
    }

    /// Creates the core of a server whose requests a responder answers.
    convenience init(
        responder: any Responder, limits: HTTPMock.Server.Limits, address: HTTPMock.Server.Address
    ) throws(SocketError) {
        try self.init(address: address) { descriptor, loop, server, origin in
            Connection(
                descriptor, loop: loop, server: server, origin: origin, responder: responder, limits: limits
            ).start()
        }
        let weakSelf = WeakCore(core: self)
        Self.mockServers.withLock { servers in
            servers.removeAll { $0.core == nil }
            servers.append(weakSelf)
        }
    }

    struct WeakCore: Sendable {
        weak var core: ServerCore?
    }

    /// The servers of mocks in this process, including stopped ones; released ones leave with the next server's start.
    private static let mockServers = Locked<[WeakCore]>([])

    /// Returns whether a server of mocks in this process listens on a port of one of the addresses.
    static func isListening(on addresses: [HTTPMock.Server.Address], port: Int) -> Bool {
        mockServers.withLock { $0.compactMap(\.core) }.contains { server in
            guard addresses.contains(server.address) else { return false }
            return server.state.withLock { $0.listeners.values.map(\.port) }.contains(port)
        }
    }

    /// True once ``stop()`` was called.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Returns the port that serves an origin, after opening one if there is none.
    ///
    /// - Parameters:
    ///   - origin: The origin.
    ///   - port: The port to open if there is none; 0 for any free one.
    /// - Throws: The call that failed; `ECANCELED` once the server has stopped.
    func port(for origin: Origin, port: Int = 0) throws(SocketError) -> Int {
        if let known = state.withLock({ $0.listeners[origin] }) { return known.port }
        let count = state.withLock { $0.listeners.count }
        let listener = try Listener(server: self, loop: loops[count % loops.count], port: port, origin: origin)
        // Concurrent calls for the same origin get the same port, and nothing listens after a stop.
        let kept: Listener? = state.withLock { state in
            guard !state.isStopped else { return nil }
            let kept = state.listeners[origin] ?? listener
            state.listeners[origin] = kept
            return kept
        }
        if kept === listener { listener.start() } else { listener.discard() }
        guard let kept else { throw SocketError(call: "listen", code: ECANCELED) }
        return kept.port
    }

    /// Returns the port that serves an origin; nil if there is none yet.
    func openPort(for origin: Origin) -> Int? {
        state.withLock { $0.listeners[origin]?.port }
    }

    /// Closes every listener and connection; when it returns, none is open.
    func stop() {
        let (isFirst, isClosed) = state.withLock { state in
            let isFirst = !exchange(&state.isStopped, with: true)
            state.listeners = [:]
            return (isFirst, state.isClosed)
        }
        guard !isClosed else { return }
        // Each of several calls at once closes all itself, because none may return before everything is closed.
        // The first pass closes all listeners, so the second pass also closes the connections accepted just before.
        EventLoop.waitForAll(loops) { $0.closeAll(of: self) }
        EventLoop.waitForAll(loops) { $0.closeAll(of: self) }
        state.withLock { $0.isClosed = true }
        if isFirst { EventLoopGroup.release() }
    }

    /// The number of connections and listeners that are open.
    var openSourceCount: Int {
        let count = Locked(0)
        EventLoop.waitForAll(loops) { loop in
            let own = loop.sourceCount(of: self)
            count.withLock { $0 += own }
        }
        return count.withLock { $0 }
    }
}
