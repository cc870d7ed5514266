import HTTPMock

/// The branches of a union that a value does not match, with the violations.
struct UnionBranches {
    private struct Branch {
        /// The index in the union, if no branch matches.
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
    /// If the discriminator names a branch, only the violations of that branch are reported. Otherwise those of the
    /// nearest branch come first, and those of the branches that the nearest branch does not exclude follow. The
    /// deepest violations of a branch come first.
    func report(_ value: JSONValue, in evaluation: inout Evaluation) {
        guard evaluation.collects else { return }
        let depth = evaluation.depthOfValue
        let named = discriminator?.branch(of: value)
        let ranked = branches.sorted { left, right in
            let (isLeftNamed, isRightNamed) = (left.index == named, right.index == named)
            if isLeftNamed != isRightNamed { return isLeftNamed }
            return rank(left, depth) < rank(right, depth)
        }
        guard let nearest = ranked.first else {
            return evaluation.report(keyword, "matches none of the 0 schemas of \(keyword)")
        }
        let name = evaluation.validator.displayName(of: nearest.schema)
        evaluation.report(
            keyword, "matches none of the \(schemas.count.counted("schema")) of \(keyword); nearest is \(name)")
        let relevant = ranked.filter { branch in
            if branch.index == nearest.index { return true }
            return nearest.index != named && !excludes(nearest, branch, depth, evaluation)
        }
        var reported: Set<[ExactText]> = []
        for branch in relevant {
            let deepestFirst = branch.violations.enumerated().sorted { left, right in
                (-left.element.path.count, left.offset) < (-right.element.path.count, right.offset)
            }
            // Several branches often have an equal violation, which is reported once.
            evaluation.report(
                deepestFirst.map(\.element).filter { violation in
                    reported.insert([ExactText(violation.instancePointer), ExactText(violation.message)]).inserted
                })
        }
    }

    /// Returns whether the nearest branch shows that another branch is for other values.
    ///
    /// If the other branch is for another type, it is excluded unless the nearest branch is so too. Any other branch is
    /// excluded if it allows only other values of a member whose value the nearest branch allows by `const` or `enum`.
    private func excludes(_ nearest: Branch, _ other: Branch, _ depth: Int, _ evaluation: Evaluation) -> Bool {
        if isOfAnotherType(other, depth) { return !isOfAnotherType(nearest, depth) }
        let validator = evaluation.validator
        return other.violations.contains { violation in
            guard violation.path.count == depth + 1, case .member(let name)? = violation.path.last else { return false }
            guard [ConstKeyword.name, EnumKeyword.name].contains(violation.keyword) else { return false }
            // The nearest branch allows the value of the member.
            guard !nearest.violations.contains(where: { $0.path == violation.path }) else { return false }
            let described = validator.shapes.shape(of: [nearest.schema]).schemas(ofMember: name) ?? []
            return validator.shapes.reachable(from: described).contains { schema in
                validator.schemas[schema].keywords.contains { $0 is ConstKeyword || $0 is EnumKeyword }
            }
        }
    }

    /// Returns whether a branch is for values of another type than the current value.
    private func isOfAnotherType(_ branch: Branch, _ depth: Int) -> Bool {
        branch.violations.contains { $0.path.count == depth && $0.keyword == TypeKeyword.name }
    }

    /// Returns the distance of a branch from the value; the least is nearest.
    ///
    /// The kind of value counts first. Then deeper violations, fewer violations and the order of the branches count.
    private func rank(_ branch: Branch, _ depth: Int) -> (kind: Int, negativeDepth: Int, count: Int, index: Int) {
        // 2 if the value itself has another type or fixed value, 1 if a member has another fixed value, or else 0.
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
