/// A directive that a type system defines.
struct DirectiveType: Sendable {
    let name: String
    let description: String?
    let arguments: [InputValue]
    let isRepeatable: Bool
    let locations: Set<DirectiveLocation>
    let place: DefinitionPlace

    /// Returns the argument with a name, if there is one.
    func argument(_ name: String) -> InputValue? { arguments.first { $0.name == name } }
}
