/// A defect of a document, which leaves the schema or the security scheme that has the defect unchecked.
public struct ContractDefect: Hashable, Sendable {
    /// The location as a JSON pointer: `/components/schemas/Pet/pattern`.
    public let pointer: String
    /// The defect: `"[a" is no regular expression: a [ is not closed`.
    public let reason: String
    /// The path of the file in the folder of the document; nil for a document from `Data`.
    public let file: String?
    /// The line in the file or data, from 1.
    public let line: Int
    /// The column, from 1, which counts code points.
    public let column: Int

    init(_ error: SchemaError) {
        let position = error.location.position ?? TextPosition(line: 1, column: 1)
        pointer = error.location.text
        reason = error.reason
        file = error.location.source?.file
        (line, column) = (position.line, position.column)
    }
}

extension ContractDefect: CustomStringConvertible {
    /// The position, the pointer and the defect: `openapi.yaml:12:5: #/components/schemas/Pet/pattern: …`.
    public var description: String {
        "\(TextPosition(line: line, column: column).text(in: file)): #\(pointer): \(reason)"
    }
}

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
