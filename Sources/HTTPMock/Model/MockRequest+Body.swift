import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockRequest {
    /// Whether the body is in a file, which is read when the body is first used.
    package var isBodyInFile: Bool { content.fileURL != nil }

    /// The body as UTF-8 text; invalid bytes are replaced by U+FFFD.
    public var bodyString: String { String(decoding: body, as: UTF8.self) }

    /// Decodes the body from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder; unless given, one that reads dates in ISO 8601.
    /// - Throws: `DecodingError` if the body is not JSON, or not the JSON of such a value.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = .mockDefault
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// The fields of a form in order, percent-decoded, with `+` as a space.
    ///
    /// Empty if `Content-Type` is present and is not that of a form.
    ///
    /// - SeeAlso: [application/x-www-form-urlencoded](https://url.spec.whatwg.org/#urlencoded-parsing)
    public var form: [URLQueryItem] {
        guard formProblem == nil else { return [] }
        // Split by bytes, because a separator and a combining character form one Character.
        return body.split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return URLQueryItem(
                name: Self.formDecoded(parts[0]), value: parts.count > 1 ? Self.formDecoded(parts[1]) : "")
        }
    }

    /// Returns the first value of a form's field; nil if there is no such field.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func formValue(_ name: String) -> String? { formValues(name).first }

    /// Returns all values of a form's field in order.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func formValues(_ name: String) -> [String] {
        form.filter { $0.name.hasSameCodeUnits(as: name) }.map { $0.value ?? "" }
    }

    /// The reason why the body is not a form; nil if the body may be a form.
    var formProblem: String? {
        guard let type = header("Content-Type") else { return nil }
        let mediaType = HeaderParameters(type).value
        return mediaType == Self.formType ? nil : "the body is not a form: Content-Type is \(mediaType)"
    }

    /// The cookies by name; of two cookies with the same name, the first one counts.
    ///
    /// - SeeAlso: [RFC 6265 §5.4](https://www.rfc-editor.org/rfc/rfc6265.html#section-5.4)
    public var cookies: [String: String] {
        var cookies: [String: String] = [:]
        for pair in (header("Cookie") ?? "").unicodeScalars.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0]).trimmingCharacters(in: .whitespaces)
            guard parts.count == 2, cookies[name] == nil else { continue }
            cookies[name] = String(parts[1]).trimmingCharacters(in: .whitespaces)
        }
        return cookies
    }

    private static let formType = "application/x-www-form-urlencoded"

    private static func formDecoded(_ text: Data) -> String {
        let bytes = PercentEncoding.decode(text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
        return String(decoding: bytes, as: UTF8.self)
    }
}
