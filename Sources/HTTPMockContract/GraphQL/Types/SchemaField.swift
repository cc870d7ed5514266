/// A field of an object type or an interface.
struct SchemaField: Sendable {
    let name: String
    let description: String?
    let arguments: [InputValue]
    let type: TypeReference
    /// The reason why the field is deprecated; nil if it is not.
    let deprecation: String?
    let place: DefinitionPlace

    /// Returns the argument with a name, if there is one.
    func argument(_ name: String) -> InputValue? { arguments.first { $0.name == name } }
}
