/// A name and its text: an item of a query, a cookie, or a member in a parameter.
struct NamedText: Hashable, Sendable {
    let name: String
    let text: String
}
