/// A response of an operation.
struct ContractResponse: Sendable {
    /// The key in the document: `200`, `2XX` or `default`.
    let key: String
    let headers: [ContractParameter]
    let content: ContractContent
    let pointer: DocumentLocation
    /// False if the response has a defect, so that nothing but its status is checked.
    var isUsable = true

    /// Returns a response with a defect.
    static func unusable(_ key: String, _ pointer: DocumentLocation) -> ContractResponse {
        ContractResponse(
            key: key, headers: [], content: ContractContent(mediaTypes: [], pointer: pointer), pointer: pointer,
            isUsable: false)
    }
}
