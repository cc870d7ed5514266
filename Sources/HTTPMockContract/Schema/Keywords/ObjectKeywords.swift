import HTTPMock

/// `properties`: members with some names match their schemas.
struct PropertiesKeyword: NamedKeyword {
    static let name = "properties"
    static let vocabulary = Vocabulary.applicator

    let schemas: [String: Int]

    init(schemas: [String: Int]) {
        self.schemas = schemas
    }

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        self.schemas = schemas
    }

    func document(in documentation: inout SchemaDocumentation) { documentation.members = schemas }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) {
            guard let schema = schemas[name] else { continue }
            evaluation.evaluated?.insert(member: name)
            if !evaluation.apply(schema, to: member, at: .member(name)) {
                isValid = false
                if !evaluation.collects { break }
            }
        }
        return isValid
    }
}

/// `patternProperties`: members whose names match a pattern match its schema.
struct PatternPropertiesKeyword: NamedKeyword {
    static let name = "patternProperties"
    static let vocabulary = Vocabulary.applicator

    let schemas: [(pattern: RegexMatcher, schema: Int)]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        let pointer = schema.location.appending(Self.name)
        self.schemas = try schemas.sorted { $0.key < $1.key }.map { source, id in
            (try schema.compiler.pattern(source, at: pointer.appending(source)), id)
        }
    }

    func document(in documentation: inout SchemaDocumentation) { documentation.memberPatterns = schemas }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) {
            for (pattern, schema) in schemas {
                switch evaluation.match(pattern, name) {
                case .differs: continue
                case .givenUp:
                    evaluation.report(Self.name, pattern.givenUpText, at: .member(name))
                    isValid = false
                case .matches:
                    evaluation.evaluated?.insert(member: name)
                    if !evaluation.apply(schema, to: member, at: .member(name)) { isValid = false }
                }
            }
            if !isValid, !evaluation.collects { break }
        }
        return isValid
    }
}

/// `additionalProperties`: members that neither `properties` nor `patternProperties` name match a schema.
struct AdditionalPropertiesKeyword: NamedKeyword {
    static let name = "additionalProperties"
    static let vocabulary = Vocabulary.applicator

    let schema: Int
    private let isForbidding: Bool
    let names: Set<String>
    let patterns: [RegexMatcher]

    init?(_ schema: SchemaObject) throws {
        guard let further = try schema.schema(Self.name) else { return nil }
        self.schema = further
        isForbidding = schema[Self.name] == .bool(false)
        names = Set(try schema.schemasByName(PropertiesKeyword.name)?.keys.map { $0 } ?? [])
        patterns = try PatternPropertiesKeyword(schema)?.schemas.map(\.pattern) ?? []
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.add(furtherMembers: schema, areForbidden: isForbidding)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) where !names.contains(name) {
            if patterns.contains(where: { evaluation.match($0, name) != .differs }) { continue }
            evaluation.evaluated?.insert(member: name)
            if isForbidding {
                evaluation.report(Self.name, at: .member(name)) { $0.forbiddenText(name) }
                isValid = false
            } else if !evaluation.apply(schema, to: member, at: .member(name)) {
                isValid = false
            }
            if !isValid, !evaluation.collects { break }
        }
        return isValid
    }
}

/// `unevaluatedProperties`: members that no neighboring keyword has evaluated match a schema.
struct UnevaluatedPropertiesKeyword: NamedKeyword {
    static let name = "unevaluatedProperties"
    static let vocabulary = Vocabulary.unevaluated

    let schema: Int
    private let isForbidding: Bool

    init?(_ schema: SchemaObject) throws {
        guard let further = try schema.schema(Self.name) else { return nil }
        self.schema = further
        isForbidding = schema[Self.name] == .bool(false)
    }

    func document(in documentation: inout SchemaDocumentation) {
        documentation.add(furtherMembers: schema, areForbidden: isForbidding)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value, let evaluated = evaluation.evaluated else { return true }
        var isValid = true
        for (name, member) in evaluation.ordered(members) where !evaluated.contains(member: name) {
            if isForbidding {
                evaluation.report(Self.name, at: .member(name)) { $0.forbiddenText(name) }
                isValid = false
            } else if !evaluation.apply(schema, to: member, at: .member(name)) {
                isValid = false
            }
        }
        evaluation.evaluated?.insertAllMembers()
        return isValid
    }
}

/// `propertyNames`: the names of members match a schema, as strings.
struct PropertyNamesKeyword: NamedKeyword {
    static let name = "propertyNames"
    static let vocabulary = Vocabulary.applicator

    let schema: Int

    init?(_ schema: SchemaObject) throws {
        guard let names = try schema.schema(Self.name) else { return nil }
        self.schema = names
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, _) in evaluation.ordered(members) {
            let outcome = evaluation.attemptName(schema, name)
            guard !outcome.isValid else { continue }
            isValid = false
            evaluation.report(
                Self.name, "the name: \(outcome.violations.first?.message ?? "not allowed")", at: .member(name))
            if !evaluation.collects { break }
        }
        return isValid
    }
}

extension Evaluation {
    /// Checks a member's name as a value of its own.
    fileprivate mutating func attemptName(
        _ schema: Int, _ name: String
    ) -> (isValid: Bool, violations: [ContractViolation]) {
        let outer = violations
        violations = []
        let isValid = apply(schema, to: .string(name), at: .member(name))
        let found = violations
        violations = outer
        return (isValid, found)
    }
}

/// `required`: an object has some members.
struct RequiredKeyword: NamedKeyword {
    static let name = "required"

    let names: [String]

    init(names: [String]) {
        self.names = names
    }

    init?(_ schema: SchemaObject) throws {
        guard let names = try schema.names(Self.name) else { return nil }
        self.names = names
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for name in names where members[name] == nil && evaluation.requires(name) {
            isValid = false
            evaluation.report(Self.name, "missing, but required\(suggestion(for: name, members))", at: .member(name))
        }
        return isValid
    }

    private func suggestion(for name: String, _ members: [String: JSONValue]) -> String {
        let others = members.keys.filter { !names.contains($0) }
        return NearName.nearest(to: name, in: others).map { "; there is \(JSONValue.string($0))" } ?? ""
    }
}

extension Evaluation {
    /// Returns whether a value that is sent in a direction needs a required member.
    func requires(_ name: String) -> Bool {
        guard let direction, let outermost = outermostSchema else { return true }
        let described = validator.shapes.shape(of: [outermost]).schemas(ofMember: name) ?? []
        let all = validator.shapes.reachable(from: described).map { validator.schemas[$0] }
        return !all.contains { direction == .request ? $0.isReadOnly : $0.isWriteOnly }
    }
}

/// `dependentRequired`: an object with one member has some other members.
struct DependentRequiredKeyword: NamedKeyword {
    static let name = "dependentRequired"

    /// Sorted by member, so that the order of violations never varies.
    let namesByMember: [(member: String, names: [String])]

    init?(_ schema: SchemaObject) throws {
        guard let names = try schema.namesByMember(Self.name) else { return nil }
        namesByMember = names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (member, names) in namesByMember where members[member] != nil {
            for name in names where members[name] == nil {
                isValid = false
                evaluation.report(
                    Self.name, "missing, but required next to \(member.quoted)", at: .member(name))
            }
        }
        return isValid
    }
}

/// `dependentSchemas`: an object with some member matches a schema.
struct DependentSchemasKeyword: NamedKeyword {
    static let name = "dependentSchemas"
    static let vocabulary = Vocabulary.applicator

    /// Sorted by name, so that the order of violations never varies.
    let schemas: [(name: String, schema: Int)]

    init?(_ schema: SchemaObject) throws {
        guard let schemas = try schema.schemasByName(Self.name) else { return nil }
        self.schemas = schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var inPlaceSchemas: [Int] { schemas.map(\.schema) }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        guard case .object(let members) = value else { return true }
        var isValid = true
        for (name, schema) in schemas where members[name] != nil && !evaluation.apply(schema, to: value) {
            isValid = false
        }
        return isValid
    }
}

extension Evaluation {
    /// Returns the text for a member that is not allowed.
    func forbiddenText(_ name: String) -> String {
        guard let outermost = outermostSchema else { return "not allowed" }
        let names = validator.shapes.shape(of: [outermost]).memberNames
        let near = NearName.nearest(to: name, in: names.filter { $0 != name })
        return "not allowed\(near.map { "; did you mean \(JSONValue.string($0))?" } ?? "")"
    }
}
