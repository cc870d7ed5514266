import HTTPMock

/// A name and its text: an item of a query, a cookie, or a member in a parameter.
struct NamedText: Hashable, Sendable {
    let name: String
    let text: String

    /// Returns whether the item has the given name, and a text that is not empty.
    func isValue(of name: String) -> Bool {
        self.name.hasSameCodeUnits(as: name) && !text.isEmpty
    }

    static func == (one: Self, other: Self) -> Bool {
        one.name.hasSameCodeUnits(as: other.name) && one.text.hasSameCodeUnits(as: other.text)
    }
}
