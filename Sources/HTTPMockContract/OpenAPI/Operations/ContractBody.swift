/// The body of a request.
struct ContractBody: Sendable {
    let isRequired: Bool
    let content: ContractContent
    let pointer: DocumentLocation
}
