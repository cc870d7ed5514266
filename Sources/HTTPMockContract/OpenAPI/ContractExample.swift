import HTTPMock

/// An example of a document.
struct ContractExample: Sendable {
    let value: JSONValue
    let pointer: JSONPointer
}
