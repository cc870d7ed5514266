import HTTPMock

extension JSONValue {
    /// A member; nil if the value is no object or lacks the member.
    subscript(member: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[member]
    }

    /// The text of a string; nil for other values.
    var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The members of an object; none for other values.
    var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    /// The elements of an array; none for other values.
    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
