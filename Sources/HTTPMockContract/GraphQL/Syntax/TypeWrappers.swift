/// The lists and exclamation marks around a named type, the outermost first.
///
/// They are a row of two bits each, the lowest bits for the outermost. A copy of them needs no reference counting.
struct TypeWrappers: Hashable, Sendable {
    private var bits: UInt64 = 0

    private static let nonNull: UInt64 = 1
    private static let list: UInt64 = 2
    private static let width = 2
    private static let mask: UInt64 = 3

    /// The most lists around a type, which fit into the bits with an exclamation mark each and one for the type.
    static let listLimit = 15

    /// No list and no exclamation mark, as in `User`.
    static let none = TypeWrappers()

    /// True if null is not allowed.
    var isNonNull: Bool { bits & Self.mask == Self.nonNull }

    /// True for a list, whether it may be null or not.
    var isList: Bool { nullable.bits & Self.mask == Self.list }

    /// The same without the exclamation mark outside.
    var nullable: TypeWrappers { isNonNull ? dropped : self }

    /// The wrappers of the elements of a list.
    var ofElements: TypeWrappers { nullable.dropped }

    /// The same without the outermost list or exclamation mark.
    private var dropped: TypeWrappers {
        var inner = self
        inner.bits >>= Self.width
        return inner
    }

    /// Returns the wrappers of a list of the type.
    func inList() -> TypeWrappers { adding(Self.list) }

    /// Returns the same with an exclamation mark outside, at most one.
    func withoutNull() -> TypeWrappers { isNonNull ? self : adding(Self.nonNull) }

    private func adding(_ wrapper: UInt64) -> TypeWrappers {
        var outer = self
        outer.bits = bits << Self.width | wrapper
        return outer
    }

    /// Returns the type as a document spells it: `[User!]!`.
    func text(of name: String) -> String {
        if isNonNull { return dropped.text(of: name) + "!" }
        return isList ? "[\(dropped.text(of: name))]" : name
    }
}
