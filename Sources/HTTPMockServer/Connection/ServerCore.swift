import Foundation
import HTTPMock

/// The parts of a server that its listeners and connections share.
final class ServerCore: Sendable {
    let responder: any Responder
    let limits: HTTPMock.Server.Limits
    let address: HTTPMock.Server.Address
    let loops: [EventLoop]
    private let state = Locked(State())

    private struct State: Sendable {
        var isStopped = false
        var listeners: [Origin: Listener] = [:]
    }

    /// Starts the loops.
    init(
        responder: any Responder, limits: HTTPMock.Server.Limits, address: HTTPMock.Server.Address
    ) throws(SocketError) {
        self.responder = responder
        self.limits = limits
        self.address = address
        loops = try EventLoopGroup.take()
    }

    /// True once ``stop()`` was called.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Returns the port that serves an origin, after opening one if there is none.
    ///
    /// - Parameters:
    ///   - origin: The origin.
    ///   - port: The port to open; 0 for any free one.
    /// - Throws: The call that failed; `ECANCELED` once the server has stopped.
    func port(for origin: Origin, port: Int = 0) throws(SocketError) -> Int {
        if let known = state.withLock({ $0.listeners[origin] }) { return known.port }
        let count = state.withLock { $0.listeners.count }
        let listener = try Listener(server: self, loop: loops[count % loops.count], port: port, origin: origin)
        // Two calls at once for the same origin get the same port, and nothing listens after a stop.
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
        let isFirst = state.withLock { state in
            defer {
                state.isStopped = true
                state.listeners = [:]
            }
            return !state.isStopped
        }
        guard isFirst else { return }
        // Listeners first: what they have accepted arrives at its loop before the connections there are closed.
        EventLoop.waitForAll(loops) { $0.closeAll(of: self) }
        EventLoop.waitForAll(loops) { $0.closeAll(of: self) }
        EventLoopGroup.giveBack()
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

/// The ways in which a connection fails on purpose.
enum ConnectionFailure: Hashable, Sendable {
    case close
    /// Once what was sent has arrived.
    case reset
    /// Nothing more is sent until the client goes.
    case stall
}

/// Answers the requests of a server.
protocol Responder: Sendable {
    /// Begins to answer a request; called on the thread of the connection's loop.
    ///
    /// - Returns: An action that gives up the answer, because the client has gone; nil if there is nothing to give up.
    func respond(to request: ReceivedRequest, through writer: ResponseWriter) -> (@Sendable () -> Void)?

    /// Returns the refusal of a request that the server does not offer; nil to receive its body and answer it.
    func refusal(of head: RequestHead) -> RequestRefusal?

    /// Notes a request that the server has refused by itself.
    func note(_ refused: RefusedHead, at origin: Origin)
}

/// A request with its whole body.
struct ReceivedRequest: Sendable {
    let head: RequestHead
    let body: Data
    /// The origin that the port serves.
    let origin: Origin
}
