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

    /// The notations of bodies that are sequences of items.
    ///
    /// - SeeAlso: [OpenAPI 3.2, Sequential Media Types](https://spec.openapis.org/oas/v3.2.0#sequential-media-types)
    enum ItemNotation {
        /// A line of JSON for each item.
        case lines
        /// A JSON text after a record separator for each item, as RFC 7464 has it.
        case records
        /// An event stream.
        case events
    }

    /// The notation of a sequence of items; nil for any other media type.
    var itemNotation: ItemNotation? {
        switch text {
        case "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonlines": .lines
        case "application/json-seq": .records
        case "text/event-stream": .events
        default: nil
        }
    }
}
