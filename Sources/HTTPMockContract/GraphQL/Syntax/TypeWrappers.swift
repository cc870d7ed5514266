/// The lists and exclamation marks around a named type, the outermost first.
///
/// They are a row of two bits each, so that a type of a field is copied without counting references.
struct TypeWrappers: Hashable, Sendable {
    private var bits: UInt64 = 0

    private static let nonNull: UInt64 = 1
    private static let list: UInt64 = 2

    /// The most lists around a type.
    static let listLimit = 15

    /// No list and no exclamation mark: the type itself, or null.
    static let none = TypeWrappers()

    /// True if null is not allowed.
    var isNonNull: Bool { bits & 3 == Self.nonNull }

    /// True for a list, whether it may be null or not.
    var isList: Bool { nullable.bits & 3 == Self.list }

    /// The same without the exclamation mark outside.
    var nullable: TypeWrappers { isNonNull ? dropped : self }

    /// The wrappers of the elements of a list.
    var ofElements: TypeWrappers { nullable.dropped }

    private var dropped: TypeWrappers {
        var inner = self
        inner.bits >>= 2
        return inner
    }

    /// Puts a list around the type.
    func inList() -> TypeWrappers { adding(Self.list) }

    /// Puts an exclamation mark after the type.
    func withoutNull() -> TypeWrappers { isNonNull ? self : adding(Self.nonNull) }

    private func adding(_ wrapper: UInt64) -> TypeWrappers {
        var outer = self
        outer.bits = bits << 2 | wrapper
        return outer
    }

    /// Returns the type as a document spells it: `[User!]!`.
    func text(of name: String) -> String {
        if isNonNull { return dropped.text(of: name) + "!" }
        return isList ? "[\(dropped.text(of: name))]" : name
    }
}
