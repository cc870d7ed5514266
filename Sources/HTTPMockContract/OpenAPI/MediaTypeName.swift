/// A media type or a range of them, without its parameters.
///
/// - SeeAlso: [RFC 9110 §8.3.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3.1)
struct MediaTypeName: Hashable, Sendable {
    /// The name in lower case, without parameters: `application/json`, `image/*`.
    let text: String

    /// - Parameter field: A `Content-Type` or a key of `content`.
    init(_ field: String) {
        let name = field.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 > UInt8(ascii: " ") }
        text = String(decoding: name, as: UTF8.self).lowercased()
    }

    /// Returns whether the name or range covers another name.
    func matches(_ other: MediaTypeName) -> Bool {
        if text == "*/*" || text == "*" || text == other.text { return true }
        return text.hasSuffix("/*") && other.text.hasPrefix(text.dropLast())
    }

    /// The specificity, which is higher for a name than for a range.
    var specificity: Int { text.hasPrefix("*") ? 0 : text.hasSuffix("/*") ? 1 : 2 }

    /// True for bodies in JSON.
    var isJSON: Bool { text.hasSuffix("/json") || text.hasSuffix("+json") }

    /// True for `application/x-www-form-urlencoded`.
    var isForm: Bool { text == "application/x-www-form-urlencoded" }

    /// True for `multipart/form-data`.
    var isMultipart: Bool { text == "multipart/form-data" }

    /// True for plain text, which is checked as a string.
    var isText: Bool { text == "text/plain" }
}
