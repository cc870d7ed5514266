import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension MockRequest {
    /// The body as UTF-8 text; bytes that aren't are replaced.
    public var bodyString: String { String(decoding: body, as: UTF8.self) }

    /// The body decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - decoder: The decoder; dates are ISO 8601 unless another is given.
    /// - Throws: `DecodingError` if the body is no JSON, or not that of such a value.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, decoder: JSONDecoder = .mockDefault
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// The fields of a form in order, decoded: `+` is a space; empty if `Content-Type` says that it is no form.
    ///
    /// - SeeAlso: [application/x-www-form-urlencoded](https://url.spec.whatwg.org/#urlencoded-parsing)
    public var form: [URLQueryItem] {
        guard formProblem == nil else { return [] }
        // By bytes, since a character may be more than one of them.
        return body.split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return URLQueryItem(
                name: Self.formDecoded(parts[0]), value: parts.count > 1 ? Self.formDecoded(parts[1]) : "")
        }
    }

    /// Why the body is no form; nil if it is one, or may be.
    var formProblem: String? {
        guard let type = header("Content-Type") else { return nil }
        let essence = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return essence.isEqualIgnoringCase(to: Self.formType) ? nil : "the body is no form but \(essence)"
    }

    /// The cookies by name; of two with one name the first.
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

extension JSONDecoder {
    /// A new decoder for what `JSONEncoder.mockDefault` encodes: dates in ISO 8601.
    public static var mockDefault: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
