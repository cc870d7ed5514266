import HTTPMock

/// A valid head of a request, with the meaning of its fields for the connection.
struct RequestHead: Hashable, Sendable {
    let line: RequestLine
    let fields: [HeaderField]
    let framing: Framing
    /// True if the connection may serve another request after this one.
    let keepsAlive: Bool
    /// True if the client waits for an interim 100 before it sends the body, unless ``expectsTheUnknown`` is true.
    let expectsContinue: Bool
    /// True if the client expects anything other than an interim 100.
    let expectsTheUnknown: Bool
    /// True if the client requests a WebSocket.
    let asksForWebSocket: Bool

    /// The rule by which the end of the body is found.
    enum Framing: Hashable, Sendable {
        case none
        /// `Content-Length`, more than 0.
        case length(Int)
        case chunked
    }

    /// Checks the fields of a head.
    ///
    /// - Parameters:
    ///   - line: The request line.
    ///   - fields: The fields, each valid by itself.
    init(_ line: RequestLine, _ fields: [HeaderField]) throws(RequestRejection) {
        var known = ConnectionFields()
        for field in fields { try known.add(field) }
        if line.minorVersion > 0, !known.hasHost { throw .badRequest("The request has no Host field.") }
        if known.hasEmptyHost, case .absolute = line.target {
            throw .badRequest("The Host field is empty, but the target has a host.")
        }
        let framing = try known.framing(minorVersion: line.minorVersion)
        self.line = line
        self.fields = fields
        self.framing = framing
        let keepsOpen = line.minorVersion > 0 || known.options.contains { $0.isEqualIgnoringCase(to: "keep-alive") }
        keepsAlive = keepsOpen && !known.options.contains { $0.isEqualIgnoringCase(to: "close") }
        // An HTTP/1.0 client would read the interim response as the final one. A head with another expectation as well
        // is rejected before anything is sent; see `rejection(bodyLimit:)`.
        expectsContinue = line.minorVersion > 0 && !known.expectations.isEmpty
        expectsTheUnknown = known.expectations.contains { !$0.isEqualIgnoringCase(to: "100-continue") }
        // Any other `Upgrade` is ignored (RFC 9110 §7.8).
        asksForWebSocket =
            line.minorVersion > 0 && known.options.contains { $0.isEqualIgnoringCase(to: "upgrade") }
            && known.upgrades.contains { $0.isEqualIgnoringCase(to: "websocket") }
    }

    /// The rejection of a `CONNECT`; nil for every other request.
    var rejectionOfTunnel: RequestRejection? {
        if case .authority = line.target { return .connect }
        return nil
    }

    /// The rejection of a URL that is neither HTTP's nor a WebSocket's, as in `ftp://h/`; nil for every other request.
    var rejectionOfScheme: RequestRejection? {
        guard case .absolute(let url) = line.target else { return nil }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        if ["http", "https", "ws", "wss"].contains(scheme) { return nil }
        return .scheme(scheme)
    }

    /// Returns the rejection of an unknown expectation or of too long a body; nil to receive the body.
    ///
    /// - Parameter bodyLimit: The most bytes of a body.
    func rejection(bodyLimit: Int) -> RequestRejection? {
        if expectsTheUnknown {
            return RequestRejection(417, "The only expectation that can be met is 100-continue.")
        }
        if case .length(let count) = framing, count > bodyLimit { return .bodyTooLarge(limit: bodyLimit) }
        return nil
    }
}

/// The fields of a head that decide its framing and the use of the connection.
private struct ConnectionFields {
    var hasHost = false
    var hasEmptyHost = false
    /// The values of `Content-Length`.
    var lengths: [String] = []
    /// The elements of `Transfer-Encoding`; nil without such a field.
    var codings: [String]?
    /// The elements of `Expect`.
    var expectations: [String] = []
    /// The elements of `Connection`.
    var options: [String] = []
    /// The elements of `Upgrade`.
    var upgrades: [String] = []

    mutating func add(_ field: HeaderField) throws(RequestRejection) {
        // Compared by length first, because most fields of a request are none of these.
        switch field.name.utf8.count {
        case 4 where field.name.isEqualIgnoringCase(to: "Host"):
            guard !hasHost else { throw .badRequest("The request has two Host fields.") }
            // For a URL without a host, a client sends an empty field (RFC 9110 §7.2).
            hasEmptyHost = field.value.isEmpty
            guard hasEmptyHost || Self.isAuthority(field.value) else {
                throw .badRequest("The Host field is not a host with an optional port.")
            }
            hasHost = true
        case 6 where field.name.isEqualIgnoringCase(to: "Expect"):
            // A recipient ignores empty elements of a list (RFC 9110 §5.6.1.2).
            expectations += field.value.listElements.filter { !$0.isEmpty }
        case 7 where field.name.isEqualIgnoringCase(to: "Upgrade"):
            upgrades += field.value.listElements
        case 10 where field.name.isEqualIgnoringCase(to: "Connection"):
            options += field.value.listElements
        case 14 where field.name.isEqualIgnoringCase(to: "Content-Length"):
            lengths.append(field.value)
        case 17 where field.name.isEqualIgnoringCase(to: "Transfer-Encoding"):
            codings = (codings ?? []) + field.value.listElements
        default:
            break
        }
    }

    private static func isAuthority(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { Authority(UnsafeRawBufferPointer($0)) != nil }
    }

    /// Returns the rule by which the end of the body is found.
    ///
    /// - SeeAlso: [RFC 9112 §6.3](https://www.rfc-editor.org/rfc/rfc9112.html#section-6.3)
    func framing(minorVersion: Int) throws(RequestRejection) -> RequestHead.Framing {
        guard lengths.count < 2 else { throw .badRequest("The request has two Content-Length fields.") }
        guard let codings else { return try lengths.first.map(Self.length) ?? .none }
        guard lengths.isEmpty else {
            throw .badRequest("The request has both Transfer-Encoding and Content-Length.")
        }
        guard minorVersion > 0 else { throw .badRequest("An HTTP/1.0 request has a Transfer-Encoding.") }
        guard codings.last?.isEqualIgnoringCase(to: "chunked") == true,
            !codings.dropLast().contains(where: { $0.isEqualIgnoringCase(to: "chunked") })
        else {
            throw .badRequest("The last transfer coding, and no other, must be chunked.")
        }
        guard codings.count == 1 else {
            guard codings.allSatisfy({ $0.utf8.first?.isToken == true }) else {
                throw .badRequest("The Transfer-Encoding is not a list of codings.")
            }
            throw RequestRejection(501, "The only transfer coding that is understood is chunked.")
        }
        return .chunked
    }

    private static func length(_ value: String) throws(RequestRejection) -> RequestHead.Framing {
        guard (1...18).contains(value.utf8.count), value.utf8.allSatisfy(\.isDigit), let count = Int(value) else {
            throw .badRequest("The Content-Length is not a number of at most 18 digits.")
        }
        return count == 0 ? .none : .length(count)
    }
}

/// One field of a head or a trailer.
typealias HeaderField = HTTPMock.HeaderFields.Field

extension HeaderField {
    /// Parses a field line.
    ///
    /// - Parameter line: The bytes before the line's CRLF; at least one.
    /// - SeeAlso: [RFC 9112 §5](https://www.rfc-editor.org/rfc/rfc9112.html#section-5)
    init(_ line: UnsafeRawBufferPointer) throws(RequestRejection) {
        if line[0].isBlank { throw .badRequest("A header line begins with a blank; folded lines are refused.") }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .badRequest("A header line has no colon.")
        }
        let name = line[..<colon]
        if name.last?.isBlank == true {
            throw .badRequest("A header name is followed by a blank before its colon.")
        }
        guard !name.isEmpty, name.allSatisfy(\.isToken) else {
            throw .badRequest("A header name is empty or has a character that is not allowed.")
        }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start].isBlank { start += 1 }
        while start < end, line[end - 1].isBlank { end -= 1 }
        let value = line[start..<end]
        guard value.allSatisfy(\.isFieldValue) else {
            throw .badRequest("A header value has a control character.")
        }
        self.init(
            String(decoding: name, as: UTF8.self), String(field: UnsafeRawBufferPointer(rebasing: value)))
    }
}
