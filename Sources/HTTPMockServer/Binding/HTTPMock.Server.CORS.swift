import HTTPMock

extension HTTPMock.Server {
    /// The origins whose pages may use the server from a browser.
    ///
    /// The server answers preflights itself, unless a registration for `OPTIONS` has their address. To each response of
    /// the mock, except a WebSocket's and raw bytes, the server adds the fields that a browser requires. Fields that a
    /// response already has are kept.
    ///
    /// - SeeAlso: [CORS protocol](https://fetch.spec.whatwg.org/#http-cors-protocol)
    public enum CORS: Hashable, Sendable {
        /// Every origin.
        case any
        /// Some origins, each with scheme and host, and a port if it has one: `"http://localhost:3000"`.
        case origins([String])
    }
}

extension HTTPMock.Server.CORS {
    /// Returns whether pages of an origin may use the server.
    func allows(_ origin: String) -> Bool {
        switch self {
        case .any: true
        case .origins(let origins): origins.contains { Self.normalForm(of: $0) == Self.normalForm(of: origin) }
        }
    }

    /// Returns an origin in lower case and without a final slash.
    private static func normalForm(of origin: String) -> String {
        let lowercased = origin.lowercased()
        guard lowercased.hasSuffix("/") else { return lowercased }
        return String(lowercased.dropLast())
    }

    /// Returns the fields to add to a response for an origin.
    ///
    /// The origin is repeated, because a browser accepts `*` only for requests without credentials.
    ///
    /// - Parameter origin: The value of the request's `Origin`; empty without that field.
    func fields(forOrigin origin: String) -> [HeaderField] {
        // A cache must not serve this response to a page of an allowed origin.
        guard !origin.isEmpty, allows(origin) else { return [HeaderField("Vary", "Origin")] }
        return [
            HeaderField("Access-Control-Allow-Origin", origin),
            HeaderField("Access-Control-Allow-Credentials", "true"), HeaderField("Vary", "Origin"),
        ]
    }

    /// Returns the field that lets a page read a response's fields, if any.
    ///
    /// The value lists names, because a browser reads `*` as a name where credentials are allowed.
    static func exposing(_ fields: [HeaderField]) -> HeaderField? {
        // No page can read these two, even if they are listed.
        let unreadable: Set<String> = ["set-cookie", "set-cookie2"]
        var listed: Set<String> = []
        let names = fields.map(\.name).filter { name in
            let key = name.lowercased()
            return !unreadable.contains(key) && listed.insert(key).inserted
        }
        guard !names.isEmpty else { return nil }
        return HeaderField("Access-Control-Expose-Headers", names.joined(separator: ", "))
    }

    /// Returns the answer to a preflight: a 204, or a 403 with a text if the origin is not allowed.
    func answer(toPreflight request: MockRequest) -> (head: WireHead, text: String) {
        let origin = request.header("Origin") ?? ""
        guard allows(origin) else {
            let text = "HTTPMock: \(origin) is not among the origins of serve(cors:). To fix this, add it there.\n"
            let fields = [
                HeaderField("Content-Type", "text/plain; charset=utf-8"),
                HeaderField("Content-Length", "\(text.utf8.count)"),
            ]
            return (WireHead(status: 403, fields: fields), text)
        }
        var fields = fields(forOrigin: origin)
        let answeredNames = [
            ("Access-Control-Request-Method", "Access-Control-Allow-Methods"),
            ("Access-Control-Request-Headers", "Access-Control-Allow-Headers"),
            ("Access-Control-Request-Private-Network", "Access-Control-Allow-Private-Network"),
        ]
        for (requested, answered) in answeredNames {
            if let value = request.header(requested) { fields.append(HeaderField(answered, value)) }
        }
        return (WireHead(status: 204, fields: fields), "")
    }
}
