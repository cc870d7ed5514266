import Foundation

/// An HTTP/1.1 server on a free port of 127.0.0.1, to observe the native loader.
///
/// One thread accepts connections, and one more thread per connection answers one request. ``stop()`` ends all threads,
/// even if a client or a response hangs. Every member may be called from any thread.
public final class LoopbackServer: Sendable {
    /// Returns the response to a request; called on the thread of the connection.
    public typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    struct State: Sendable {
        var requests: [LoopbackRequest] = []
        /// The client port of each accepted connection.
        var peerPorts: [UInt16] = []
        var openConnections: [Int: Posix.Thread] = [:]
        var endedConnections: [Posix.Thread] = []
        var isStopped = false

        mutating func end(_ id: Int) {
            guard let thread = openConnections.removeValue(forKey: id) else { return }
            endedConnections.append(thread)
        }
    }

    /// The port of the server.
    public let port: UInt16

    let state: Observed<State>
    private let listener: Int32
    private let wake: (reading: Int32, writing: Int32)
    private let acceptor: Posix.Thread

    /// Starts a server.
    ///
    /// - Parameter handler: Returns the responses. The handler must return, because ``stop()`` waits for it.
    public init(_ handler: @escaping Handler) {
        // The threads retain these values and never the server, so the server can be released while they run.
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

    /// The requests so far, in the order in which they were complete.
    public var requests: [LoopbackRequest] { state.value.requests }

    /// The number of accepted connections.
    public var connectionCount: Int { state.value.peerPorts.count }

    /// The number of open connections.
    public var openConnectionCount: Int { state.value.openConnections.count }

    /// Returns the URL of a path on the server.
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

    /// Waits until a number of requests have been read.
    ///
    /// Returns early if the server stops or the task is cancelled.
    ///
    /// - Returns: The requests so far.
    @discardableResult
    public func waitForRequests(_ count: Int = 1) async -> [LoopbackRequest] {
        await state.wait { $0.requests.count >= count || $0.isStopped }
        return requests
    }

    /// Waits until no connection is open, for example because a client has disconnected.
    public func waitForNoConnection() async {
        await state.wait { $0.openConnections.isEmpty }
    }

    /// Closes all connections and waits for the threads to end; a second call does nothing.
    ///
    /// Must not be called by the handler.
    public func stop() {
        let isFirst = state.change { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        // The byte is never read, so it wakes every current and later wait.
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
        // The threads have noted their ends meanwhile.
        state.change { $0.endedConnections = [] }
        for descriptor in [listener, wake.reading, wake.writing] {
            close(descriptor)
        }
    }

    // MARK: - Threads

    private static func accept(on listener: Int32, wake: Int32, state: Observed<State>, handler: @escaping Handler) {
        while Posix.wait(for: listener, events: POLLIN, wake: wake) == .ready {
            guard let (descriptor, peerPort) = Posix.acceptConnection(on: listener) else { continue }
            // Started inside the change, so that the thread is known before it can end.
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
            // The client has disconnected or the server stops, so the error can't be reported.
        }
    }
}
