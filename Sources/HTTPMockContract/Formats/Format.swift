import HTTPMock

/// A value of the keyword `format` that is asserted.
///
/// - SeeAlso: [JSON Schema validation §7.3](https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3),
///   [OpenAPI format registry](https://spec.openapis.org/registry/format/)
enum Format: String, CaseIterable, Sendable {
    case dateTime = "date-time"
    case date
    case time
    case duration
    case email
    case hostname
    case ipv4
    case ipv6
    case uri
    case uriReference = "uri-reference"
    case uuid
    case int32
    case int64
    case byte
    case regex
    case jsonPointer = "json-pointer"

    /// Returns whether a value matches the format; values of other types always match.
    func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.int32, .number(let number)): Self.isInteger(number, Int(Int32.min)...Int(Int32.max))
        case (.int64, .number(let number)): Self.isInteger(number, Int.min...Int.max)
        case (.int32, _), (.int64, _): true
        case (_, .string(let text)): matches(text)
        default: true
        }
    }

    private func matches(_ text: String) -> Bool {
        switch self {
        case .dateTime: DateFormat.isDateTime(Array(text.utf8))
        case .date: DateFormat.matches(Array(text.utf8)[...])
        case .time: TimeFormat.matches(Array(text.utf8)[...])
        case .duration: DurationFormat.matches(text)
        case .email: EmailFormat.matches(text)
        case .hostname: HostnameFormat.matches(text)
        case .ipv4: IPv6Format.isIPv4(text)
        case .ipv6: IPv6Format.matches(text)
        case .uri: URIFormat.matches(text, isReference: false)
        case .uriReference: URIFormat.matches(text, isReference: true)
        case .uuid: Self.isUUID(text)
        case .byte: Self.isBase64(text)
        case .regex: (try? ECMAScriptPattern.translated(text)) != nil
        case .jsonPointer: Self.isJSONPointer(text)
        case .int32, .int64: true
        }
    }

    /// Returns the only part that a value lacks, for messages; empty if something else is wrong.
    func missingPart(of value: JSONValue) -> String {
        guard case .string(let text) = value else { return "" }
        switch self {
        case .dateTime where matches("\(text)Z"), .time where matches("\(text)Z"): return " with a time zone"
        case .uri where Format.uriReference.matches(text): return " with a scheme"
        default: return ""
        }
    }

    /// The article before the format's name in a message.
    var article: String {
        switch self {
        case .email, .ipv4, .ipv6, .int32, .int64: "an"
        default: "a"
        }
    }

    /// Returns whether a number is an integer in a range.
    private static func isInteger(_ number: JSONNumber, _ range: ClosedRange<Int>) -> Bool {
        // `Int` reads no fraction, no exponent and no number out of its range.
        Int(number.description).map(range.contains) ?? false
    }

    /// Returns whether a text is Base64 with padding.
    ///
    /// - SeeAlso: [RFC 4648 §4](https://www.rfc-editor.org/rfc/rfc4648.html#section-4)
    private static func isBase64(_ text: String) -> Bool {
        let bytes = text.utf8
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard bytes.count.isMultiple(of: 4), padding <= 2 else { return false }
        return bytes.dropLast(padding).allSatisfy { $0.isLetter || $0.isDigit || "+/".utf8.contains($0) }
    }

    /// Returns whether a text is empty, or a path of member names such as `/a/b~1c`.
    ///
    /// - SeeAlso: [RFC 6901 §3](https://www.rfc-editor.org/rfc/rfc6901.html#section-3)
    private static func isJSONPointer(_ text: String) -> Bool {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return false }
        let textsAfterTildes = text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
            .dropFirst()
        return textsAfterTildes.allSatisfy {
            $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1")
        }
    }

    /// Returns whether a text is 32 hexadecimal digits in five groups.
    ///
    /// - SeeAlso: [RFC 4122 §3](https://www.rfc-editor.org/rfc/rfc4122.html#section-3)
    private static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: byte.isHexDigit
                }
            }
    }
}
