import Foundation

/// An HTTP/1.1 server on a free port of 127.0.0.1, for what the native loader does with real answers.
///
/// One thread accepts and one serves each connection; a connection serves one request. All end in ``stop()``, also
/// while a client or an answer hangs. Every member may be called from any thread.
public final class LoopbackServer: Sendable {
    /// Makes the answer to a request; called on the thread of the connection.
    public typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    struct State: Sendable {
        var requests: [LoopbackRequest] = []
        /// The port each accepted connection came from.
        var peerPorts: [UInt16] = []
        var openConnections: [Int: Posix.Thread] = [:]
        var endedConnections: [Posix.Thread] = []
        var isStopped = false

        mutating func end(_ id: Int) {
            guard let thread = openConnections.removeValue(forKey: id) else { return }
            endedConnections.append(thread)
        }
    }

    /// The port it listens on.
    public let port: UInt16

    let state: Observed<State>
    private let listener: Int32
    private let wake: (reading: Int32, writing: Int32)
    private let acceptor: Posix.Thread

    /// Starts a server.
    ///
    /// - Parameter handler: Makes the answers. It must return: ``stop()`` waits for it.
    public init(_ handler: @escaping Handler) {
        // The threads keep these values and never the server, which so can go while they run.
        let (listener, port) = Posix.makeListener()
        let wake = Posix.makePipe()
        let state = Observed(State())
        self.port = port
        self.listener = listener
        self.wake = wake
        self.state = state
        acceptor = Posix.Thread {
            Self.accept(on: listener, wake: wake.reading, state: state, handler: handler)
        }
    }

    deinit {
        stop()
    }

    /// The requests read so far, in the order in which they were complete.
    public var requests: [LoopbackRequest] { state.value.requests }

    /// How many connections were accepted.
    public var connectionCount: Int { state.value.peerPorts.count }

    /// How many connections are open.
    public var openConnectionCount: Int { state.value.openConnections.count }

    /// The address of a path here.
    ///
    /// - Parameters:
    ///   - path: The path, with the query if there is one, percent-encoded.
    ///   - host: A name for this machine.
    public func url(_ path: String = "/", host: String = "127.0.0.1") -> URL {
        guard let url = URL(string: "http://\(host):\(port)\(path)") else {
            preconditionFailure("not a path: \(path)")
        }
        return url
    }

    /// Waits until so many requests have been read; returns early if the server stops or the task is cancelled.
    ///
    /// - Returns: The requests read by then.
    @discardableResult
    public func waitForRequests(_ count: Int = 1) async -> [LoopbackRequest] {
        await state.wait { $0.requests.count >= count || $0.isStopped }
        return requests
    }

    /// Waits until no connection is open, for instance because a client went away.
    public func waitForNoConnection() async {
        await state.wait { $0.openConnections.isEmpty }
    }

    /// Closes all connections and waits for the threads to end; does nothing the second time.
    ///
    /// Must not be called by the handler.
    public func stop() {
        let isFirst = state.change { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        // Never read, so that it wakes every wait there is or will be.
        var byte: UInt8 = 1
        write(wake.writing, &byte, 1)
        acceptor.join()
        let (open, ended) = state.change { state in
            precondition(!state.openConnections.values.contains { $0.isCurrent }, "stopped by its own handler")
            defer { state.endedConnections = [] }
            return (Array(state.openConnections.values), state.endedConnections)
        }
        for thread in open + ended {
            thread.join()
        }
        state.change { $0.endedConnections = [] }
        for descriptor in [listener, wake.reading, wake.writing] {
            close(descriptor)
        }
    }

    // MARK: - Threads

    private static func accept(on listener: Int32, wake: Int32, state: Observed<State>, handler: @escaping Handler) {
        while Posix.wait(for: listener, events: POLLIN, wake: wake) == .ready {
            guard let (descriptor, peerPort) = Posix.acceptConnection(on: listener) else { continue }
            // Started inside the change, so that it cannot have ended before it is known.
            let ended = state.change { current in
                current.peerPorts.append(peerPort)
                let id = current.peerPorts.count
                current.openConnections[id] = Posix.Thread {
                    serve(descriptor, wake: wake, state: state, handler: handler)
                    close(descriptor)
                    state.change { $0.end(id) }
                }
                defer { current.endedConnections = [] }
                return current.endedConnections
            }
            for thread in ended {
                thread.join()
            }
        }
    }

    private static func serve(_ descriptor: Int32, wake: Int32, state: Observed<State>, handler: Handler) {
        var connection = LoopbackConnection(descriptor: descriptor, wake: wake)
        do {
            let request = try connection.readRequest()
            state.change { $0.requests.append(request) }
            try connection.send(handler(request), inAnswerTo: request.method)
        } catch .malformed(let what) {
            try? connection.send(.text("malformed \(what)", status: 400), inAnswerTo: "GET")
        } catch {
            // The client has gone or the server stops: there is nobody to tell.
        }
    }
}
