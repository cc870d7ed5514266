import Foundation

/// A JSON text as a value: key order and the spelling of numbers don't count.
///
/// - SeeAlso: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259.html)
indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Decimal)
    /// A number beyond what `Decimal` holds.
    case hugeNumber(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a JSON text; nil if it is none.
    init?(_ data: Data) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else { return nil }
        self = value
    }

    /// Where this value first differs from what is expected, as in `user.name is "bob", expected "alice"`.
    ///
    /// - Parameters:
    ///   - expected: What it should be.
    ///   - allowingMore: Whether objects, at every depth, may have more members than the expected ones.
    /// - Returns: nil if there is no difference.
    func difference(from expected: JSONValue, allowingMore: Bool) -> String? {
        difference(from: expected, allowingMore: allowingMore, at: "")
    }

    private func difference(from expected: JSONValue, allowingMore: Bool, at place: String) -> String? {
        let name = place.isEmpty ? "the value" : place
        switch (self, expected) {
        case (.object(let members), .object(let expectedMembers)):
            for (key, expectedMember) in expectedMembers.sorted(by: { $0.key < $1.key }) {
                let inner = place.isEmpty ? key : "\(place).\(key)"
                guard let member = members[key] else { return "\(inner) is missing, expected \(expectedMember)" }
                if let found = member.difference(from: expectedMember, allowingMore: allowingMore, at: inner) {
                    return Redaction.isSecret(key) ? "\(inner) is another" : found
                }
            }
            let surplus = allowingMore ? nil : members.keys.filter { expectedMembers[$0] == nil }.min()
            return surplus.map { "\(place.isEmpty ? $0 : "\(place).\($0)") is not expected" }
        case (.array(let elements), .array(let expectedElements)):
            guard elements.count == expectedElements.count else {
                return "\(name) has \(elements.count) elements, expected \(expectedElements.count)"
            }
            for (index, (element, expectedElement)) in zip(elements, expectedElements).enumerated() {
                let inner = "\(place)[\(index)]"
                if let found = element.difference(from: expectedElement, allowingMore: allowingMore, at: inner) {
                    return found
                }
            }
            return nil
        default:
            return self == expected ? nil : "\(name) is \(self), expected \(expected)"
        }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Decimal.self) {
            self = .number(value)
        } else if let value = try? container.decode(Double.self) {
            self = .hugeNumber(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .hugeNumber(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as a JSON text, keys sorted, slashes as they are, secrets masked.
    var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(masked)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }

    /// The same value with the members masked whose names tell that they are secret.
    var masked: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.masked))
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { key, value in
                        (key, Redaction.isSecret(key) ? .string(Redaction.mask) : value.masked)
                    }))
        default: self
        }
    }
}
