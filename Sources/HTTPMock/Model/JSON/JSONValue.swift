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

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - refusesRepeatedNames: Whether two members of an object may not have the same name. Otherwise the last
    ///     counts.
    /// - Throws: ``JSONSyntaxError`` if the text is not JSON.
    package init(parsing text: Data, refusesRepeatedNames: Bool = false) throws(JSONSyntaxError) {
        var parser = JSONParser(text, refusesRepeatedNames: refusesRepeatedNames)
        self = try parser.parse()
    }

    /// Parses a JSON text; nil if the text is not JSON.
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
    package subscript(member name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// A member; nil if the member is missing or null, or the value is no object.
    package subscript(_ name: String) -> JSONValue? {
        let member = self[member: name]
        return member == .null ? nil : member
    }

    /// The text of a string; nil for any other value.
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of a number without a fraction; nil for any other value.
    package var integer: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(number.description) ?? Double(number.description).flatMap { Int(exactly: $0) }
    }

    /// The members of an object; nil for any other value.
    package var members: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The elements of an array; nil for any other value.
    package var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

extension JSONValue {
    /// The value as JSON text: keys sorted, slashes not escaped, equal for equal values.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += value.description
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, (key, value)) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += "," }
                Self.write(key, to: &text)
                text += ":"
                value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..<" ", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
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

/// A text that is not JSON, whose likely format an error names.
package struct UnparsedText {
    /// The first line that is neither empty nor a comment; empty if the beginning of the text has none.
    package let firstLine: Substring

    package init(_ data: Data) {
        let beginning = String(decoding: data.prefix(4_096), as: UTF8.self)
        let lines = beginning.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isNewline)
        firstLine = lines.first { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) } ?? ""
    }

    /// True for a text that begins like YAML: with a marker, or with a key.
    package var isLikelyYAML: Bool {
        if ["---", "%YAML"].contains(firstLine.prefix { $0 != " " }) { return true }
        let key = firstLine.prefix { $0 != ":" }
        let rest = firstLine[key.endIndex...].dropFirst()
        let isName = key.utf8.allSatisfy { byte in
            byte.isASCIILetterOrDigit || "_-".utf8.contains(byte)
        }
        return key.endIndex < firstLine.endIndex && !key.isEmpty && isName && !key.allSatisfy(\.isNumber)
            && (rest.isEmpty || rest.hasPrefix(" "))
    }
}
