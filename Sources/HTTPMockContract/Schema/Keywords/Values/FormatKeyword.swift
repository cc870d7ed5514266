import HTTPMock

/// `format`: a string or a number is of a known format; unknown formats are ignored.
struct FormatKeyword: NamedKeyword {
    static let name = "format"
    static let vocabulary = Vocabulary.formatAnnotation

    let format: Format

    init?(_ schema: SchemaObject) throws {
        guard schema.compiler.assertsFormats, let name = try schema.string(Self.name),
            let format = Format(rawValue: name)
        else { return nil }
        self.format = format
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        if format.matches(value) { return true }
        evaluation.report(Self.name) {
            "expected \(format.article) \(format.rawValue)\(format.missingPart(of: value)), got \($0.shown(value))"
        }
        return false
    }
}
