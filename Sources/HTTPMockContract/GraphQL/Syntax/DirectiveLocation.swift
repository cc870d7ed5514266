/// A place at which a directive may be used.
///
/// - SeeAlso: [GraphQL §3.13](https://spec.graphql.org/September2025/#DirectiveLocation)
enum DirectiveLocation: String, Sendable, CaseIterable {
    case query = "QUERY"
    case mutation = "MUTATION"
    case subscription = "SUBSCRIPTION"
    case field = "FIELD"
    case fragmentDefinition = "FRAGMENT_DEFINITION"
    case fragmentSpread = "FRAGMENT_SPREAD"
    case inlineFragment = "INLINE_FRAGMENT"
    case variableDefinition = "VARIABLE_DEFINITION"
    case schema = "SCHEMA"
    case scalar = "SCALAR"
    case object = "OBJECT"
    case fieldDefinition = "FIELD_DEFINITION"
    case argumentDefinition = "ARGUMENT_DEFINITION"
    case interface = "INTERFACE"
    case union = "UNION"
    case enumeration = "ENUM"
    case enumValue = "ENUM_VALUE"
    case inputObject = "INPUT_OBJECT"
    case inputFieldDefinition = "INPUT_FIELD_DEFINITION"

    /// Creates the location of an operation.
    init(_ operation: OperationKind) {
        switch operation {
        case .query: self = .query
        case .mutation: self = .mutation
        case .subscription: self = .subscription
        }
    }

    /// Creates the location of a type.
    init(_ kind: Syntax.TypeKind) {
        switch kind {
        case .scalar: self = .scalar
        case .object: self = .object
        case .interface: self = .interface
        case .union: self = .union
        case .enumeration: self = .enumeration
        case .input: self = .inputObject
        }
    }
}
