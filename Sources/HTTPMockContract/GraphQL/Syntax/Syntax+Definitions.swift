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

    /// `schema { … }` or `extend schema { … }`.
    struct SchemaDefinition: Sendable {
        let isExtension: Bool
        let description: String?
        let directives: [Directive]
        let operations: [OperationType]
        let offset: Int
    }

    /// The root type of one kind of operation: `query: Query`.
    struct OperationType: Sendable {
        let kind: OperationKind
        let type: Name
        let offset: Int
    }

    enum TypeKind: String, Sendable {
        case scalar
        case object
        case interface
        case union
        case enumeration
        case input
    }

    /// A type, or an extension of a type.
    struct TypeDefinition: Sendable {
        let kind: TypeKind
        let isExtension: Bool
        let description: String?
        let name: Name
        var directives: [Directive] = []
        var interfaces: [Name] = []
        var fields: [FieldDefinition] = []
        var members: [Name] = []
        var values: [EnumValueDefinition] = []
        var inputs: [InputDefinition] = []
        let offset: Int
    }

    struct FieldDefinition: Sendable {
        let description: String?
        let name: Name
        let arguments: [InputDefinition]
        let type: TypeReference
        let directives: [Directive]
    }

    /// An argument, or a field of an input type.
    struct InputDefinition: Sendable {
        let description: String?
        let name: Name
        let type: TypeReference
        let defaultValue: Value?
        let directives: [Directive]
    }

    struct EnumValueDefinition: Sendable {
        let description: String?
        let name: Name
        let directives: [Directive]
    }

    struct DirectiveDefinition: Sendable {
        let description: String?
        let name: Name
        let arguments: [InputDefinition]
        let isRepeatable: Bool
        let locations: [Name]
        let offset: Int
    }
}
