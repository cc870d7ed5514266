import HTTPMock

/// One media type of a body.
struct ContractMediaType: Sendable {
    /// The media type as the document spells it; the usual one if a Swagger document names none.
    let key: String
    let name: MediaTypeName
    let schema: Int?
    /// The schema of each item, if the media type is a sequence of items.
    let itemSchema: Int?
    let pointer: DocumentLocation
    /// The examples of the media type, then that of its schema.
    let examples: [JSONValue]
    /// The examples that the document names.
    let namedExamples: JSONObject
    /// The encodings of a form's fields by name.
    let encodings: OrderedMembers<FieldEncoding>

    init(
        key: String, schema: Int? = nil, itemSchema: Int? = nil, pointer: DocumentLocation,
        examples: [JSONValue] = [], namedExamples: JSONObject = [:], encodings: OrderedMembers<FieldEncoding> = [:]
    ) {
        self.key = key
        name = MediaTypeName(key)
        self.schema = schema
        self.itemSchema = itemSchema
        self.pointer = pointer
        self.examples = examples
        self.namedExamples = namedExamples
        self.encodings = encodings
    }
}
