import Foundation
import HTTPMock

extension HTTPMock {
    /// Waits for a WebSocket of the code under test, and returns its other side.
    ///
    /// ```swift
    /// let socket = try await mock.webSocket("/prices")
    /// try await socket.send(#"{"AAPL":190}"#)
    /// try await socket.close(.goingAway, reason: "maintenance")
    /// let next = try await mock.webSocket("/prices")      // the client has connected again
    /// ```
    ///
    /// Each call returns another connection: the oldest match that no call has returned, with a script or without.
    ///
    /// - Parameters:
    ///   - path: The path pattern; `*` is any run of characters in one segment, `**` any number of segments. Any path
    ///     if nil.
    ///   - host: The host pattern, as for a registration; any if nil.
    ///   - timeout: How long to wait, in real time.
    /// - Returns: The connection, which is open unless it has ended since.
    /// - Throws: `HTTPMockError` listing the requests seen, if no WebSocket is opened in time; `HTTPMockError` for an
    ///   invalid pattern; `CancellationError` if cancelled.
    public func webSocket(
        _ path: String? = nil, host: String? = nil, timeout: Duration = .seconds(5)
    ) async throws -> WebSocketConnection {
        let filter = try RequestFilter(method: nil, host: host, path: path)
        let deadline = ContinuousClock.now + min(timeout, .longest)
        let registry = insert(ifMissing: WebSocketRegistry())
        let name = filter.isAny ? "a WebSocket" : "a WebSocket to \(filter)"
        while true {
            let (connection, count) = registry.take(filter)
            if let connection { return connection }
            try Task.checkCancellation()
            let hasAnotherOpened = await PendingWait.report(
                {
                    """
                    webSocket(_:) waits for \(name), which nobody has opened. To fix this, let the code under test \
                    connect to server.webSocketURL
                    """
                }, during: { await registry.waitForConnection(after: count, before: deadline) })
            if hasAnotherOpened { continue }
            try Task.checkCancellation()
            var fix = """
                To fix this, register MockResponse.webSocket() for the path, and let the code under test connect to \
                server.webSocketURL
                """
            if registry.hasTaken(filter) {
                fix = """
                    To fix this, use the connection that another call of webSocket(_:) has returned, or let the \
                    code under test connect again
                    """
            }
            throw HTTPMockError(
                """
                HTTPMock: nobody opened \(name) within \(timeout), or other calls have taken all of them
                \(requests.listing)
                  \(fix).
                """, cause: .noSuchRequest)
        }
    }

    /// Returns the WebSockets that neither side has closed or dropped, in the order in which they were opened.
    ///
    /// ```swift
    /// for socket in mock.webSockets("/prices") { try await socket.send(#"{"AAPL":190}"#) }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path pattern; any path if nil.
    ///   - host: The host pattern, as for a registration; any if nil.
    /// - Returns: The connections; none for an invalid pattern, which is reported on standard error.
    public func webSockets(_ path: String? = nil, host: String? = nil) -> [WebSocketConnection] {
        do {
            let filter = try RequestFilter(method: nil, host: host, path: path)
            return insert(ifMissing: WebSocketRegistry()).open.filter { filter.matches($0.request) }
        } catch {
            StandardError.report("\(error)")
            return []
        }
    }
}
