import HTTPMock

extension JSONValue {
    /// Returns a member of an object, null included; nil if there is none.
    func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
