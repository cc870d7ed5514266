/// A defect of a schema or of the client's operations, or a note about a possible mistake in them.
struct SchemaDefect: Sendable {
    /// The schema coordinate, as in `Repository.name`, or the name of an operation, which is empty without a name.
    ///
    /// It is `Syntax` for a document of operations that can't be parsed.
    let coordinate: String
    /// The defect, without a full stop.
    let reason: String
    let place: DefinitionPlace
    var severity = ContractDefect.Severity.defect
}

extension ContractDefect {
    /// Creates the public form of a defect.
    init(_ defect: SchemaDefect, in sources: [GraphQLSource]) {
        let source = sources[defect.place.source]
        let position = source.position(of: defect.place.offset)
        severity = defect.severity
        pointer = defect.coordinate
        reason = defect.reason
        file = source.file
        (line, column) = (position.line, position.column)
    }

    /// Creates a defect of an operation whose text is a value in a manifest.
    init(_ reason: String, coordinate: String, at location: DocumentLocation, _ severity: Severity = .defect) {
        let position = location.position ?? TextPosition(line: 1, column: 1)
        self.severity = severity
        pointer = coordinate
        self.reason = reason
        file = location.source?.file
        (line, column) = (position.line, position.column)
    }
}
