import HTTPMock

/// A format that `format` asserts.
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

    /// Returns whether a value is of the format; values of types that the format does not concern are.
    func matches(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.int32, .number(let number)): IntegerFormat.matches(number, Int(Int32.min)...Int(Int32.max))
        case (.int64, .number(let number)): IntegerFormat.matches(number, Int.min...Int.max)
        case (.int32, _), (.int64, _): true
        case (_, .string(let text)): matches(text)
        default: true
        }
    }

    private func matches(_ text: String) -> Bool {
        switch self {
        case .dateTime: DateTimeFormat.matches(text)
        case .date: DateFormat.matches(Array(text.utf8)[...])
        case .time: TimeFormat.matches(Array(text.utf8)[...])
        case .duration: DurationFormat.matches(text)
        case .email: EmailFormat.matches(text)
        case .hostname: HostnameFormat.matches(text)
        case .ipv4: IPv4Format.matches(text)
        case .ipv6: IPv6Format.matches(text)
        case .uri: URIFormat.matches(text, isReference: false)
        case .uriReference: URIFormat.matches(text, isReference: true)
        case .uuid: UUIDFormat.matches(text)
        case .byte: ByteFormat.matches(text)
        case .regex: RegexFormat.matches(text)
        case .jsonPointer: JSONPointerFormat.matches(text)
        case .int32, .int64: true
        }
    }

    /// The part that a value lacks, for messages; empty if another part is wrong.
    func missingPart(of value: JSONValue) -> String {
        guard case .string(let text) = value else { return "" }
        switch self {
        case .dateTime, .time: return matches("\(text)Z") ? " with a time zone" : ""
        case .uri: return Format.uriReference.matches(text) ? " with a scheme" : ""
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
}
