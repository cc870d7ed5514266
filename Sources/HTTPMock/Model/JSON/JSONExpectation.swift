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
    case object([String: JSONExpectation])

    /// Creates the expectation of a value; a string with a mark may be a pattern.
    package init(_ value: JSONValue, isMarked: Bool = false) {
        switch value {
        case .array(let elements): self = .array(elements.map { JSONExpectation($0, isMarked: isMarked) })
        case .object(let members): self = .object(members.mapValues { JSONExpectation($0, isMarked: isMarked) })
        case .string(Self.anyMark) where isMarked: self = .any
        case .string(let text) where isMarked && text.hasPrefix(Self.globMark):
            self = .matching(String(text.dropFirst(Self.globMark.count)))
        case .null, .bool, .number, .string: self = .scalar(value)
        }
    }

    /// Creates the expectation of a value; any part may be a ``JSONLiteral`` with patterns.
    init(encoding value: any Encodable) throws {
        let encoder = JSONEncoder.mockDefault
        if let marksPatterns = Self.marksPatterns { encoder.userInfo[marksPatterns] = true }
        self.init(try JSONValue(parsing: encoder.encode(value)), isMarked: true)
    }

    // Encoded instead of a pattern; both begin with a scalar that is no character.
    private static let anyMark = "\u{10FFFE}any"
    private static let globMark = "\u{10FFFE}matching "
    private static let marksPatterns = CodingUserInfoKey(rawValue: "HTTPMock.marksPatterns")

    /// The expectation as JSON text with `.any` and `.matching("A*")`, secrets included; equal for equal expectations.
    var text: String { text(isMasked: false) }

    private func text(isMasked: Bool) -> String {
        switch self {
        case .any: return ".any"
        case .matching(let glob): return ".matching(\(JSONExpectation.scalar(.string(glob)).text(isMasked: isMasked)))"
        case .scalar(let value): return isMasked ? "\(value)" : value.text
        case .array(let elements):
            return "[\(elements.map { $0.text(isMasked: isMasked) }.joined(separator: ","))]"
        case .object(let members):
            let texts = members.sorted { $0.key < $1.key }.map { name, member in
                let isSecret = isMasked && member != .any && Redaction.isSecretInDiagnosis(name)
                let shown = isSecret ? JSONExpectation.scalar(.string(Redaction.mask)) : member
                return "\(JSONValue.string(name).text):\(shown.text(isMasked: isMasked))"
            }
            return "{\(texts.joined(separator: ","))}"
        }
    }
}

extension JSONExpectation {
    /// The expectation as a Swift literal; nil for a number that no literal has.
    var swiftSource: String? {
        switch self {
        case .any: return ".any"
        case .matching(let glob): return ".matching(\(glob.debugDescription))"
        case .scalar(.null): return "nil"
        case .scalar(.string(let text)): return text.debugDescription
        case .scalar(let value):
            let isBool = value.text == "true" || value.text == "false"
            let isExact = Int(value.text)?.description == value.text || Double(value.text)?.description == value.text
            return isBool || isExact ? value.text : nil
        case .array(let elements):
            let sources = elements.compactMap(\.swiftSource)
            return sources.count == elements.count ? "[\(sources.joined(separator: ", "))]" : nil
        case .object(let members):
            let sources = members.sorted { $0.key < $1.key }.compactMap { name, member in
                member.swiftSource.map { "\(name.debugDescription): \($0)" }
            }
            guard sources.count == members.count else { return nil }
            return sources.isEmpty ? "[:]" : "[\(sources.joined(separator: ", "))]"
        }
    }
}

extension JSONExpectation: CustomStringConvertible, Encodable {
    /// The same text, its secrets masked as in a diagnosis.
    package var description: String { text(isMasked: true) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isMarked = Self.marksPatterns.flatMap { encoder.userInfo[$0] } != nil
        switch self {
        case .scalar(let value): try container.encode(value)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        case .any where isMarked: try container.encode(Self.anyMark)
        case .matching(let glob) where isMarked: try container.encode(Self.globMark + glob)
        case .any, .matching:
            let text = "\(self) matches values, but is none"
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: text))
        }
    }
}

/// A JSON value written as a Swift literal of any types, in which parts may be patterns.
///
/// Swift chooses this type for a literal that mixes types, so there is no need to name it:
///
/// ```swift
/// mock.addResponses(
///     forPath: "/users", method: .post,
///     when: .json(["id": .any, "name": .matching("A*"), "age": 30, "tags": ["a", nil]]),
///     responses: [.status(.created)])
/// ```
public struct JSONLiteral: Sendable, Hashable {
    let expectation: JSONExpectation

    init(_ expectation: JSONExpectation) { self.expectation = expectation }
}

extension Encodable where Self == JSONLiteral {
    /// Any value of a JSON condition, `null` included, though not a missing member.
    public static var any: JSONLiteral { JSONLiteral(.any) }

    /// Any string of a JSON condition that matches a glob.
    ///
    /// - Parameter glob: The whole text; `*` is any run of characters, case counts.
    public static func matching(_ glob: String) -> JSONLiteral { JSONLiteral(.matching(glob)) }
}

extension JSONLiteral: Encodable {
    /// Encodes the value of the literal.
    ///
    /// - Throws: `EncodingError` for a literal with `.any` or `.matching`, which has no value.
    public func encode(to encoder: any Encoder) throws { try expectation.encode(to: encoder) }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// Creates an object; of two members with the same name the last one counts.
    public init(dictionaryLiteral members: (String, JSONLiteral)...) {
        expectation = .object(Dictionary(members.map { ($0, $1.expectation) }) { $1 })
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONLiteral...) {
        expectation = .array(elements.map(\.expectation))
    }

    /// Creates a string.
    public init(stringLiteral value: String) { expectation = .scalar(.string(value)) }

    /// Creates a number.
    public init(integerLiteral value: Int) { expectation = .scalar(.number(JSONNumber(value))) }

    /// Creates a number, or `null` for an infinite number or a NaN.
    public init(floatLiteral value: Double) {
        expectation = .scalar(value.isFinite ? .number(JSONNumber(value)) : .null)
    }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { expectation = .scalar(.bool(value)) }

    /// Creates `null`.
    public init(nilLiteral: ()) { expectation = .scalar(.null) }
}
