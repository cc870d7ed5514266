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
