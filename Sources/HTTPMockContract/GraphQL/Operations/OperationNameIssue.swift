/// The reason why a document has no operation for a request.
struct OperationNameIssue: Error {
    let reason: String
}
