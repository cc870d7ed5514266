/// A defect of a document, with its location, that keeps schemas from being compiled.
struct SchemaError: Error {
    let location: DocumentLocation
    /// The defect, without a full stop.
    let reason: String
    /// The end of the sentence that begins with "To fix this".
    var fix = Self.usualFix
    /// Whether the document can't be used, even if the defect is inside a schema.
    var isFatal = false

    static let usualFix = "correct the document there, and load it again"
}

extension DocumentFiles.Failure {
    /// The error about a reference.
    func error(about reference: String, at location: DocumentLocation) -> SchemaError {
        SchemaError(
            location: location, reason: "the reference \"\(reference)\" \(reason)", fix: fix ?? SchemaError.usualFix,
            isFatal: true)
    }
}
