/// A response of an operation.
struct ContractResponse: Sendable {
    /// The key in the document: `200`, `2XX` or `default`.
    let key: String
    let headers: [ContractParameter]
    let content: ContractContent
    let pointer: DocumentLocation
}
