import HTTPMock

/// One field of a head or a trailer.
typealias HeaderField = HTTPMock.HeaderFields.Field

extension HeaderField {
    init(_ name: String, _ value: String) {
        self.init(name: name, value: value)
    }

    /// Parses a field line.
    ///
    /// - Parameter line: The bytes before the line's CRLF; at least one.
    /// - SeeAlso: [RFC 9112 §5](https://www.rfc-editor.org/rfc/rfc9112.html#section-5)
    init(_ line: UnsafeRawBufferPointer) throws(RequestRefusal) {
        if line[0].isBlank { throw .badRequest("A header line begins with a blank; folded lines are refused.") }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            throw .badRequest("A header line has no colon.")
        }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isToken) else {
            throw .badRequest(
                name.last?.isBlank == true
                    ? "A header name is followed by a blank before its colon."
                    : "A header name is empty or has a character that is not allowed.")
        }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start].isBlank { start += 1 }
        while start < end, line[end - 1].isBlank { end -= 1 }
        let value = line[start..<end]
        guard value.allSatisfy(\.isFieldValue) else {
            throw .badRequest("A header value has a control character.")
        }
        self.init(
            name: String(decoding: name, as: UTF8.self), value: String(field: UnsafeRawBufferPointer(rebasing: value)))
    }
}
