extension Syntax {
    struct FieldDefinition: Sendable {
        let description: String?
        let name: Name
        let arguments: [InputDefinition]
        let type: TypeReference
        let directives: [Directive]
    }
}
