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
