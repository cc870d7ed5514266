/// The scalars that every schema has.
///
/// - SeeAlso: [GraphQL §3.5](https://spec.graphql.org/September2025/#sec-Scalars)
enum BuiltInScalar: String, Sendable, CaseIterable {
    case int = "Int"
    case float = "Float"
    case string = "String"
    case boolean = "Boolean"
    case id = "ID"
}
