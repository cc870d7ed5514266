import HTTPMock

/// An example that a document has for a schema.
struct SchemaExample: Sendable {
    let value: JSONValue
    let schema: Int
    let location: DocumentLocation
    /// The direction in which the value is sent; nil for either direction.
    var direction: ContractDirection?
}
