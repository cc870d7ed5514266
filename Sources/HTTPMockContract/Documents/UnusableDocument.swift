import HTTPMock

/// The reasons why a document can't be used as a contract.
struct UnusableDocument: Error {
    /// The defects, one line each; the last may be the number of further ones.
    let reasons: [String]
    /// The end of the sentence that begins with "To fix this".
    let fix: String

    /// Returns the error about the document, which has a name: its file, or `the document` without a file.
    func error(of name: String) -> HTTPMockError {
        let lines = reasons.map { "  \($0)\n" }.joined()
        return HTTPMockError("HTTPMock: \(name) can't be used as a contract.\n\(lines)  To fix this, \(fix).")
    }
}
