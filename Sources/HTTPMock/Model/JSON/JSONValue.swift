import Foundation

/// A JSON value; comparisons ignore the order of keys and the spelling of numbers.
///
/// Texts and names are compared by code units (RFC 8259 §8.3).
///
/// - SeeAlso: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259.html)
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Parses a JSON text; of two members with the same name the last one counts, if they are not refused.
    package init(parsing text: Data, refusesRepeatedNames: Bool = false) throws(JSONSyntaxError) {
        self = try JSONParser.value(of: text, refusesRepeatedNames: refusesRepeatedNames)
    }

    /// Parses a JSON text; nil if the text is malformed.
    package init?(_ text: Data) {
        guard let value = try? JSONValue(parsing: text) else { return nil }
        self = value
    }
}

extension JSONValue {
    package static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameCodeUnits(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// Hashes the value; equivalent texts have the same hash.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

/// Reads JSON of a known shape, in which members may be missing or null.
extension JSONValue {
    /// A member, null included; nil if the value is no object or lacks the member.
    package subscript(member name: String) -> JSONValue? { members?[name] }

    /// A member; nil if the member is missing or null, or the value is no object.
    package subscript(_ name: String) -> JSONValue? {
        let member = self[member: name]
        if member == .null { return nil }
        return member
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a number without a fraction; nil for any other value, and for a number beyond `Int`.
    package var integer: Int? {
        guard case .number(let number) = self else { return nil }
        // The description of an integer up to 21 digits has neither a point nor an exponent.
        return Int(number.description)
    }

    package var members: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

extension JSONValue {
    /// The value as JSON text: keys sorted, slashes not escaped, equal for equal values.
    package var text: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return "\(value)"
        case .number(let value): return value.description
        case .string(let value): return Self.quoted(value)
        case .array(let elements): return "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            let texts = members.sorted().map { "\(Self.quoted($0.key)):\($0.value.text)" }
            return "{\(texts.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var end = bytes.end(of: unescaped, from: 0)
        guard end < bytes.count else { return "\"\(text)\"" }
        var quoted: [UInt8] = []
        quoted.reserveCapacity(bytes.count + bytes.count / 4)
        var start = 0
        while end < bytes.count {
            quoted += bytes[start..<end]
            quoted.append(UInt8(ascii: "\\"))
            switch bytes[end] {
            case UInt8(ascii: "\n"): quoted.append(UInt8(ascii: "n"))
            case UInt8(ascii: "\r"): quoted.append(UInt8(ascii: "r"))
            case UInt8(ascii: "\t"): quoted.append(UInt8(ascii: "t"))
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted.append(bytes[end])
            case let byte: quoted += String(format: "u%04x", byte).utf8
            }
            start = end + 1
            end = bytes.end(of: unescaped, from: start)
        }
        quoted += bytes[start...]
        return "\"\(String(decoding: quoted, as: UTF8.self))\""
    }

    /// The bytes that are written as they are; DEL is escaped although JSON does not require it.
    private static let unescaped = ByteSet { ByteSet.plainJSON.contains($0) && $0 != 0x7F }
}

extension JSONEncoder {
    /// A new encoder with the library's defaults: dates in ISO 8601 and sorted keys.
    ///
    /// The keys are sorted, so that equal values have equal bodies.
    public static var mockDefault: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}

extension JSONDecoder {
    /// A new decoder for the output of `JSONEncoder.mockDefault`: dates in ISO 8601.
    public static var mockDefault: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
