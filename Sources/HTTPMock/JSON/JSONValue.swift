import Foundation

/// A JSON text as a value: key order and the spelling of numbers don't count.
///
/// - SeeAlso: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259.html)
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a JSON text.
    ///
    /// - Throws: ``JSONSyntaxError`` if it is none.
    package init(parsing text: Data) throws(JSONSyntaxError) {
        var parser = JSONParser(text)
        self = try parser.parse()
    }

    /// Parses a JSON text; nil if it is none.
    package init?(_ text: Data) {
        guard let value = try? JSONValue(parsing: text) else { return nil }
        self = value
    }

    /// Where this value first differs from what is expected, as in `user.name is "bob", expected "alice"`.
    ///
    /// What a member's name tells to be secret is masked.
    ///
    /// - Parameters:
    ///   - expected: What it should be.
    ///   - allowingMore: Whether objects, at every depth, may have more members than the expected ones.
    /// - Returns: nil if there is no difference.
    package func difference(from expected: JSONValue, allowingMore: Bool) -> String? {
        difference(from: expected, allowingMore: allowingMore, at: "")
    }

    private func difference(from expected: JSONValue, allowingMore: Bool, at location: String) -> String? {
        switch (self, expected) {
        case (.object(let members), .object(let expectedMembers)):
            return Self.difference(of: members, from: expectedMembers, allowingMore: allowingMore, at: location)
        case (.array(let elements), .array(let expectedElements)):
            guard elements.count == expectedElements.count else {
                return "\(Self.name(of: location)) has \(Self.count(elements)), expected \(expectedElements.count)"
            }
            for (index, (element, expectedElement)) in zip(elements, expectedElements).enumerated() {
                let inner = "\(location)[\(index)]"
                if let found = element.difference(from: expectedElement, allowingMore: allowingMore, at: inner) {
                    return found
                }
            }
            return nil
        case (.string(let text), .string(let expectedText))
        where text == expectedText && !text.utf8.elementsEqual(expectedText.utf8):
            // RFC 8259 §8.3: strings are the same if their code units are, which Swift's equality does not ask for.
            return "\(Self.name(of: location)) is \(self) in another normalization form"
        default:
            return self == expected ? nil : "\(Self.name(of: location)) is \(self), expected \(expected)"
        }
    }

    private static func difference(
        of members: [String: JSONValue], from expectedMembers: [String: JSONValue], allowingMore: Bool,
        at location: String
    ) -> String? {
        for (key, expectedMember) in expectedMembers.sorted(by: { $0.key < $1.key }) {
            let inner = location.isEmpty ? key : "\(location).\(key)"
            let isSecret = Redaction.isSecret(key)
            guard let member = members[key] else {
                return "\(inner) is missing\(isSecret ? "" : ", expected \(expectedMember)")"
            }
            if let found = member.difference(from: expectedMember, allowingMore: allowingMore, at: inner) {
                return isSecret ? "\(inner) is another" : found
            }
        }
        guard !allowingMore, let surplus = members.keys.filter({ expectedMembers[$0] == nil }).min() else { return nil }
        return "\(location.isEmpty ? surplus : "\(location).\(surplus)") is not expected"
    }

    private static func name(of location: String) -> String { location.isEmpty ? "the value" : location }

    private static func count(_ elements: [JSONValue]) -> String {
        elements.count == 1 ? "1 element" : "\(elements.count) elements"
    }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        // The widest number an encoder takes.
        case .number(let value): try container.encode(Decimal(string: value.description) ?? Decimal.nan)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as a JSON text, keys sorted, slashes as they are, secrets masked.
    package var description: String { masked.identity }

    /// The value as a JSON text with nothing masked: the same for equal values.
    package var identity: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// The same value with the members masked whose names tell that they are secret.
    var masked: JSONValue {
        switch self {
        case .array(let elements):
            return .array(elements.map(\.masked))
        case .object(let members):
            let shown = members.map { key, value in
                (key, Redaction.isSecret(key) ? .string(Redaction.mask) : value.masked)
            }
            return .object(Dictionary(uniqueKeysWithValues: shown))
        default:
            return self
        }
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
