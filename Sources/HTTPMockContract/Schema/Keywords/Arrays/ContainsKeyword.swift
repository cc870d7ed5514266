import HTTPMock

/// `contains`, with `minContains` and `maxContains`: some elements of an array match a schema.
struct ContainsKeyword: NamedKeyword {
    static let name = "contains"
    static let vocabulary = Vocabulary.applicator

    let schema: Int
    let minimum: Int
    private let maximum: Int?

    init?(_ schema: SchemaObject) throws {
        guard let element = schema.schema(Self.name) else { return nil }
        self.schema = element
        // The counts belong to another vocabulary than the keyword.
        if schema.dialect.has(.validation) {
            minimum = try schema.count("minContains") ?? 1
            maximum = try schema.count("maxContains")
        } else {
            minimum = 1
            maximum = nil
        }
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .array(let elements) = value else { return true }
        var count = 0
        let violationsBefore = evaluation.violations
        for (index, element) in elements.enumerated()
        where evaluation.apply(schema, to: element, at: .element(index)) {
            evaluation.evaluated?.insert(element: index)
            count += 1
        }
        // An element that does not match is no violation.
        evaluation.violations = violationsBefore
        if count < minimum {
            evaluation.report(Self.name, "expected at least \(minimum.counted("matching element")), got \(count)")
            return false
        }
        if let maximum, count > maximum {
            evaluation.report(Self.name, "expected at most \(maximum.counted("matching element")), got \(count)")
            return false
        }
        return true
    }
}
