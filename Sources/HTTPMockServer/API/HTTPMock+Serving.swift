import Foundation
import HTTPMock

extension HTTPMock {
    /// Serves the mocks of this instance on a loopback port, for clients in other processes.
    ///
    /// ```swift
    /// let server = try await mock.serve()
    /// app.launchEnvironment["API_BASE_URL"] = server.baseURL.absoluteString
    /// ```
    ///
    /// In process and on the port, the instance has one log and one set of queues.
    ///
    /// ```swift
    /// let server = try await mock.serve(cors: .any, delay: .milliseconds(200))   // for a page in a browser
    /// ```
    ///
    /// - Parameters:
    ///   - origin: The scheme and host that requests are for, as in `"https://api.example.com"`; `https://` and the
    ///     `defaultDomain` unless given.
    ///   - port: The port to listen on; any free one unless given.
    ///   - address: The loopback address to listen on.
    ///   - cors: The origins whose pages may use the server in a browser; nil to leave that to the responses.
    ///   - delay: The wait before each answer of the mock, on the clock of the mock.
    ///   - limits: The limits of requests and connections.
    /// - Returns: The server, which accepts connections by then. Keep it: it stops when it is released.
    /// - Throws: `HTTPMockError` if the port is in use, or the origin is none.
    public func serve(
        as origin: String? = nil, port: Int = 0, address: Server.Address = .ipv4, cors: Server.CORS? = nil,
        delay: Duration = .zero, limits: Server.Limits = .init()
    ) async throws -> Server {
        try Server(
            MockResponder(engine: engine, cors: cors, delay: delay), of: self,
            origin: Origin(origin ?? "https://\(engine.defaultDomain)"), port: port, address: address, limits: limits)
    }

    /// Serves the mocks for several origins on one port.
    ///
    /// - Parameters:
    ///   - origin: The scheme and host that requests are for unless another one is found.
    ///   - port: The port to listen on; any free one for 0.
    ///   - cors: The origins whose pages may use the server in a browser.
    ///   - delay: The wait before each answer of the mock.
    ///   - otherOrigin: Returns the origin of a request that names none, nil for the usual one. Called on the thread of
    ///     a connection, so it must be quick.
    package func serve(
        as origin: String, port: Int, cors: Server.CORS?, delay: Duration,
        otherOrigin: @escaping @Sendable (MockRequest) -> String?
    ) async throws -> Server {
        try Server(
            MockResponder(engine: engine, cors: cors, delay: delay, otherOrigin: otherOrigin), of: self,
            origin: Origin(origin), port: port, address: .ipv4, limits: .init())
    }
}
