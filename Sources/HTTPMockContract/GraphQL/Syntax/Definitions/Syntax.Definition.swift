extension Syntax {
    /// One definition of a document.
    enum Definition: Sendable {
        case operation(Operation)
        case fragment(Fragment)
        case schema(SchemaDefinition)
        case type(TypeDefinition)
        case directive(DirectiveDefinition)

        /// The byte at which the definition begins, its description included.
        var offset: Int {
            switch self {
            case .operation(let definition): definition.offset
            case .fragment(let definition): definition.offset
            case .schema(let definition): definition.offset
            case .type(let definition): definition.offset
            case .directive(let definition): definition.offset
            }
        }
    }
}
