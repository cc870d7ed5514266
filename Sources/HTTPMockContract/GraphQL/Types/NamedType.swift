/// A type with a name, of a type system.
struct NamedType: Sendable {
    let name: String
    let kind: Syntax.TypeKind
    let description: String?
    let place: DefinitionPlace
    /// The fields of an object type or an interface, in the order of the schema.
    var fields: [SchemaField] = []
    /// The index of each field, by its name.
    var fieldNumbers: [String: Int] = [:]
    /// The numbers of the interfaces that the type declares.
    var interfaces: [Int] = []
    /// The numbers of the object types that a value may have, in ascending order; for an object type, only its own.
    ///
    /// Empty for scalars, enums and input types.
    var possibleTypes: [Int] = []
    /// The values of an enum.
    var values: [EnumValue] = []
    /// The index of each value of an enum, by its name.
    var valueNumbers: [String: Int] = [:]
    /// The fields of an input type.
    var inputs: [InputValue] = []
    /// The index of each field of an input type, by its name.
    var inputNumbers: [String: Int] = [:]
    /// True for an input type of which exactly one field is given.
    var isOneOf = false
    /// The URL of a scalar's specification; nil without one.
    var specifiedBy: String?

    /// True for object types, interfaces and unions.
    var isComposite: Bool { kind == .object || isAbstract }

    /// True for interfaces and unions.
    var isAbstract: Bool { kind == .interface || kind == .union }

    /// True for scalars, enums and input types.
    var isInput: Bool { kind == .scalar || kind == .enumeration || kind == .input }

    /// True for scalars and enums.
    var isLeaf: Bool { kind == .scalar || kind == .enumeration }

    /// Returns the field with a name, if there is one.
    func field(_ name: String) -> SchemaField? { fieldNumbers[name].map { fields[$0] } }

    /// Returns the input field with a name, if there is one.
    func input(_ name: String) -> InputValue? { inputNumbers[name].map { inputs[$0] } }
}
