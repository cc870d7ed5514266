import Foundation
import HTTPMock

/// The response that opens a WebSocket, which the core knows as a takeover of the connection.
///
/// Created by the factories of `MockResponse`; opens any number of connections.
final class WebSocketResponse: ConnectionTakeover {
    typealias Script = @Sendable (HTTPMock.WebSocketConnection) async throws -> Void

    let protocols: [String]?
    let script: Script?

    /// Creates the response.
    ///
    /// - Parameters:
    ///   - protocols: The subprotocols to choose from; nil for the first that the client offers.
    ///   - script: Runs once for each connection; nil to leave the connection to the test.
    init(protocols: [String]?, script: Script?) {
        self.protocols = protocols
        self.script = script
    }

    var description: String { "WebSocket" }

    /// Returns whether a test can't give a field, because the handshake sets the field or its answer must not have it.
    private static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        let reserved = ["upgrade", "connection", "content-length", "transfer-encoding"]
        return reserved.contains(name) || name.hasPrefix("sec-websocket-")
    }

    func flaws(fields: HTTPMock.HeaderFields, method: HTTPMock.HTTPMethod?, cutsBody: Bool) -> [String] {
        var flaws: [String] = []
        if let method, method != .get {
            flaws.append(
                "is never used, because its method is \(method) and each upgrade is a GET. To fix this, leave out the method"
            )
        }
        if cutsBody {
            flaws.append(
                "has a delivery that cuts a body, which a WebSocket has not. To fix this, leave out .chunked or .throttled"
            )
        }
        for field in fields where Self.isReserved(field.name) {
            flaws.append(
                "has the field \(field.name), which the handshake sets or excludes. To fix this, leave out the field")
        }
        for name in protocols ?? [] where !name.isToken {
            flaws.append(
                "has the subprotocol \(name.debugDescription), which is no token. To fix this, give a name without blanks and separators"
            )
        }
        return flaws
    }
}

extension MockResponse {
    /// Opens a WebSocket, on which a script speaks.
    ///
    /// ```swift
    /// Path("/rooms/{id}") {
    ///     MockResponse.webSocket { socket in
    ///         try await socket.send("welcome")
    ///         for await message in socket.messages {
    ///             try await socket.send("echo: \(message.text ?? "")")
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Answers upgrades only, on a port of `mock.serve()`. If neither side has closed, the script's end closes the
    /// connection with 1000, and an error that the script throws closes the connection with 1011. A connection that
    /// stalls stays open.
    ///
    /// - Parameters:
    ///   - protocols: The subprotocols to choose from: the client's first that is listed is selected. Nil selects the
    ///     client's first; `[]` selects none.
    ///   - lifetime: The number of connections that the response opens.
    ///   - delivery: The wait before the handshake is answered, or `.failing(_:afterBytes:)`, which counts the bytes
    ///     of frames.
    ///   - headers: Further header fields of the handshake's answer.
    ///   - script: Runs once for each connection.
    /// - SeeAlso: [RFC 6455](https://www.rfc-editor.org/rfc/rfc6455.html)
    public static func webSocket(
        protocols: [String]? = nil, lifetime: Lifetime = .eternal, delivery: Delivery = .instant,
        headers: [String: String] = [:],
        _ script: @escaping @Sendable (HTTPMock.WebSocketConnection) async throws -> Void
    ) -> MockResponse {
        let response = WebSocketResponse(protocols: protocols, script: script)
        return .takingOver(response, lifetime: lifetime, delivery: delivery, headers: headers)
    }

    /// Opens a WebSocket, on which the test speaks.
    ///
    /// ```swift
    /// let socket = try await mock.webSocket("/prices")
    /// #expect(try await socket.receive().text == "subscribe AAPL")
    /// try await socket.send(#"{"AAPL":190}"#)
    /// ```
    ///
    /// - Parameters:
    ///   - protocols: The subprotocols to choose from: the client's first that is listed is selected. Nil selects the
    ///     client's first; `[]` selects none.
    ///   - lifetime: The number of connections that the response opens.
    ///   - delivery: The wait before the handshake is answered, or `.failing(_:afterBytes:)`, which counts the bytes
    ///     of frames.
    ///   - headers: Further header fields of the handshake's answer.
    /// - SeeAlso: ``HTTPMock/HTTPMock/webSocket(_:host:timeout:)``
    public static func webSocket(
        protocols: [String]? = nil, lifetime: Lifetime = .eternal, delivery: Delivery = .instant,
        headers: [String: String] = [:]
    ) -> MockResponse {
        let response = WebSocketResponse(protocols: protocols, script: nil)
        return .takingOver(response, lifetime: lifetime, delivery: delivery, headers: headers)
    }
}
