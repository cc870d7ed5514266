/// One media type of a body.
struct ContractMediaType: Sendable {
    let name: MediaTypeName
    let schema: Int?
    let pointer: JSONPointer
    let examples: [ContractExample]
}
