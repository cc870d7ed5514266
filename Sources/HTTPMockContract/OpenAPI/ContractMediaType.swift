/// One media type of a body.
struct ContractMediaType: Sendable {
    let name: MediaTypeName
    let schema: Int?
    let pointer: JSONPointer
    let examples: [ContractExample]
    /// The encodings of a form's fields by name.
    let encodings: [String: FieldEncoding]
}
