extension Syntax {
    struct DirectiveDefinition: Sendable {
        let description: String?
        let name: Name
        let arguments: [InputDefinition]
        let isRepeatable: Bool
        let locations: [Name]
        let offset: Int
    }
}
