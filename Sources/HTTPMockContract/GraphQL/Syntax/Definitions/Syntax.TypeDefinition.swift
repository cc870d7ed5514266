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
        /// The types of a union.
        var members: [Name] = []
        /// The values of an enum.
        var values: [EnumValueDefinition] = []
        /// The fields of an input type.
        var inputs: [InputDefinition] = []
        let offset: Int
    }
}
