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

    init(_ expectation: JSONExpectation) {
        self.expectation = expectation
    }
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
    public func encode(to encoder: any Encoder) throws {
        try expectation.encode(to: encoder)
    }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates an object; of two members with the same name the last one counts.
    public init(dictionaryLiteral members: (String, JSONLiteral)...) {
        expectation = .object(Dictionary(members.map { ($0, $1.expectation) }) { $1 })
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONLiteral...) {
        expectation = .array(elements.map(\.expectation))
    }
}

extension JSONLiteral: ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) {
        expectation = .scalar(.string(value))
    }
}

extension JSONLiteral: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a number.
    public init(integerLiteral value: Int) {
        expectation = .scalar(.number(JSONNumber(value)))
    }

    /// Creates a number, or `null` for an infinite number or a NaN.
    public init(floatLiteral value: Double) {
        expectation = .scalar(value.isFinite ? .number(JSONNumber(value)) : .null)
    }
}

extension JSONLiteral: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) {
        expectation = .scalar(.bool(value))
    }

    /// Creates `null`.
    public init(nilLiteral: ()) {
        expectation = .scalar(.null)
    }
}
