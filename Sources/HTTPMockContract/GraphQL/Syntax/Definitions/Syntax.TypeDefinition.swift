extension Syntax {
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
}
