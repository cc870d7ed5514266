/// A JSON value written as a Swift literal, whatever the types in it.
///
/// It stands where an `Encodable` value is asked for and Swift finds no type for the literal, so there is no need to
/// name it:
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
    /// Encodes the value it stands for.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension JSONLiteral: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// An object; of two members with one name the last counts.
    public init(dictionaryLiteral members: (String, JSONLiteral)...) {
        value = .object(Dictionary(members.map { ($0, $1.value) }) { $1 })
    }

    /// An array.
    public init(arrayLiteral elements: JSONLiteral...) {
        value = .array(elements.map(\.value))
    }
}

extension JSONLiteral: ExpressibleByStringInterpolation {
    /// A string.
    public init(stringLiteral value: String) {
        self.value = .string(value)
    }
}

extension JSONLiteral: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A number.
    public init(integerLiteral value: Int) {
        self.value = .number(JSONNumber(value))
    }

    /// A number; one that JSON doesn't have, such as an infinite one, is `null`.
    public init(floatLiteral value: Double) {
        self.value = value.isFinite ? .number(JSONNumber(value)) : .null
    }
}

extension JSONLiteral: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self.value = .bool(value)
    }

    /// `null`.
    public init(nilLiteral: ()) {
        value = .null
    }
}
