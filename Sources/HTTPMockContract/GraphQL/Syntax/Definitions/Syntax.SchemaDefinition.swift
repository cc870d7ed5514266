extension Syntax {
    /// `schema { … }` or `extend schema { … }`.
    struct SchemaDefinition: Sendable {
        let isExtension: Bool
        let description: String?
        let directives: [Directive]
        let operations: [OperationType]
        let offset: Int
    }
}
