import Foundation

/// The JSON that a condition expects, in which parts may be patterns.
package indirect enum JSONExpectation: Hashable, Sendable {
    /// Any value, `null` included.
    case any
    /// A string that matches a glob.
    case matching(String)
    /// A string, a number, a boolean or `null`.
    case scalar(JSONValue)
    case array([JSONExpectation])
    case object([ExactText: JSONExpectation])

    /// Creates the expectation of a value.
    ///
    /// - Parameter isMarked: Whether strings that begin with a mark are patterns.
    package init(_ value: JSONValue, isMarked: Bool = false) {
        switch value {
        case .array(let elements): self = .array(elements.map { JSONExpectation($0, isMarked: isMarked) })
        case .object(let members): self = .object(members.map { ($0, JSONExpectation($1, isMarked: isMarked)) })
        case .string(Self.anyMark) where isMarked: self = .any
        case .string(let text) where isMarked && text.hasPrefix(Self.globMark):
            self = .matching(String(text.dropFirst(Self.globMark.count)))
        case .null, .bool, .number, .string: self = .scalar(value)
        }
    }

    /// Creates the expectation of an object; of two members with the same name the first one counts.
    static func object(_ members: [(name: String, value: JSONExpectation)]) -> JSONExpectation {
        let pairs = members.map { (ExactText($0.name), $0.value) }
        return .object(Dictionary(pairs) { first, _ in first })
    }

    /// Creates the expectation of a value; any part may be a ``JSONLiteral`` with patterns.
    init(encoding value: any Encodable) throws {
        let encoder = JSONEncoder.mockDefault
        if let marksPatterns = Self.marksPatterns { encoder.userInfo[marksPatterns] = true }
        self.init(try JSONValue(parsing: encoder.encode(value)), isMarked: true)
    }

    /// Creates the expectation of an object, whose members are encoded one by one.
    init(encoding members: [String: any Encodable]) throws {
        self = .object(try members.map { ($0, try JSONExpectation(encoding: $1)) })
    }

    // Each mark is encoded in the place of a pattern. It begins with a scalar that is no character, so that no text is
    // taken for a mark.
    private static let anyMark = "\u{10FFFE}any"
    private static let globMark = "\u{10FFFE}matching "
    private static let marksPatterns = CodingUserInfoKey(rawValue: "HTTPMock.marksPatterns")

    /// The expectation as JSON text with `.any` and `.matching("A*")`, secrets included; equal for equal expectations.
    var text: String { text(isMasked: false) }

    /// The expectation as a Swift literal; nil for a number that no literal has.
    package var swiftSource: String? {
        switch self {
        case .any: return ".any"
        case .matching(let glob): return ".matching(\(glob.swiftLiteral))"
        case .scalar(.null): return "nil"
        case .scalar(.string(let text)): return text.swiftLiteral
        case .scalar(.number(let number)): return Self.swiftSource(of: number)
        // A boolean.
        case .scalar(let value): return value.text
        case .array(let elements):
            let sources = elements.compactMap(\.swiftSource)
            guard sources.count == elements.count else { return nil }
            return "[\(sources.joined(separator: ", "))]"
        case .object(let members):
            let sources = members.sorted { $0.key < $1.key }.compactMap { name, member in
                member.swiftSource.map { "\(name.text.swiftLiteral): \($0)" }
            }
            guard sources.count == members.count else { return nil }
            if sources.isEmpty { return "[:]" }
            return "[\(sources.joined(separator: ", "))]"
        }
    }

    private static func swiftSource(of number: JSONNumber) -> String? {
        let text = number.description
        if Int(text) != nil { return text }
        guard let double = Double(text), JSONNumber(double) == number else { return nil }
        return "\(double)"
    }

    /// Returns whether a member that has this expectation is a secret.
    func isSecret(named name: String, among members: some Sequence<String>) -> Bool {
        switch self {
        case .any: false
        case .matching: Redaction.isAlwaysSecret(name)
        case .scalar(let value): Redaction.isSecretMember(name, value, among: members)
        case .array: Redaction.isSecretMember(name, .array([]), among: members)
        case .object: Redaction.isSecretMember(name, .object([:]), among: members)
        }
    }

    private func text(isMasked: Bool) -> String {
        switch self {
        case .any: return ".any"
        case .matching(let glob): return ".matching(\(JSONExpectation.scalar(.string(glob)).text(isMasked: isMasked)))"
        case .scalar(let value) where isMasked: return value.description
        case .scalar(let value): return value.text
        case .array(let elements):
            return "[\(elements.map { $0.text(isMasked: isMasked) }.joined(separator: ","))]"
        case .object(let members):
            let texts = members.sorted { $0.key < $1.key }.map { name, member in
                let isSecret = isMasked && member.isSecret(named: name.text, among: members.keys.map(\.text))
                let shown = isSecret ? JSONExpectation.scalar(.string(Redaction.mask)) : member
                return "\(JSONValue.string(name.text).text):\(shown.text(isMasked: isMasked))"
            }
            return "{\(texts.joined(separator: ","))}"
        }
    }
}

extension JSONExpectation: CustomStringConvertible, Encodable {
    /// The text of the expectation, its secrets masked as in a diagnosis.
    package var description: String { text(isMasked: true) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isMarked = Self.marksPatterns.flatMap { encoder.userInfo[$0] } != nil
        switch self {
        case .scalar(.bool(let value)): try container.encode(value)
        case .scalar(.string(let text)): try container.encode(text)
        case .scalar(.number(let number)): try Self.encode(number, into: &container)
        case .scalar: try container.encodeNil()
        case .array(let elements): try container.encode(elements)
        // Of two equivalent names in different normal forms, the encoders of Foundation write only one.
        case .object(let members): try container.encode(Dictionary(members.map { ($0.text, $1) }) { one, _ in one })
        case .any where isMarked: try container.encode(Self.anyMark)
        case .matching(let glob) where isMarked: try container.encode(Self.globMark + glob)
        case .any, .matching:
            let text = "\(self) matches values, but is none"
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: text))
        }
    }
}

extension JSONExpectation {
    /// Encodes a number as a `Decimal`, which has the digits, or as a `Double`, which has the larger exponents.
    private static func encode(_ number: JSONNumber, into container: inout any SingleValueEncodingContainer) throws {
        let text = number.description
        if let decimal = Decimal(string: text), JSONNumber(decimal) == number { return try container.encode(decimal) }
        try container.encode(Double(text) ?? .infinity)
    }
}

extension Encodable where Self == JSONLiteral {
    /// Any value of a JSON condition, `null` included, though not a missing member.
    public static var any: JSONLiteral { JSONLiteral(expectation: .any) }

    /// Any string of a JSON condition that matches a glob.
    ///
    /// - Parameter glob: The whole text; `*` is any run of characters, case counts.
    public static func matching(_ glob: String) -> JSONLiteral {
        JSONLiteral(expectation: .matching(glob))
    }
}
