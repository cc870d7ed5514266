import HTTPMock

/// `multipleOf`: a number is a whole multiple of another, in exact decimals.
struct MultipleOfKeyword: Keyword {
    static let name = "multipleOf"

    private let divisor: JSONNumber

    init?(_ schema: SchemaObject) throws {
        guard let divisor = try schema.number(Self.name) else { return nil }
        guard divisor > JSONNumber(0) else { throw schema.error(Self.name, "expected more than 0, got \(divisor)") }
        self.divisor = divisor
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .number(let number) = value, !number.isMultiple(of: divisor) else { return true }
        evaluation.report(Self.name) { "expected a multiple of \(divisor), got \($0.shown(value))" }
        return false
    }
}
