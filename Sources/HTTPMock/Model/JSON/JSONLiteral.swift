/// A JSON value written as a Swift literal of any types.
///
/// Swift chooses this type for a literal that mixes types, so there is no need to name it:
///
/// ```swift
/// mock.addResponses(
///     forPath: "/users", method: .post, when: .json(["name": "alice", "age": 30, "tags": ["a", nil]]),
///     responses: [.status(.created)])
/// ```
public struct JSONLiteral: Sendable, Hashable {
    let value: JSONValue
}

extension JSONLiteral: Encodable {
    /// Encodes the value of the literal.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates an object; of two members with the same name the last one counts.
    public init(dictionaryLiteral members: (String, JSONLiteral)...) {
        value = .object(Dictionary(members.map { ($0, $1.value) }) { $1 })
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONLiteral...) {
        value = .array(elements.map(\.value))
    }
}

extension JSONLiteral: ExpressibleByStringInterpolation {
    /// Creates a string.
    public init(stringLiteral value: String) {
        self.value = .string(value)
    }
}

extension JSONLiteral: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a number.
    public init(integerLiteral value: Int) {
        self.value = .number(JSONNumber(value))
    }

    /// Creates a number, or `null` for an infinite number or a NaN.
    public init(floatLiteral value: Double) {
        self.value = value.isFinite ? .number(JSONNumber(value)) : .null
    }
}

extension JSONLiteral: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self.value = .bool(value)
    }

    /// Creates `null`.
    public init(nilLiteral: ()) {
        value = .null
    }
}
