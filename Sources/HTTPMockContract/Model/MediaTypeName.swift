/// A media type or a range of media types.
///
/// - SeeAlso: [RFC 9110 §8.3.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-8.3.1)
struct MediaTypeName: Hashable, Sendable {
    /// The name in lower case, without parameters: `application/json`, `image/*`.
    let text: String
    /// The parameters in lower case and sorted, without quotes, such as `charset=utf-8`.
    private let parameters: [String]

    /// Reads a media type with its parameters.
    ///
    /// - Parameter field: A `Content-Type` or a key of `content`.
    init(_ field: String) {
        let bytes = field.utf8.filter { $0 > UInt8(ascii: " ") }
        let parts = String(decoding: bytes, as: UTF8.self).lowercased().utf8.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        text = parts.first ?? ""
        parameters = parts.dropFirst().filter { !$0.isEmpty }.map { $0.replacing("\"", with: "") }.sorted()
    }

    /// The name with its parameters.
    var fullText: String { ([text] + parameters).joined(separator: "; ") }

    /// Returns whether the name or range covers another name, parameters aside.
    func matches(_ other: MediaTypeName) -> Bool {
        if ["*/*", "*", other.text].contains(text) { return true }
        guard let star = text.firstIndex(of: "*"), text[..<star].hasSuffix("/") else { return false }
        // `application/*+json` is no range of the specification, but documents have it.
        let suffix = text[text.index(after: star)...]
        guard suffix.isEmpty || suffix.hasPrefix("+"), other.text.hasPrefix(text[..<star]) else { return false }
        let subtype = other.text.dropFirst(text[..<star].count)
        return subtype.hasSuffix(suffix)
    }

    /// Returns how specifically the name describes another name; a range counts less.
    ///
    /// A name with the parameters of the other name is the most specific, then a name without parameters.
    func specificity(for other: MediaTypeName) -> Int {
        if text.hasPrefix("*") { return 0 }
        if text.hasSuffix("*") { return 1 }
        if isRange { return 2 }
        if parameters == other.parameters { return 5 }
        if parameters.isEmpty { return 4 }
        return 3
    }

    /// True for a range of names.
    var isRange: Bool { text.contains("*") }

    /// True for bodies in JSON.
    var isJSON: Bool { text.hasSuffix("/json") || text.hasSuffix("+json") }

    /// True for bodies in XML.
    var isXML: Bool { text.hasSuffix("/xml") || text.hasSuffix("+xml") }

    /// True for `application/x-www-form-urlencoded`.
    var isForm: Bool { text == "application/x-www-form-urlencoded" }

    /// True for `multipart/form-data`.
    var isMultipart: Bool { text == "multipart/form-data" }

    /// True for plain text, which is checked as a string.
    var isText: Bool { text == "text/plain" }
}
