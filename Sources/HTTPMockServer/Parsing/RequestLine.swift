import HTTPMock

/// The first line of a request: method, target and version.
///
/// - SeeAlso: [RFC 9112 §3](https://www.rfc-editor.org/rfc/rfc9112.html#section-3)
struct RequestLine: Hashable, Sendable {
    let method: String
    let target: Target
    /// 0 for HTTP/1.0; 1 for HTTP/1.1 and every later minor version.
    let minorVersion: Int

    /// The four forms of a request target.
    enum Target: Hashable, Sendable {
        /// A path with its query, the usual form.
        case origin(String)
        /// A whole URL, as clients of a proxy send it.
        case absolute(String)
        /// Host and port of a `CONNECT`.
        case authority(String)
        /// The `*` of an `OPTIONS` request about the server itself.
        case asterisk

        /// The target as it was sent.
        var text: String {
            switch self {
            case .origin(let text), .absolute(let text), .authority(let text): text
            case .asterisk: "*"
            }
        }
    }

    /// The line for a report; a version after 1.1 is shown as 1.1.
    var text: String { "\(method) \(target.text) HTTP/1.\(minorVersion)" }

    /// Parses a line.
    ///
    /// - Parameter line: The bytes before the line's CRLF.
    init(_ line: UnsafeRawBufferPointer) throws(RequestRejection) {
        guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space), first < last,
            !line[(first + 1)..<last].contains(.space)
        else {
            throw .badRequest("The request line is not a method, a target and a version, separated by single spaces.")
        }
        let (method, target, version) = (line[..<first], line[(first + 1)..<last], line[(last + 1)...])
        guard !method.isEmpty, method.allSatisfy(\.isToken) else {
            throw .badRequest("The method is not a token.")
        }
        minorVersion = try Self.minorVersion(UnsafeRawBufferPointer(rebasing: version))
        self.method = String(decoding: method, as: UTF8.self)
        self.target = try Self.target(UnsafeRawBufferPointer(rebasing: target), method: self.method)
    }

    private static func minorVersion(_ version: UnsafeRawBufferPointer) throws(RequestRejection) -> Int {
        guard version.count == 8, version.starts(with: "HTTP/".utf8), version[5].isDigit,
            version[6] == UInt8(ascii: "."), version[7].isDigit
        else {
            throw .badRequest("The version does not have the form HTTP/1.1.")
        }
        guard version[5] == UInt8(ascii: "1") else {
            if version[5] == UInt8(ascii: "2") { throw .http2 }
            throw RequestRejection(
                505, "This server speaks HTTP/1.1 and HTTP/1.0 only.", fix: "let the client speak HTTP/1.1")
        }
        return version[7] == UInt8(ascii: "0") ? 0 : 1
    }

    private static func target(
        _ target: UnsafeRawBufferPointer, method: String
    ) throws(RequestRejection) -> Target {
        if let flaw = flaw(in: target) { throw .badRequest(flaw) }
        let text = Self.text(of: target)
        if method == "CONNECT" {
            guard let authority = Authority(target), authority.port != nil else {
                throw .badRequest("The target of CONNECT is not a host and a port.")
            }
            return .authority(text)
        }
        if target.first == UInt8(ascii: "/") { return .origin(text) }
        if method == "OPTIONS", text == "*" { return .asterisk }
        guard let authority = authorityOfURL(target) else {
            throw .badRequest("The target is neither a path nor an absolute URL.")
        }
        guard Authority(authority) != nil else {
            throw .badRequest("The target's host is empty or malformed, or the target has a user name.")
        }
        return .absolute(text)
    }

    /// Returns the reason why bytes can't be a target in any form, if any.
    private static func flaw(in target: UnsafeRawBufferPointer) -> String? {
        if target.isEmpty { return "The target is empty." }
        for byte in target {
            switch byte {
            case 0...0x20, 0x7f: return "The target has a control character."
            case UInt8(ascii: "#"): return "The target has a fragment."
            default: break
            }
        }
        return nil
    }

    /// Returns a target as text, with escapes for bytes beyond ASCII.
    ///
    /// Clients such as curl send these bytes as their user wrote them, and servers read them. For the same reason, a
    /// `%` without digits stays as it is.
    private static func text(of target: UnsafeRawBufferPointer) -> String {
        guard target.contains(where: { $0 >= 0x80 }) else { return String(decoding: target, as: UTF8.self) }
        let bytes = target.flatMap { $0 < 0x80 ? [$0] : PercentEncoding.escape(of: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns an absolute URL's bytes between `://` and the path or the query; nil without scheme and `://`.
    private static func authorityOfURL(_ target: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let first = target[0].asciiLowercased
        guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
        guard target[..<colon].allSatisfy({ $0.isToken }) else { return nil }
        let afterColon = target[(colon + 1)...]
        guard afterColon.starts(with: "//".utf8) else { return nil }
        let rest = afterColon.dropFirst(2)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        return UnsafeRawBufferPointer(rebasing: rest[..<end])
    }
}
