import HTTPMock

/// `anyOf` and `oneOf`: the value matches at least one, or exactly one, of some schemas.
struct UnionKeyword: Keyword {
    /// The keywords of a union, by the number of schemas that must match.
    enum Rule: String, CaseIterable, Sendable {
        case anyOf
        case oneOf
    }

    let rule: Rule
    let inPlaceSchemas: [Int]
    let discriminator: Discriminator?

    /// Compiles the keyword of a schema that has it.
    ///
    /// - Throws: ``SchemaError`` if its value is no array of schemas.
    init?(_ rule: Rule, _ schema: SchemaObject) throws {
        guard let schemas = try schema.schemas(rule.rawValue) else { return nil }
        self.rule = rule
        inPlaceSchemas = schemas
        discriminator = try Discriminator(schema, of: rule.rawValue)
    }

    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool {
        var branches = UnionBranches(of: rule.rawValue, inPlaceSchemas, discriminator)
        var matching: [Int] = []
        for schema in inPlaceSchemas {
            let outcome = evaluation.attempt(schema, value)
            guard outcome.isValid else {
                branches.add(outcome.violations, of: schema)
                continue
            }
            matching.append(schema)
            switch rule {
            // Further branches are evaluated only if another keyword needs the evaluated parts.
            case .anyOf: if evaluation.evaluated == nil { return true }
            case .oneOf: if matching.count > 1, !evaluation.collects { return false }
            }
        }
        if matching.isEmpty { branches.report(value, in: &evaluation) }
        guard rule == .oneOf, matching.count > 1 else { return !matching.isEmpty }
        evaluation.report(rule.rawValue) { evaluation in
            "matches \(matching.count) of the \(inPlaceSchemas.count) schemas of oneOf, expected one: "
                + matching.map { evaluation.validator.displayName(of: $0) }.joined(separator: ", ")
        }
        return false
    }
}

/// The branches of a union that a value does not match, with the violations.
struct UnionBranches {
    private struct Branch {
        let index: Int
        let schema: Int
        let violations: [ContractViolation]
    }

    private let keyword: String
    private let schemas: [Int]
    private let discriminator: Discriminator?
    private var branches: [Branch] = []

    init(of keyword: String, _ schemas: [Int], _ discriminator: Discriminator?) {
        self.keyword = keyword
        self.schemas = schemas
        self.discriminator = discriminator
    }

    /// Adds a branch that does not match.
    mutating func add(_ violations: [ContractViolation], of schema: Int) {
        branches.append(Branch(index: branches.count, schema: schema, violations: violations))
    }

    /// Reports that no branch matches.
    ///
    /// The branch that the discriminator names comes first, then the nearest branch. The deepest violations of a branch
    /// come first.
    func report(_ value: JSONValue, in evaluation: inout Evaluation) {
        guard evaluation.collects else { return }
        let depth = evaluation.depthOfValue
        let named = discriminator?.branch(of: value)
        let ranked = branches.sorted { left, right in
            if (left.index == named) != (right.index == named) { return left.index == named }
            return rank(left, depth) < rank(right, depth)
        }
        guard let nearest = ranked.first else {
            return evaluation.report(keyword, "matches none of the 0 schemas of \(keyword)")
        }
        let name = evaluation.validator.displayName(of: nearest.schema)
        evaluation.report(
            keyword, "matches none of the \(schemas.count.counted("schema")) of \(keyword); nearest is \(name)")
        let relevant = ranked.filter { branch in
            branch.index == nearest.index || nearest.index != named && !excludes(nearest, branch, depth, evaluation)
        }
        var known: Set<[String]> = []
        for branch in relevant {
            let deepestFirst = branch.violations.enumerated().sorted { left, right in
                (-left.element.path.count, left.offset) < (-right.element.path.count, right.offset)
            }
            // Several branches often have an equal violation, which is reported once.
            evaluation.report(
                deepestFirst.map(\.element).filter { known.insert([$0.instancePointer, $0.message]).inserted })
        }
    }

    /// Returns whether the nearest branch shows that another branch is for other values.
    ///
    /// The other branch is for another type, or it allows only other values of a member whose value the nearest branch
    /// allows by `const` or `enum`.
    private func excludes(_ nearest: Branch, _ other: Branch, _ depth: Int, _ evaluation: Evaluation) -> Bool {
        let isOfAnotherType = { (branch: Branch) in
            branch.violations.contains { $0.path.count == depth && $0.keyword == TypeKeyword.name }
        }
        if isOfAnotherType(other) { return !isOfAnotherType(nearest) }
        let validator = evaluation.validator
        return other.violations.contains { violation in
            guard violation.path.count == depth + 1, case .member(let name)? = violation.path.last,
                [ConstKeyword.name, EnumKeyword.name].contains(violation.keyword),
                !nearest.violations.contains(where: { $0.path == violation.path })
            else { return false }
            let described = validator.shapes.shape(of: [nearest.schema]).schemas(ofMember: name) ?? []
            return validator.shapes.reachable(from: described).contains { schema in
                validator.schemas[schema].keywords.contains { $0 is ConstKeyword || $0 is EnumKeyword }
            }
        }
    }

    /// Returns the distance of a branch from the value.
    ///
    /// The kind of value counts first, then the depth and the number of the violations.
    private func rank(_ branch: Branch, _ depth: Int) -> (Int, Int, Int, Int) {
        let kind =
            branch.violations.map { violation in
                switch (violation.path.count - depth, violation.keyword) {
                case (0, TypeKeyword.name), (0, ConstKeyword.name), (0, EnumKeyword.name): 2
                case (1, ConstKeyword.name), (1, EnumKeyword.name): 1
                default: 0
                }
            }.max() ?? 0
        let shallowest = branch.violations.map(\.path.count).min() ?? 0
        return (kind, -shallowest, branch.violations.count, branch.index)
    }
}

extension SchemaValidator {
    /// Returns a schema's pointer for messages; a mere reference has its target's.
    func displayName(of schema: Int) -> String { displayPointer(of: schema).pointer.description }

    /// Returns the location of a schema; for a mere reference, the location of its target.
    func displayPointer(of schema: Int) -> DocumentLocation { schemas[targetOfReference(schema)].pointer }

    /// Returns the target of a mere reference; any other schema is returned itself.
    func targetOfReference(_ schema: Int) -> Int {
        var schema = schema
        var seen: Set<Int> = []
        while seen.insert(schema).inserted, let reference = schemas[schema].keywords.first as? RefKeyword,
            schemas[schema].keywords.count == 1
        {
            schema = reference.target
        }
        return schema
    }
}
