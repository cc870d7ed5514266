import HTTPMock

/// `type`: the value has one of some types.
struct TypeKeyword: NamedKeyword {
    static let name = "type"

    let types: [InstanceType]

    init(_ schema: SchemaObject) throws {
        let names: [JSONValue] =
            switch schema[Self.name] {
            case .array(let names)?: names
            case let name?: [name]
            case nil: []
            }
        types = try names.map { name in
            guard case .string(let text) = name, let type = InstanceType(rawValue: text) else {
                throw schema.error(Self.name, "\(name.shortText) is no type")
            }
            return type
        }
    }

    func document(in documentation: inout SchemaDocumentation) { documentation.types = Set(types) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        let actual = value.type
        for type in types where type == actual || type == .number && actual == .integer { return true }
        evaluation.report(Self.name) { "expected \(types.map(\.rawValue).alternatives), got \($0.shown(value))" }
        return false
    }
}

/// `const`: the value is equal to one value.
struct ConstKeyword: NamedKeyword {
    static let name = "const"

    let expected: ExactValue

    init(_ schema: SchemaObject) {
        expected = ExactValue(schema[Self.name] ?? .null)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        if expected == ExactValue(value) { return true }
        evaluation.report(Self.name) { "expected \(expected.value.shortText), got \($0.shown(value))" }
        return false
    }
}

/// `enum`: the value is equal to one of some values.
struct EnumKeyword: NamedKeyword {
    static let name = "enum"

    let values: [JSONValue]
    private let set: Set<ExactValue>

    init(_ schema: SchemaObject) throws {
        guard case .array(let values)? = schema[Self.name] else {
            throw schema.error(Self.name, "expected an array")
        }
        var set: Set<ExactValue> = []
        self.values = values.filter { set.insert(ExactValue($0)).inserted }
        self.set = set
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        if set.contains(ExactValue(value)) { return true }
        evaluation.report(Self.name) { "expected \(expectation), got \($0.shown(value))\(suggestion(for: value))" }
        return false
    }

    private var expectation: String {
        let limit = 10
        guard values.count > limit else { return values.map(\.shortText).alternatives }
        return (values.prefix(limit).map(\.shortText) + ["\(values.count - limit) more"]).alternatives
    }

    private func suggestion(for value: JSONValue) -> String {
        guard case .string(let text) = value else { return "" }
        let names = values.compactMap { value -> String? in
            if case .string(let name) = value { name } else { nil }
        }
        guard let near = NearName.nearest(to: text, in: names) else { return "" }
        return "; did you mean \(JSONValue.string(near))?"
    }
}

/// A JSON value whose strings are equal only if their code points are equal.
///
/// JSON Schema compares code points, but Swift's strings are equal if they are canonically equivalent.
struct ExactValue: Hashable {
    let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    static func == (lhs: ExactValue, rhs: ExactValue) -> Bool {
        switch (lhs.value, rhs.value) {
        case (.string(let left), .string(let right)):
            return left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { ExactValue($0) == ExactValue($1) }
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            return left.allSatisfy { name, member in right[name].map { ExactValue(member) == ExactValue($0) } ?? false }
        default:
            return lhs.value == rhs.value
        }
    }

    func hash(into hasher: inout Hasher) {
        // Equal values have equal hashes, because strings with the same code points are equal in Swift too.
        value.hash(into: &hasher)
    }
}

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

/// `pattern`: a regular expression matches somewhere in a string.
struct PatternKeyword: NamedKeyword {
    static let name = "pattern"

    let pattern: RegexMatcher

    init?(_ schema: SchemaObject) throws {
        guard let source = try schema.string(Self.name) else { return nil }
        pattern = try schema.compiler.pattern(source, at: schema.location.appending(Self.name))
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .string(let text) = value else { return true }
        switch evaluation.match(pattern, text) {
        case .matches: return true
        case .differs:
            evaluation.report(Self.name) {
                "expected a string that matches \(pattern.shownSource), got \($0.shown(value))"
            }
        case .givenUp:
            evaluation.report(Self.name, pattern.givenUpText)
        }
        return false
    }
}
