/// The type of a field, an argument or a variable in a type system.
struct TypeReference: Hashable, Sendable {
    /// The number of the named type; nil if the type is not known, so that everything is allowed.
    let type: Int?
    let wrappers: TypeWrappers

    var isNonNull: Bool { wrappers.isNonNull }
    var isList: Bool { wrappers.isList }

    /// The same type without the exclamation mark outside.
    var nullable: TypeReference { TypeReference(type: type, wrappers: wrappers.nullable) }

    /// The type of the elements of a list.
    var ofElements: TypeReference { TypeReference(type: type, wrappers: wrappers.ofElements) }
}
