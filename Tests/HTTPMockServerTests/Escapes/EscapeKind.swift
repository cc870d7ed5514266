import Testing

/// The kinds of requests that clients send to the proxy, each with what its host must get.
struct EscapeKind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The bytes of the client; `{h}` is the host with its port, and `{n}` a name of its own.
    let request: String
    /// The bytes of the host.
    let forwarded: String
    /// Bytes that follow as they are.
    let body: [UInt8]

    /// - Parameters:
    ///   - name: The name of the kind.
    ///   - request: The bytes of the client.
    ///   - forwarded: The bytes of the host; nil if only the scheme and the host are left out.
    ///   - body: Bytes that follow as they are.
    init(_ name: String, _ request: String, _ forwarded: String? = nil, body: [UInt8] = []) {
        testDescription = name
        self.request = request
        let host = request.firstRange(of: "http://{h}")
        var origin = request
        if let host { origin.removeSubrange(host) }
        self.forwarded = forwarded ?? origin
        self.body = body
    }

    private static let end = " HTTP/1.1\r\nHost: {h}\r\n\r\n"
    private static func get(_ name: String, _ target: String, _ origin: String? = nil) -> EscapeKind {
        EscapeKind(name, "GET \(target)\(end)", origin.map { "GET \($0)\(end)" })
    }
    private static func get(_ name: String, field: String) -> EscapeKind {
        EscapeKind(name, "GET http://{h}/{n} HTTP/1.1\r\nHost: {h}\r\n\(field)\r\nX-Last: 1\r\n\r\n")
    }
    private static func post(_ name: String, _ fields: String, _ body: String) -> EscapeKind {
        EscapeKind(name, "POST http://{h}/{n} HTTP/1.1\r\nHost: {h}\r\n\(fields)\r\n\r\n\(body)")
    }
    private static func without(_ name: String, proxyField: String) -> EscapeKind {
        EscapeKind(
            name, "GET http://{h}/{n} HTTP/1.1\r\nhOsT:{h}\r\n\(proxyField)X-Last: 1\r\n\r\n",
            "GET /{n} HTTP/1.1\r\nhOsT:{h}\r\nX-Last: 1\r\n\r\n")
    }

    /// The kinds that have a host.
    static let requests: [EscapeKind] = [
        get("a path", "http://{h}/{n}"),
        get("a query", "http://{h}/{n}?a=1&b=%20"),
        get("a query without a path", "http://{h}?{n}", "/?{n}"),
        get("a scheme in capitals", "HTTP://{h}/{n}", "/{n}"),
        get("a user in the target", "http://user:pass@{h}/{n}", "/{n}"),
        get("9 KB of target", "http://{h}/{n}" + String(repeating: "x", count: 9_000)),
        get("characters that a URL must not have", #"http://{h}/{n}|"{}[]^`\<>?q={[]}|"#),
        get("spaces in the target", "http://{h}/{n}/a b c"),
        get("a fragment", "http://{h}/{n}#part"),
        get("a broken escape", "http://{h}/{n}%zz%"),
        get("a target beyond ASCII", "http://{h}/{n}/käse"),
        get("dot segments", "http://{h}/{n}/../a/./b//c"),
        EscapeKind("no path", "{n} http://{h} HTTP/1.1\r\nHost: {h}\r\n\r\n", "{n} / HTTP/1.1\r\nHost: {h}\r\n\r\n"),
        EscapeKind(
            "OPTIONS of the server", "OPTIONS http://{h} HTTP/1.1\r\nHost: {h}\r\nX-Name: {n}\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: {h}\r\nX-Name: {n}\r\n\r\n"),
        EscapeKind("a method in lower case", "get http://{h}/{n}\(end)"),
        EscapeKind("an unknown method", "BREW~! http://{h}/{n}\(end)"),
        EscapeKind("HTTP/1.0", "GET http://{h}/{n} HTTP/1.0\r\n\r\n"),
        EscapeKind("a version to come", "GET http://{h}/{n} HTTP/1.9\r\nHost: {h}\r\n\r\n"),
        EscapeKind("no version", "GET http://{h}/{n}\r\n\r\n"),
        EscapeKind("no Host", "GET http://{h}/{n} HTTP/1.1\r\n\r\n"),
        EscapeKind("line feeds only", "GET http://{h}/{n} HTTP/1.1\nHost: {h}\n\n"),
        EscapeKind("empty lines first", "\r\n\r\nGET http://{h}/{n}\(end)"),
        get("another Host", field: "Host: other.example"),
        get("150 fields", field: (0..<150).map { "X-Field-\($0): \($0)" }.joined(separator: "\r\n")),
        get("a field of 80 KB", field: "X-Long: " + String(repeating: "y", count: 80_000)),
        get("an odd expectation", field: "Expect: the-unexpected"),
        get("an odd spelling", field: "x-OdD:   a,b  \t\r\nx-odd:c\r\nX-Empty:"),
        get("a folded field", field: "X-Folded: a\r\n  b\r\n\tc"),
        get("a line without a colon", field: "no colon"),
        get("a blank before the colon", field: "X-Blank : 1"),
        get("control characters in a value", field: "X-Control: \u{1}\u{7f}\u{b}"),
        get("a value beyond ASCII", field: "X-Text: grün"),
        get("fields of the connection", field: "Connection: close, x-one\r\nKeep-Alive: 5\r\nTE: trailers\r\nX-One: 1"),
        without("a Proxy-Connection", proxyField: "Proxy-Connection: Keep-Alive\r\n"),
        without("credentials for a proxy", proxyField: "PROXY-authorization: Basic c2VjcmV0\r\n"),
        without("a folded field for a proxy", proxyField: "Proxy-Long: a\r\n b\r\n\tc\r\n"),
        post("a body", "Content-Length: 5", "hello"),
        post("an empty body", "Content-Length: 0", ""),
        post("a chunked body", "Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
        post(
            "chunks with extensions and trailers", "transfer-encoding:  Chunked",
            "00A;a=\"b\";c \r\n0123456789\r\n5\nhello\n0\r\nX-Trailer: 1\r\n\r\n"),
        post("a length and a coding", "Content-Length: 3\r\nTransfer-Encoding: chunked", "3\r\nabc\r\n0\r\n\r\n"),
        post("two lengths", "Content-Length: 3\r\nContent-Length: 4", "abcd"),
        post("a length that is no number", "Content-Length: +3", "abc"),
        post("an unknown coding", "Transfer-Encoding: gzip, chunked", "3\r\nabc\r\n0\r\n\r\n"),
        post("a chunk size that is no number", "Transfer-Encoding: chunked", "x\r\nabc\r\n"),
        EscapeKind(
            "70 MB of body", "PUT http://{h}/{n} HTTP/1.1\r\nHost: {h}\r\nContent-Length: 70000000\r\n\r\n",
            body: [UInt8](repeating: 0xAB, count: 70_000_000)),
    ]

    /// Bytes that are no request to a proxy.
    static let garbage: [EscapeKind] = [
        EscapeKind("an origin form", "GET /{n} HTTP/1.1\r\nHost: h\r\n\r\n"),
        EscapeKind("a word", "{n}\r\n"),
        EscapeKind("a word that ends", "{n}"),
        EscapeKind("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        EscapeKind("SOCKS 5", "\u{5}\u{1}{n}"),
        EscapeKind("bytes", "\u{0}\u{1}{n}\u{2}"),
        EscapeKind("an empty host", "GET http:///{n} HTTP/1.1\r\n\r\n"),
        EscapeKind("a host with a blank", "GET http://a b/{n} HTTP/1.1\r\n\r\n"),
        EscapeKind("a port beyond 65535", "GET http://a:65536/{n} HTTP/1.1\r\n\r\n"),
        EscapeKind("a tunnel to a path", "CONNECT /{n} HTTP/1.1\r\n\r\n"),
        EscapeKind("a tunnel to nothing", "CONNECT  {n}\r\n\r\n"),
        EscapeKind("a long method", String(repeating: "M", count: 3_000)),
    ]
}
