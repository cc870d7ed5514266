import HTTPMock

/// A keyword for a limit, such as `minimum`, `maxLength` and `maxItems`.
struct LimitKeyword: Keyword {
    /// The limits by the names of their keywords, in the order of their checks.
    enum Rule: String, CaseIterable, Sendable {
        case minimum
        case exclusiveMinimum
        case maximum
        case exclusiveMaximum
        case multipleOf
        case minLength
        case maxLength
        case minItems
        case maxItems
        case minProperties
        case maxProperties
    }

    let rule: Rule
    /// The limit as a number.
    let number: JSONNumber
    /// The limit of a length or count, at most the largest `Int`; 0 for limits of numbers.
    let count: Int

    /// Compiles the keyword of a schema that has it.
    ///
    /// - Throws: ``SchemaError`` if its value is not a number, or not a count where one is expected, and for a
    ///   `multipleOf` of 0 or less.
    init?(_ rule: Rule, _ schema: SchemaObject) throws {
        guard let number = try schema.number(rule.rawValue) else { return nil }
        if rule == .multipleOf, number <= JSONNumber(0) {
            throw schema.error(rule.rawValue, "expected more than 0, got \(number.description.short)")
        }
        self.rule = rule
        self.number = number
        if rule.isOfNumbers {
            count = 0
        } else {
            count = try schema.count(rule.rawValue) ?? 0
        }
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        switch (rule, value) {
        case (.minimum, .number(let actual)) where actual < number,
            (.exclusiveMinimum, .number(let actual)) where actual <= number,
            (.maximum, .number(let actual)) where actual > number,
            (.exclusiveMaximum, .number(let actual)) where actual >= number,
            (.multipleOf, .number(let actual)) where !actual.isMultiple(of: number):
            evaluation.report(rule.rawValue) {
                "expected \(rule.comparison) \(number.description.short), got \($0.shown(value))"
            }
            return false
        case (.minLength, .string(let text)), (.maxLength, .string(let text)):
            return check(text.unicodeScalars.count, "character", &evaluation)
        case (.minItems, .array(let elements)), (.maxItems, .array(let elements)):
            return check(elements.count, "element", &evaluation)
        case (.minProperties, .object(let members)), (.maxProperties, .object(let members)):
            return check(members.count, "member", &evaluation)
        default: return true
        }
    }

    private func check(_ actual: Int, _ noun: String, _ evaluation: inout Evaluation) -> Bool {
        if rule.isLeastCount, actual >= count { return true }
        if !rule.isLeastCount, actual <= count { return true }
        evaluation.report(rule.rawValue, "expected \(rule.comparison) \(count.counted(noun)), got \(actual)")
        return false
    }
}

extension LimitKeyword.Rule {
    /// True for limits of numbers, false for those of lengths and counts.
    var isOfNumbers: Bool {
        switch self {
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: true
        default: false
        }
    }

    /// True for the least length or count that is allowed.
    var isLeastCount: Bool {
        [.minLength, .minItems, .minProperties].contains(self)
    }

    /// The words between "expected" and the limit.
    fileprivate var comparison: String {
        switch self {
        case .minimum, .minLength, .minItems, .minProperties: "at least"
        case .maximum, .maxLength, .maxItems, .maxProperties: "at most"
        case .exclusiveMinimum: "more than"
        case .exclusiveMaximum: "less than"
        case .multipleOf: "a multiple of"
        }
    }
}
