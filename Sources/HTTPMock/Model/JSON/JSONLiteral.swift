import Foundation

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
}

extension JSONLiteral: Encodable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
    ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// Encodes the value of the literal.
    ///
    /// - Throws: `EncodingError` for a literal with `.any` or `.matching`, which has no value.
    public func encode(to encoder: any Encoder) throws {
        try expectation.encode(to: encoder)
    }

    /// Creates an object; of two members with the same name the last one counts.
    public init(dictionaryLiteral members: (String, JSONLiteral)...) {
        expectation = .object(members.reversed().map { ($0, $1.expectation) })
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONLiteral...) {
        expectation = .array(elements.map(\.expectation))
    }

    /// Creates a string.
    public init(stringLiteral value: String) {
        expectation = .scalar(.string(value))
    }

    /// Creates a number.
    public init(integerLiteral value: Int) {
        expectation = .scalar(.number(JSONNumber(value)))
    }

    /// Creates a number, or `null` for an infinite number or a NaN.
    public init(floatLiteral value: Double) {
        expectation = .scalar(value.isFinite ? .number(JSONNumber(value)) : .null)
    }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) {
        expectation = .scalar(.bool(value))
    }

    /// Creates `null`.
    public init(nilLiteral: ()) {
        expectation = .scalar(.null)
    }
}
