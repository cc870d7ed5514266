extension HTTPMock.HeaderFields {
    /// The reason why the fields can't be sent, nil if they can.
    ///
    /// - SeeAlso: [RFC 9110 §5.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.1),
    ///   [§5.5](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.5)
    var problem: String? {
        for field in fields {
            if field.name.isEmpty || !field.name.utf8.allSatisfy(\.isTokenCharacter) {
                return "\"\(field.name)\" is not a header name. To fix this, write letters, digits and hyphens"
            }
            if field.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) {
                return "the value of header \"\(field.name)\" contains a line break or a NUL. To fix this, remove it"
            }
        }
        return nil
    }
}

extension UInt8 {
    /// Whether the byte may be in the name of a header or a cookie.
    ///
    /// - SeeAlso: [RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110.html#section-5.6.2)
    package var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
