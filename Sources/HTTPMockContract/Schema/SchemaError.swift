/// A defect of a document, with its location, that keeps schemas from being compiled.
struct SchemaError: Error {
    let pointer: JSONPointer
    /// The defect, without a full stop.
    let reason: String
    /// The end of the sentence that begins with "To fix this".
    var fix = "correct the document there, and load it again"
}
