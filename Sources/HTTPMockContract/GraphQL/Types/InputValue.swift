/// An argument of a field or a directive, or a field of an input type.
struct InputValue: Sendable {
    let name: String
    let description: String?
    let type: TypeReference
    let defaultValue: Syntax.Value?
    /// The reason why the argument or the field is deprecated; nil if it is not.
    let deprecation: String?
    let place: DefinitionPlace

    /// True if a value has to be given.
    var isRequired: Bool { type.isNonNull && defaultValue == nil }
}
