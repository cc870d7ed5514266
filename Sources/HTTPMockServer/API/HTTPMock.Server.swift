import Foundation
import HTTPMock

extension HTTPMock {
    /// A server that answers requests on a loopback port from the mocks of an instance.
    ///
    /// Created by ``HTTPMock/HTTPMock/serve(as:port:address:cors:delay:limits:)``. The server stops when the server or
    /// its mock is released, and when the test of its mock ends. Every member may be called from any thread.
    public final class Server: Sendable {
        /// The URL of the first port, as in `http://127.0.0.1:49213`.
        public let baseURL: URL

        /// The port of ``baseURL``.
        public let port: Int

        let core: ServerCore
        private let origin: Origin
        private let store: Store
        private let endActionID: Int

        init(
            _ responder: MockResponder, of mock: HTTPMock, origin: Origin, port: Int, address: Address, limits: Limits
        ) throws(HTTPMockError) {
            let core: ServerCore
            do throws(SocketError) {
                core = try ServerCore(responder: responder, limits: limits, address: address)
            } catch {
                throw HTTPMockError("HTTPMock: the server can't start (\(error.text)).")
            }
            do throws(SocketError) {
                self.port = try core.port(for: origin, port: port)
            } catch {
                core.stop()
                let freePort = SwiftAdvice.freePort.fix(replacedBy: mock.engine.store.toolAdvice)
                throw Self.error(error, port: port, address: address, freePort: freePort)
            }
            responder.redirects.begin(for: core)
            self.core = core
            self.origin = origin
            baseURL = Self.url(address, self.port)
            store = mock.engine.store
            endActionID = store.addEndAction { [weak core] in core?.stop() }
        }

        deinit {
            if !core.isStopped { store.noteReleasedServer("\(baseURL)") }
            stop()
        }

        /// Returns the URL of a separate port that serves another host.
        ///
        /// - Parameter host: The host, with a port if it has one, as in `"auth.example.com"`.
        /// - Returns: The same URL for the same host and port each time; the server's ``baseURL`` for its own host.
        /// - Throws: `HTTPMockError` if the text is not a host, no port can be opened, or the server has stopped.
        public func baseURL(forHost host: String) throws -> URL {
            let origin: Origin
            do throws(HTTPMockError) {
                origin = try Origin("\(self.origin.scheme)://\(host)")
            } catch {
                throw HTTPMockError(
                    "HTTPMock: \"\(Redaction.text(ofHost: host))\" is not a host. To fix this, "
                        + "write it without scheme and path: \"auth.example.com\".")
            }
            do throws(SocketError) {
                return Self.url(core.address, try core.port(for: origin))
            } catch {
                guard !core.isStopped else {
                    throw HTTPMockError("HTTPMock: the server has stopped, so it has no port for \"\(host)\".")
                }
                throw Self.error(error, port: 0, address: core.address, freePort: SwiftAdvice.freePort.fix)
            }
        }

        /// The URL of the first port for WebSockets, as in `ws://127.0.0.1:49213`.
        public var webSocketURL: URL { Self.webSocketURL(baseURL) }

        /// Returns the URL for WebSockets of a separate port that serves another host.
        ///
        /// - Parameter host: The host, with a port if it has one, as in `"chat.example.com"`.
        /// - Returns: The URL of ``baseURL(forHost:)`` with the scheme `ws`.
        /// - Throws: `HTTPMockError` if the text is not a host, no port can be opened, or the server has stopped.
        public func webSocketURL(forHost host: String) throws -> URL {
            Self.webSocketURL(try baseURL(forHost: host))
        }

        private static func webSocketURL(_ url: URL) -> URL {
            guard let webSocketURL = URL(string: WebSocketURL.webSocket(url.absoluteString)) else {
                preconditionFailure("a loopback address is a valid host")
            }
            return webSocketURL
        }

        /// Stops listening and closes every connection.
        ///
        /// When it returns, nothing listens and no connection is open. May be called several times, also in a handler.
        public func stop() {
            store.removeEndAction(endActionID)
            core.stop()
        }

        private static func url(_ address: Address, _ port: Int) -> URL {
            guard let url = URL(string: "http://\(address.host):\(port)") else {
                preconditionFailure("a loopback address is a valid host")
            }
            return url
        }

        private static func error(
            _ error: SocketError, port: Int, address: Address, freePort: String
        ) -> HTTPMockError {
            let place = "\(address.host)\(port == 0 ? "" : ":\(port)")"
            return HTTPMockError(
                "HTTPMock: the server can't listen on \(place) (\(error.text))."
                    + error.fix(port: port, freePort: freePort),
                systemCode: error.code)
        }
    }
}

extension SwiftAdvice {
    /// The advice for a port that can't be opened.
    package static let freePort = SwiftAdvice(fix: "leave `port` out to get a free one")
}

extension SocketError {
    /// Returns the advice for a port that can't be opened; empty if there is none.
    ///
    /// - Parameter freePort: The advice to get any free port.
    fileprivate func fix(port: Int, freePort: String) -> String {
        guard port != 0, call == "bind" else { return "" }
        if !(1...65_535).contains(port) { return " To fix this, write a port from 1 to 65535, or \(freePort)." }
        switch code {
        case EADDRINUSE: return " To fix this, stop what uses port \(port), or \(freePort)."
        case EACCES: return " To fix this, write a port from 1024 on, which any user may open, or \(freePort)."
        // Another port does not help, because the address is none of this machine's.
        case EADDRNOTAVAIL: return ""
        default: return " To fix this, \(freePort)."
        }
    }
}

extension HTTPMock {
    /// Serves the mocks of this instance on a loopback port, for clients in other processes.
    ///
    /// ```swift
    /// let server = try await mock.serve()
    /// app.launchEnvironment["API_BASE_URL"] = server.baseURL.absoluteString
    /// ```
    ///
    /// Requests in process and requests on the port share one log and one set of responses.
    ///
    /// ```swift
    /// let server = try await mock.serve(cors: .any, delay: .milliseconds(200))   // for a page in a browser
    /// ```
    ///
    /// - Parameters:
    ///   - origin: The scheme and host that requests are for, and a port if there is one, as in
    ///     `"https://api.example.com"`; `https://` and the `defaultDomain` unless given.
    ///   - port: The port to listen on; any free one unless given.
    ///   - address: The loopback address to listen on.
    ///   - cors: The origins whose pages may use the server in a browser; nil to leave that to the responses.
    ///   - delay: The wait before each answer of the mock, on the clock of the mock.
    ///   - limits: The limits of requests and connections.
    /// - Returns: The server, which already accepts connections. Keep a reference, because a released server stops.
    /// - Throws: `HTTPMockError` if the server can't start, the port can't be opened, or the text is not an origin.
    public func serve(
        as origin: String? = nil, port: Int = 0, address: Server.Address = .ipv4, cors: Server.CORS? = nil,
        delay: Duration = .zero, limits: Server.Limits = .init()
    ) async throws -> Server {
        try Server(
            MockResponder(engine: engine, cors: cors, delay: delay, messageLimit: limits.message), of: self,
            origin: Origin(origin ?? "https://\(defaultDomain)"), port: port, address: address, limits: limits)
    }

    /// Serves the mocks for several origins on one port, with limits that the user of the server can't raise.
    ///
    /// - Parameters:
    ///   - origin: The scheme and host that requests are for, unless `otherOrigin` returns others.
    ///   - port: The port to listen on; any free one for 0.
    ///   - address: The address to listen on, loopback or not.
    ///   - cors: The origins whose pages may use the server in a browser; nil to leave that to the responses.
    ///   - delay: The wait before each answer of the mock, on the clock of the mock.
    ///   - otherOrigin: Returns the origin of a request whose target is a path. For nil, or a text that is no origin,
    ///     the request is for the origin of the port. The closure must be quick, because it runs on the thread of an
    ///     event loop.
    package func serve(
        as origin: String, port: Int, address: Server.Address, cors: Server.CORS?, delay: Duration,
        otherOrigin: @escaping @Sendable (MockRequest) -> String?
    ) async throws -> Server {
        var limits = Server.Limits()
        limits.canBeRaised = false
        return try Server(
            MockResponder(
                engine: engine, cors: cors, delay: delay, messageLimit: limits.message, otherOrigin: otherOrigin),
            of: self, origin: Origin(origin), port: port, address: address, limits: limits)
    }
}
