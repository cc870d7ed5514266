/// A defect of a document, or a note about a possible mistake.
///
/// Notes are, for example, about misspelled or ignored keywords, examples that break their schemas, and parts that are
/// read in another way than the specification reads them.
public struct ContractDefect: Hashable, Sendable {
    /// The effect of a defect on what is checked.
    public enum Severity: String, Hashable, Sendable {
        /// The part is checked all the same.
        case note
        /// The part is not checked.
        case defect
    }

    /// The effect on what is checked.
    public let severity: Severity
    /// The location as a JSON pointer: `/components/schemas/Pet/pattern`; in GraphQL a schema coordinate: `Pet.name`.
    ///
    /// For a GraphQL operation its name, empty without one, and `Syntax` for operations that can't be parsed.
    public let pointer: String
    /// The defect: `"[a" is no regular expression: a [ is not closed`.
    public let reason: String
    /// The file's path in the folder of the document; nil for `Data`.
    public let file: String?
    /// The line in the file or data, from 1; 1 if the location is in neither.
    public let line: Int
    /// The column, from 1, which counts code points.
    public let column: Int

    init(_ error: SchemaError) {
        let position = error.location.position ?? TextPosition(line: 1, column: 1)
        severity = error.severity
        pointer = error.location.text
        reason = error.reason
        file = error.location.source?.file
        (line, column) = (position.line, position.column)
    }
}

extension ContractDefect: CustomStringConvertible {
    /// The position, the pointer and the defect: `openapi.yaml:12:5: #/components/schemas/Pet/pattern: …`.
    public var description: String {
        // A schema coordinate is no pointer, and has no slash.
        let isCoordinate = !pointer.isEmpty && !pointer.hasPrefix("/")
        var place = pointer.withShortTokens
        if !isCoordinate { place = "#\(place)" }
        let position = TextPosition(line: line, column: column).text(in: file)
        return "\(position): \(place): \(reason)"
    }
}

extension [ContractDefect] {
    /// Creates the defects of errors, each once, in the order of the files, lines and columns.
    init(_ errors: [SchemaError]) {
        self = Set(errors.map { ContractDefect($0) }).sorted {
            ($0.file ?? "", $0.line, $0.column, $0.reason) < ($1.file ?? "", $1.line, $1.column, $1.reason)
        }
    }
}
