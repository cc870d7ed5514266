import HTTPMock

/// The reason why a document can't be used as a contract.
struct ContractDefect: Error {
    /// The defect: a sentence, or `POINTER: defect`.
    let reason: String
    /// The end of the sentence that begins with "To fix this".
    let fix: String

    /// The error about a document, by the name of its file.
    func error(of document: String) -> HTTPMockError {
        HTTPMockError("HTTPMock: \(document) can't be used as a contract.\n  \(reason)\n  To fix this, \(fix).")
    }
}
