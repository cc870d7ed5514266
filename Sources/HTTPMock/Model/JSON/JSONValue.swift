import Foundation

/// A JSON value; the order of keys and the spelling of numbers do not count.
///
/// - SeeAlso: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259.html)
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a JSON text; of two members with the same name the last one counts, if they are not refused.
    package init(parsing text: Data, refusesRepeatedNames: Bool = false) throws(JSONSyntaxError) {
        self = try JSONParser.value(of: text, refusesRepeatedNames: refusesRepeatedNames)
    }

    package init?(_ text: Data) {
        guard let value = try? JSONValue(parsing: text) else { return nil }
        self = value
    }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        // Decimal is the widest number that an encoder accepts.
        case .number(let value): try container.encode(Decimal(string: value.description) ?? Decimal.nan)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
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
        return member == .null ? nil : member
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of a number without a fraction; nil for any other value.
    package var integer: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(number.description) ?? Double(number.description).flatMap { Int(exactly: $0) }
    }

    package var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
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
            let texts = members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.text)" }
            return "{\(texts.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var quoted = "\""
        var start = 0
        while true {
            let end = bytes.end(of: unescaped, from: start)
            quoted += String(decoding: bytes[start..<end], as: UTF8.self)
            guard end < bytes.count else { return quoted + "\"" }
            switch bytes[end] {
            case UInt8(ascii: "\""): quoted += #"\""#
            case UInt8(ascii: "\\"): quoted += #"\\"#
            case UInt8(ascii: "\n"): quoted += #"\n"#
            case UInt8(ascii: "\r"): quoted += #"\r"#
            case UInt8(ascii: "\t"): quoted += #"\t"#
            case let byte: quoted += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))"
            }
            start = end + 1
        }
    }

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

/// A JSON number of any length, equal to every other spelling of the same value.
///
/// - SeeAlso: [RFC 8259 §6](https://www.rfc-editor.org/rfc/rfc8259.html#section-6)
package struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    package let isNegative: Bool
    /// The significant digits, without zeros at either end; empty for zero.
    package let digits: String
    /// The power of ten to multiply the digits, read as an integer, by.
    package let exponent: Int

    /// Creates a finite number: the shortest decimal that reads back as the same number.
    package init(_ value: some Numeric) { self.init(spelled: "\(value)") }

    /// Creates the number that a text spells by the grammar of JSON, or as Swift describes one.
    package init(spelled text: String) { self.init(spelled: Array(text.utf8)[...]) }

    init(spelled bytes: ArraySlice<UInt8>) {
        let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let written = bytes[mantissa.endIndex...].dropFirst()
        let power = written.isEmpty ? 0 : Double(String(decoding: written, as: UTF8.self)) ?? 0
        let fraction = mantissa.firstIndex(of: UInt8(ascii: ".")).map { mantissa.endIndex - 1 - $0 } ?? 0
        // The zeros after the last other digit.
        var zeros = 0
        let digits = String(unsafeUninitializedCapacity: mantissa.count) { digits in
            var count = 0
            for byte in mantissa where byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".") {
                zeros = byte == UInt8(ascii: "0") ? zeros + 1 : 0
                guard count > 0 || zeros == 0 else { continue }
                digits[count] = byte
                count += 1
            }
            return max(0, count - zeros)
        }
        self.digits = digits
        // An exponent that does not fit is the largest there is.
        exponent = digits.isEmpty ? 0 : Int(max(-1e18, min(1e18, power))) - fraction + zeros
        isNegative = !digits.isEmpty && bytes.first == UInt8(ascii: "-")
    }

    /// The number in plain decimals if those are short, otherwise with an exponent.
    package var description: String {
        let sign = isNegative ? "-" : ""
        guard !digits.isEmpty else { return "0" }
        let point = digits.count + exponent
        switch exponent {
        case 0...20 where point <= 21:
            return sign + digits + String(repeating: "0", count: exponent)
        case ..<0 where point > 0:
            return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
        case ..<0 where point > -7:
            return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)"
        default:
            return "\(sign)\(digits)e\(exponent)"
        }
    }
}
