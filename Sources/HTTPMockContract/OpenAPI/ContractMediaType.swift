import HTTPMock

/// One media type of a body.
struct ContractMediaType: Sendable {
    /// The media type as the document spells it.
    let key: String
    let name: MediaTypeName
    let schema: Int?
    /// The schema of each item, if the media type is a sequence of items.
    let itemSchema: Int?
    let pointer: DocumentLocation
    let examples: [JSONValue]
    /// The encodings of a form's fields by name.
    let encodings: [String: FieldEncoding]
}
