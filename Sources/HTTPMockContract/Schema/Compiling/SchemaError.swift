/// A defect of a document, or a note about a document, with its location.
struct SchemaError: Error {
    let location: DocumentLocation
    /// The defect, without a full stop.
    let reason: String
    /// The end of the sentence that begins with "To fix this".
    var fix = Self.usualFix
    var severity = ContractDefect.Severity.defect
    /// Whether the document can't be used, even if the defect is inside a schema.
    var isFatal = false

    static let usualFix = "correct the document there, and load it again"
}
