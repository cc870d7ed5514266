/// The two spellings of a WebSocket's URL: a client connects to `wss://h/`, and the server knows it as `https://h/`.
package enum WebSocketURL {
    /// Returns a URL by which a server knows a request: with `http` or `https` in the place of `ws` or `wss`.
    ///
    /// - Parameter url: The URL; one with another scheme is returned as it is.
    package static func http(_ url: String) -> String {
        replacingScheme(of: url, by: ["ws": "http", "wss": "https"])
    }

    /// Returns the URL to which a client connects: with `ws` or `wss` in the place of `http` or `https`.
    ///
    /// - Parameter url: The URL; one with another scheme is returned as it is.
    package static func webSocket(_ url: String) -> String {
        replacingScheme(of: url, by: ["http": "ws", "https": "wss"])
    }

    private static func replacingScheme(of url: String, by others: [String: String]) -> String {
        let scheme = url.prefix { $0 != ":" }
        guard let other = others[scheme.lowercased()] else { return url }
        return other + url.dropFirst(scheme.count)
    }
}
