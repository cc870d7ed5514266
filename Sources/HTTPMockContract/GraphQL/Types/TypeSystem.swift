/// The types and directives of a GraphQL service.
///
/// Created by ``TypeSystemBuilder``, and shared by all threads.
///
/// - SeeAlso: [GraphQL §3](https://spec.graphql.org/September2025/#sec-Type-System)
final class TypeSystem: Sendable {
    /// The types, in the order in which the sources name them first; the built-in source comes last here.
    let types: [NamedType]
    /// The directives, by name.
    let directives: [String: DirectiveType]
    /// The names of the directives, in the order of the sources; the built-in source comes last here.
    let directiveNames: [String]
    /// The number of the root type of each kind of operation that the schema has.
    let roots: [OperationKind: Int]
    let description: String?
    /// The texts that the types are from; the first defines what every schema has.
    let sources: [GraphQLSource]
    /// The number of each type, by its name.
    private let numbers: [String: Int]

    /// The field `__typename`, whose value is the name of an object's type.
    let typenameField: SchemaField
    private let schemaField: SchemaField
    private let typeField: SchemaField

    init(
        types: [NamedType], numbers: [String: Int], directives: [DirectiveType], roots: [OperationKind: Int],
        description: String?, sources: [GraphQLSource]
    ) {
        self.types = types
        self.numbers = numbers
        self.directives = Dictionary(directives.map { ($0.name, $0) }) { _, last in last }
        directiveNames = directives.map(\.name)
        self.roots = roots
        self.description = description
        self.sources = sources
        let place = DefinitionPlace(source: DefinitionPlace.builtInSource, offset: 0)
        let field = { (name: String, arguments: [InputValue], type: TypeReference) in
            SchemaField(
                name: name, description: nil, arguments: arguments, type: type, deprecation: nil, place: place)
        }
        let string = TypeReference(type: numbers["String"], wrappers: .none.withoutNull())
        let nameArgument = InputValue(
            name: "name", description: nil, type: string, defaultValue: nil, deprecation: nil, place: place)
        typenameField = field("__typename", [], string)
        schemaField = field("__schema", [], TypeReference(type: numbers["__Schema"], wrappers: .none.withoutNull()))
        typeField = field("__type", [nameArgument], TypeReference(type: numbers["__Type"], wrappers: .none))
    }

    /// Returns the number of the type with a name, if there is one.
    func number(of name: String) -> Int? { numbers[name] }

    /// Returns the type with a name, if there is one.
    func type(_ name: String) -> NamedType? { numbers[name].map { types[$0] } }

    /// Returns the field of a type, if there is one; the fields of introspection are included.
    func field(_ name: String, of type: Int) -> SchemaField? {
        if let field = types[type].field(name) { return field }
        switch name {
        case "__typename" where types[type].isComposite: return typenameField
        case "__schema" where roots[.query] == type: return schemaField
        case "__type" where roots[.query] == type: return typeField
        default: return nil
        }
    }

    /// Returns whether the named type of a reference is ID.
    func isID(_ reference: TypeReference?) -> Bool {
        reference?.type.map { types[$0].name } == "ID"
    }

    /// Returns a type as a document spells it; the name of an unknown type is `?`.
    func text(of reference: TypeReference) -> String {
        reference.wrappers.text(of: reference.type.map { types[$0].name } ?? "?")
    }

    /// Returns whether a value of one type is always a value of another.
    ///
    /// A named type that is not known counts as a subtype and a supertype of every other.
    ///
    /// - SeeAlso: [GraphQL, IsValidImplementationFieldType](https://spec.graphql.org/September2025/#IsValidImplementationFieldType())
    func isSubtype(_ sub: TypeReference, of outer: TypeReference) -> Bool {
        if outer.isNonNull { return sub.isNonNull && isSubtype(sub.nullable, of: outer.nullable) }
        if sub.isNonNull { return isSubtype(sub.nullable, of: outer) }
        if outer.isList || sub.isList {
            return outer.isList && sub.isList && isSubtype(sub.ofElements, of: outer.ofElements)
        }
        guard let subNumber = sub.type, let outerNumber = outer.type else { return true }
        return subNumber == outerNumber || isSubtype(subNumber, of: outerNumber)
    }

    /// Returns whether a type is a member of a union, or declares an interface.
    private func isSubtype(_ sub: Int, of outer: Int) -> Bool {
        switch types[outer].kind {
        case .union: types[outer].possibleTypes.contains(sub)
        case .interface: types[sub].interfaces.contains(outer)
        default: false
        }
    }

    /// Returns whether a value may have both types.
    func overlap(_ left: Int, _ right: Int) -> Bool {
        if left == right { return true }
        let others = types[right].possibleTypes
        return types[left].possibleTypes.contains { others.sortedContains($0) }
    }
}

extension [Int] {
    /// Returns whether the array, whose numbers ascend, has a number.
    func sortedContains(_ number: Int) -> Bool {
        let index = partitioningIndex { $0 >= number }
        return index < count && self[index] == number
    }
}
