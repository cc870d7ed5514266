import HTTPMock

/// The reasons why a document can't be used as a contract.
struct UnusableDocument: Error {
    /// The defects, one line each.
    let reasons: [String]
    /// The end of the sentence that begins with "To fix this".
    let fix: String

    /// Returns the error about a document with the name of its file.
    func error(of document: String) -> HTTPMockError {
        let lines = reasons.map { "  \($0)\n" }.joined()
        return HTTPMockError("HTTPMock: \(document) can't be used as a contract.\n\(lines)  To fix this, \(fix).")
    }
}
