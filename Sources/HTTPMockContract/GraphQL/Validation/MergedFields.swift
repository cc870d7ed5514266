import HTTPMock

/// Finds fields with the same response name that can't be one field of a response.
///
/// The fields of a selection set and of its fragments are grouped by response name. Each group needs one shape; fields
/// of a group whose parents may be the same object need one name and equal arguments too. Both relations are
/// transitive between known types, so that a group is compared with its first field, and the work grows with the number
/// of fields.
///
/// - SeeAlso: [GraphQL §5.3.2](https://spec.graphql.org/September2025/#sec-Field-Selection-Merging)
struct MergedFields {
    /// A field with the type that it is selected from.
    private struct Member {
        let field: Syntax.Field
        let parent: Int?
        let definition: SchemaField?
    }

    /// The fields with one response name.
    private struct Group {
        let name: String
        var members: [Member]
    }

    /// One of the selection sets that are merged, with the type that it selects from.
    private struct Part: Hashable {
        let set: Syntax.SelectionSet
        let parent: Int?
    }

    private let document: OperationDocument
    private let schema: TypeSystem
    private var issues: [OperationIssue] = []
    private var shapesChecked: Set<[Part]> = []
    private var namesChecked: Set<[Part]> = []
    /// The selections that may still be collected, so that no document takes for ever.
    private var budget = 2_000_000

    private static let rule = "OverlappingFieldsCanBeMerged"

    /// Returns the conflicts of a document.
    static func issues(of document: OperationDocument, _ schema: TypeSystem) -> [OperationIssue] {
        var merged = MergedFields(document: document, schema: schema)
        for definition in document.definitions {
            switch definition {
            case .operation(let operation):
                merged.check([Part(set: operation.selectionSet, parent: schema.roots[operation.kind])])
            case .fragment(let fragment):
                let parent = schema.number(of: fragment.condition.text)
                merged.check([Part(set: fragment.selectionSet, parent: parent)])
            default: break
            }
        }
        return merged.issues
    }

    private init(document: OperationDocument, schema: TypeSystem) {
        self.document = document
        self.schema = schema
    }

    private mutating func check(_ parts: [Part]) {
        checkShapes(of: parts)
        checkNames(of: parts)
    }

    // MARK: - Groups

    private mutating func groups(of parts: [Part]) -> [Group] {
        var groups: [Group] = []
        var numbers: [String: Int] = [:]
        var visited: Set<String> = []
        for part in parts { collect(part.set, of: part.parent, &groups, &numbers, &visited) }
        return groups
    }

    /// Returns the groups of selection sets that were not checked before; none the second time.
    private mutating func groups(
        of parts: [Part], notIn checked: WritableKeyPath<MergedFields, Set<[Part]>>
    ) -> ArraySlice<Group> {
        guard !parts.isEmpty, self[keyPath: checked].insert(parts).inserted else { return [] }
        return groups(of: parts)[...]
    }

    /// Adds the fields of a selection set and of its fragments to groups.
    ///
    /// - Parameters:
    ///   - set: The selection set.
    ///   - parent: The number of the type that is selected from; nil if it is not known.
    ///   - groups: The groups.
    ///   - numbers: The index of each group, by its response name.
    ///   - visited: The names of the spread fragments that were followed before.
    private mutating func collect(
        _ set: Syntax.SelectionSet, of parent: Int?, _ groups: inout [Group], _ numbers: inout [String: Int],
        _ visited: inout Set<String>
    ) {
        for selection in set.selections {
            budget -= 1
            guard budget > 0 else { return }
            switch selection {
            case .field(let field):
                let definition = parent.flatMap { schema.field(field.name.text, of: $0) }
                let member = Member(field: field, parent: parent, definition: definition)
                let name = field.responseName
                if let number = numbers[name] {
                    groups[number].members.append(member)
                } else {
                    numbers[name] = groups.count
                    groups.append(Group(name: name, members: [member]))
                }
            case .inline(let fragment):
                var type = parent
                if let condition = fragment.condition { type = schema.number(of: condition.text) }
                collect(fragment.selectionSet, of: type, &groups, &numbers, &visited)
            case .spread(let spread):
                guard visited.insert(spread.name.text).inserted,
                    let fragment = document.fragments[spread.name.text]
                else { continue }
                let type = schema.number(of: fragment.condition.text)
                collect(fragment.selectionSet, of: type, &groups, &numbers, &visited)
            }
        }
    }

    /// Returns the selection sets of fields, each once, with the types that they select from.
    private func parts(of members: [Member]) -> [Part] {
        var known: Set<Part> = []
        return members.compactMap { member in
            guard let set = member.field.selectionSet else { return nil }
            let type = member.definition?.type.type
            let isComposite = type.map { schema.types[$0].isComposite } ?? false
            let part = Part(set: set, parent: isComposite ? type : nil)
            return known.insert(part).inserted ? part : nil
        }
    }

    // MARK: - Shapes

    /// Checks the shapes of groups, and of the groups inside of them.
    ///
    /// The check does not recurse into the fields of a group, because fields in fragments may nest deeper than a stack.
    private mutating func checkShapes(of parts: [Part]) {
        // The groups that are still to be checked, from the outermost selection sets to the current ones.
        var waiting = [groups(of: parts, notIn: \.shapesChecked)]
        while !waiting.isEmpty {
            guard let group = waiting[waiting.count - 1].popFirst() else {
                waiting.removeLast()
                continue
            }
            let typed = group.members.filter { $0.definition != nil }
            if let firstType = typed.first?.definition?.type {
                for member in typed.dropFirst() {
                    guard let type = member.definition?.type, !isSameShape(firstType, type) else { continue }
                    report(group, member, "\(schema.text(of: firstType)) and \(schema.text(of: type))")
                }
            }
            waiting.append(groups(of: self.parts(of: group.members), notIn: \.shapesChecked))
        }
    }

    private func isSameShape(_ left: TypeReference, _ right: TypeReference) -> Bool {
        guard left.wrappers == right.wrappers else { return false }
        guard let leftType = left.type, let rightType = right.type else { return true }
        if leftType == rightType { return true }
        return schema.types[leftType].isComposite && schema.types[rightType].isComposite
    }

    // MARK: - Names and arguments

    /// Checks the names and arguments of groups, and of the groups inside of them.
    ///
    /// The check does not recurse into the fields of a group, for the reason of ``checkShapes(of:)``.
    private mutating func checkNames(of parts: [Part]) {
        var waiting = [groupsOfOneObject(of: parts)]
        while !waiting.isEmpty {
            guard let group = waiting[waiting.count - 1].popFirst() else {
                waiting.removeLast()
                continue
            }
            guard let first = group.members.first?.field else { continue }
            for member in group.members.dropFirst() {
                if member.field.name.text != first.name.text {
                    report(group, member, "the fields \(first.name.text) and \(member.field.name.text)")
                } else if !Self.areEqual(first.arguments, member.field.arguments) {
                    report(group, member, "different arguments of \(first.name.text)")
                }
            }
            waiting.append(groupsOfOneObject(of: self.parts(of: group.members)))
        }
    }

    /// Returns the groups of selection sets whose names were not checked before, split by ``membersOfOneObject(_:)``.
    private mutating func groupsOfOneObject(of parts: [Part]) -> ArraySlice<Group> {
        let groups = groups(of: parts, notIn: \.namesChecked)
        return groups.flatMap { group in
            membersOfOneObject(group.members).map { Group(name: group.name, members: $0) }
        }[...]
    }

    /// Splits fields into lists, in each of which the parents may be the same object.
    ///
    /// A field of an interface, a union or an unknown type is in every list.
    private func membersOfOneObject(_ members: [Member]) -> [[Member]] {
        let isObject = { (member: Member) in
            member.parent.map { self.schema.types[$0].kind == .object } ?? false
        }
        var types: [Int] = []
        for member in members where isObject(member) {
            if let parent = member.parent, !types.contains(parent) { types.append(parent) }
        }
        guard types.count > 1 else { return [members] }
        return types.map { type in members.filter { $0.parent == type || !isObject($0) } }
    }

    private mutating func report(_ group: Group, _ member: Member, _ conflict: String) {
        let fix = "give one of them another name"
        issues.append(
            OperationIssue(
                rule: Self.rule, message: "\(group.name) would be \(conflict) in one response; \(fix)",
                offset: member.field.offset))
    }

    private static func areEqual(_ left: [Syntax.Argument], _ right: [Syntax.Argument]) -> Bool {
        guard left.count == right.count else { return false }
        return left.allSatisfy { argument in
            right.contains { $0.name.text == argument.name.text && areEqual($0.value, argument.value) }
        }
    }

    private static func areEqual(_ left: Syntax.Value, _ right: Syntax.Value) -> Bool {
        switch (left.kind, right.kind) {
        case (.variable(let left), .variable(let right)), (.int(let left), .int(let right)),
            (.float(let left), .float(let right)), (.string(let left), .string(let right)),
            (.enumValue(let left), .enumValue(let right)):
            left.hasSameCodeUnits(as: right)
        case (.boolean(let left), .boolean(let right)): left == right
        case (.null, .null): true
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
        case (.object(let left), .object(let right)): areEqual(left, right)
        default: false
        }
    }
}
