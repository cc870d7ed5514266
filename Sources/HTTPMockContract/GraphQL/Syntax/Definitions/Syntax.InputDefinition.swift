extension Syntax {
    /// An argument, or a field of an input type.
    struct InputDefinition: Sendable {
        let description: String?
        let name: Name
        let type: TypeReference
        let defaultValue: Value?
        let directives: [Directive]
    }
}
