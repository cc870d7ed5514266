import HTTPMock

/// Checks the `data` of an answer against the shape of its operation.
///
/// - SeeAlso: [GraphQL, CompleteValue](https://spec.graphql.org/September2025/#CompleteValue())
struct AnswerChecker: Sendable {
    private let schema: TypeSystem
    private let shape: AnswerShape
    private let assertsScalars: Bool
    private var issues: [GraphQLIssue] = []
    private var path: [PathStep]
    /// The values that may still be checked, so that no answer takes for ever; negative if there were more.
    private var budget: Int

    /// The most values that one check looks at.
    private static let valueLimit = 1_000_000
    /// The most issues that one check collects.
    private static let limit = Evaluation.violationLimit
    /// The most names that a message lists.
    private static let nameLimit = 10

    /// Returns the breaches of `data`, which is an object.
    ///
    /// - Parameters:
    ///   - data: The value.
    ///   - shape: The shape of the operation's answer.
    ///   - schema: The type system.
    ///   - path: The location of the value.
    ///   - assertsScalars: Whether custom scalars must have the format that their names promise.
    ///   - budget: The most values that are checked; a further value is an issue.
    static func issues(
        of data: JSONValue, _ shape: AnswerShape, _ schema: TypeSystem, at path: [PathStep], assertsScalars: Bool,
        budget: Int = valueLimit
    ) -> [GraphQLIssue] {
        let checker = AnswerChecker(
            schema: schema, shape: shape, assertsScalars: assertsScalars, path: path, budget: budget)
        guard data.isDeep else { return checker.issues(of: data) }
        // The check throws no error.
        return (try? LargeStack.run { checker.issues(of: data) }) ?? []
    }

    private func issues(of data: JSONValue) -> [GraphQLIssue] {
        var checker = self
        checker.check(data, selection: shape.root, nil)
        guard checker.budget < 0 else { return checker.issues }
        let reason = "the check needs more than 1,000,000 steps, so the rest is not checked"
        return checker.issues + [GraphQLIssue(rule: GraphQLIssue.limit, message: reason, path: path)]
    }

    private init(schema: TypeSystem, shape: AnswerShape, assertsScalars: Bool, path: [PathStep], budget: Int) {
        self.schema = schema
        self.shape = shape
        self.assertsScalars = assertsScalars
        self.path = path
        self.budget = budget
    }

    private mutating func report(
        _ rule: String, _ message: String, _ field: AnswerShape.Field?, at name: String? = nil,
        isUndocumented: Bool = false, isNearMiss: Bool = false
    ) {
        guard issues.count < Self.limit else { return }
        let steps = name.map { [PathStep.member($0)] } ?? []
        issues.append(
            GraphQLIssue(
                rule: rule, message: message, path: path + steps, coordinate: field?.coordinate,
                offset: field?.offset, isUndocumented: isUndocumented, isNearMiss: isNearMiss))
    }

    // MARK: Values

    private mutating func check(_ value: JSONValue, _ type: TypeReference, _ field: AnswerShape.Field) {
        budget -= 1
        guard budget >= 0, let number = type.type else { return }
        if case .null = value {
            if type.isNonNull { report("type", "null, but \(schema.text(of: type)) is never null", field) }
            return
        }
        if type.isList {
            guard case .array(let elements) = value else {
                return report("type", "expected a list, \(schema.text(of: type)), got \(shown(value))", field)
            }
            for (index, element) in elements.enumerated() {
                path.append(.element(index))
                check(element, type.ofElements, field)
                path.removeLast()
            }
        } else if let selection = field.selection {
            check(value, selection: selection, field)
        } else {
            checkLeaf(value, number, field)
        }
    }

    private mutating func checkLeaf(_ value: JSONValue, _ type: Int, _ field: AnswerShape.Field) {
        if let scalar = field.scalar { return checkBuiltIn(value, scalar, field) }
        if schema.types[type].kind == .enumeration { return checkEnum(value, type, field) }
        if assertsScalars { checkCustom(value, schema.types[type], field) }
    }

    private mutating func checkBuiltIn(_ value: JSONValue, _ scalar: BuiltInScalar, _ field: AnswerShape.Field) {
        switch (scalar, value) {
        case (.string, .string), (.boolean, .bool), (.id, .string), (.float, .number): break
        case (.int, .number(let number)) where number.isInteger:
            if !Format.int32.matches(value) {
                report("type", "expected an Int of 32 bits, got \(shown(value))", field)
            }
        case (.id, .number(let number)) where number.isInteger:
            report(GraphQLIssue.integerID, "an integer, but an ID is a string", field, isUndocumented: true)
        default: report("type", "expected \(scalar.rawValue), got \(shown(value))", field)
        }
    }

    private mutating func checkEnum(_ value: JSONValue, _ number: Int, _ field: AnswerShape.Field) {
        guard case .string(let name) = value else {
            return report("enum", "expected a value of \(schema.types[number].name), got \(shown(value))", field)
        }
        guard schema.types[number].valueNumbers[name] == nil else { return }
        let names = schema.types[number].values.map(\.name)
        let hint = NearName.hint(NearName.nearest(to: name, in: names))
        report("enum", "expected \(Self.some(names)), got \(shown(value))\(hint)", field)
    }

    private mutating func checkCustom(_ value: JSONValue, _ type: NamedType, _ field: AnswerShape.Field) {
        guard let scalar = KnownScalar(type), !scalar.matches(value) else { return }
        report("format", "expected \(scalar.expectation) (\(type.name)), got \(shown(value))", field)
    }

    private func shown(_ value: JSONValue) -> String { value.shown(at: path) }

    // MARK: Objects

    private mutating func check(_ value: JSONValue, selection number: Int, _ field: AnswerShape.Field?) {
        let selection = shape.selections[number]
        guard case .object(let members) = value else {
            let name = schema.types[selection.type].name
            return report("type", "expected an object, \(name), got \(shown(value))", field)
        }
        if let type = selection.type(namedIn: members, schema), let branch = selection.branchOfType[type] {
            checkOtherTypename(of: members, selection.branches[branch], selection, type: type, field)
            return check(members, selection.branches[branch], field, type: type)
        }
        guard selection.branches.count > 1 else {
            if let only = selection.branches.first {
                checkOtherTypename(of: members, only, selection, type: nil, field)
                check(members, only, field, type: nil)
            }
            return
        }
        checkNearest(members, selection, field)
    }

    /// Checks a `__typename` that the branch does not select; the type is nil if the object's type is not known.
    private mutating func checkOtherTypename(
        of members: JSONObject, _ branch: AnswerShape.Branch, _ selection: AnswerShape.Selection, type: Int?,
        _ field: AnswerShape.Field?
    ) {
        let name = "__typename"
        guard branch.numbers[name] == nil, let value = members[name] else { return }
        path.append(.member(name))
        checkTypename(value, type.map { [$0] } ?? selection.branchOfType.keys.sorted(), field)
        path.removeLast()
    }

    private func typeNames(_ types: [Int]) -> String {
        Self.some(types.map { schema.types[$0].name })
    }

    /// Returns the first names for messages, and the number of the others.
    private static func some(_ names: [String]) -> String {
        guard names.count > nameLimit else { return names.alternatives }
        return (names.prefix(nameLimit) + ["\(names.count - nameLimit) more"]).alternatives
    }

    /// Checks the members of an object, whose type is nil if it is not known.
    private mutating func check(
        _ members: JSONObject, _ branch: AnswerShape.Branch, _ field: AnswerShape.Field?, type: Int?
    ) {
        var found = 0
        for selected in branch.fields {
            guard let value = members[selected.responseName] else {
                if !selected.isOptional { reportMissing(selected) }
                continue
            }
            found += 1
            path.append(.member(selected.responseName))
            if selected.name == "__typename" {
                checkTypename(value, type.map { [$0] } ?? branch.types, selected)
            } else {
                check(value, selected.type, selected)
            }
            path.removeLast()
        }
        if members.count > found { reportUndocumented(members, branch, field) }
    }

    private mutating func reportMissing(_ selected: AnswerShape.Field) {
        let end = selected.type.isNonNull ? " and not null" : ""
        report("required", "missing, but selected\(end)", selected, at: selected.responseName)
    }

    private mutating func checkTypename(_ value: JSONValue, _ types: [Int], _ field: AnswerShape.Field?) {
        if case .string(let text) = value, let type = schema.number(of: text), types.contains(type) { return }
        report("typename", "expected \(typeNames(types)), got \(shown(value))", field)
    }

    private mutating func reportUndocumented(
        _ members: JSONObject, _ branch: AnswerShape.Branch, _ field: AnswerShape.Field?
    ) {
        let missing = branch.fields.map(\.responseName).filter { members[$0] == nil }
        for name in members.names(otherThan: { branch.numbers[$0] != nil || $0 == "__typename" }) {
            let near = NearName.nearest(to: name, in: missing)
            report(
                "selection", "not selected\(NearName.hint(near))", field, at: name, isUndocumented: true,
                isNearMiss: near != nil)
        }
    }

    // MARK: Objects without a type

    /// Checks an object whose type is not known: one branch has to fit.
    ///
    /// The issues of the nearest branch are reported.
    private mutating func checkNearest(
        _ members: JSONObject, _ selection: AnswerShape.Selection, _ field: AnswerShape.Field?
    ) {
        let missingCounts = selection.branches.map { branch in
            branch.fields.count { !$0.isOptional && members[$0.responseName] == nil }
        }
        // The branches that lack the fewest members come first; of equal ones, the first of the schema.
        let order = selection.branches.indices.sorted { (missingCounts[$0], $0) < (missingCounts[$1], $1) }
        var best: [GraphQLIssue]?
        for index in order {
            // A branch without issues is the nearest one, whatever the later branches have.
            if let best, best.isEmpty { break }
            // Each missing member is a failure, so the later branches have no fewer failures than the best one.
            let missingCount = missingCounts[index]
            if let best, missingCount > 0, missingCount >= Self.failureCount(best) { break }
            // The issues of each branch are collected by themselves.
            let earlierIssues = issues
            issues = []
            checkOtherTypename(of: members, selection.branches[index], selection, type: nil, field)
            check(members, selection.branches[index], field, type: nil)
            let found = issues
            issues = earlierIssues
            best = best.map { Self.nearer($0, found) } ?? found
        }
        issues += (best ?? []).prefix(max(0, Self.limit - issues.count))
    }

    private static func failureCount(_ issues: [GraphQLIssue]) -> Int { issues.count { !$0.isUndocumented } }

    /// Returns the issues of the branch with fewer failures, or else with fewer issues.
    ///
    /// If neither branch has a failure, an issue counts only if the other branch has one at the same location too.
    private static func nearer(_ left: [GraphQLIssue], _ right: [GraphQLIssue]) -> [GraphQLIssue] {
        let leftCount = failureCount(left)
        let rightCount = failureCount(right)
        if leftCount != rightCount { return leftCount < rightCount ? left : right }
        guard leftCount == 0 else { return left.count <= right.count ? left : right }
        let paths = Set(right.map(\.path))
        return left.filter { paths.contains($0.path) }
    }
}
