/// The reason why a text is no document, with its position.
struct DocumentSyntaxError: Error {
    let reason: String
    let position: TextPosition
}
