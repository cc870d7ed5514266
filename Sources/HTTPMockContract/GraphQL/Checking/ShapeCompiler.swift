/// Merges the selections of an operation into the shape of its answer.
///
/// - SeeAlso: [GraphQL §6.3.2](https://spec.graphql.org/September2025/#sec-Field-Collection)
struct ShapeCompiler {
    /// A selection set that is merged with others.
    private struct Part: Hashable {
        let set: Syntax.SelectionSet
        /// Whether an answer may lack the set, because a deciding variable is not known or because of `@client`.
        let isOptional: Bool
    }

    /// The type and the parts of a selection, which is compiled once.
    private struct Key: Hashable {
        let type: Int
        let parts: [Part]
    }

    /// One occurrence of a field.
    private struct Occurrence {
        let field: Syntax.Field
        let isOptional: Bool
    }

    /// The occurrences of the fields with one response name.
    private struct Group {
        let name: String
        var occurrences: [Occurrence]
    }

    /// The fields of one object type, as far as they tell types apart.
    private struct Signature: Hashable {
        /// The byte of each occurrence.
        let offsets: [Int]
        /// Whether each occurrence is optional.
        let optionalOccurrences: [Bool]
        /// The type of each response name.
        let types: [TypeReference?]
        /// Whether each response name is optional.
        let optionalNames: [Bool]
    }

    private let document: OperationDocument
    private let schema: TypeSystem
    /// The values of variables that `@skip` and `@include` use, as far as they are known.
    private let conditions: [String: Bool]
    /// The selections; nil for one that is being compiled, or is beyond the limit.
    private var selections: [AnswerShape.Selection?] = []
    private var known: [Key: Int] = [:]

    /// An operation with this many selections is too large.
    private static let limit = 20_000

    /// Compiles an operation that breaks no rule.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - document: The document of the operation.
    ///   - schema: The type system.
    ///   - conditions: The values of variables that `@skip` and `@include` use, as far as they are known.
    /// - Returns: nil if the schema has no operations of this kind, or the operation is too large.
    static func shape(
        of operation: Syntax.Operation, _ document: OperationDocument, _ schema: TypeSystem,
        _ conditions: [String: Bool]
    ) -> AnswerShape? {
        guard let type = schema.roots[operation.kind] else { return nil }
        var compiler = ShapeCompiler(document: document, schema: schema, conditions: conditions)
        let root = compiler.selection(of: type, [Part(set: operation.selectionSet, isOptional: false)])
        let selections = compiler.selections.compactMap(\.self)
        guard selections.count == compiler.selections.count, selections.count < limit else { return nil }
        return AnswerShape(selections, root: root)
    }

    private init(document: OperationDocument, schema: TypeSystem, conditions: [String: Bool]) {
        self.document = document
        self.schema = schema
        self.conditions = conditions
    }

    /// Compiles the selection of a type, once, and returns its number.
    private mutating func selection(of type: Int, _ parts: [Part]) -> Int {
        let key = Key(type: type, parts: parts)
        if let number = known[key] { return number }
        let number = selections.count
        known[key] = number
        selections.append(nil)
        guard number < Self.limit else { return number }
        var branches: [AnswerShape.Branch] = []
        var branchOfType: [Int: Int] = [:]
        for (groups, types) in branchesOfTypes(schema.types[type].possibleTypes, parts) {
            for type in types { branchOfType[type] = branches.count }
            branches.append(branch(of: types, groups))
        }
        let typenames = branches.flatMap(\.fields).filter { $0.name == "__typename" }.map(\.responseName)
        selections[number] = AnswerShape.Selection(
            type: type, branches: branches, branchOfType: branchOfType,
            typenames: Set(typenames + ["__typename"]).sorted())
        return number
    }

    /// Groups types whose fields are the same, in the order of the schema.
    private func branchesOfTypes(_ types: [Int], _ parts: [Part]) -> [(groups: [Group], types: [Int])] {
        var found: [(groups: [Group], types: [Int])] = []
        var numbers: [Signature: Int] = [:]
        for type in types {
            let groups = groups(of: parts, on: type)
            let occurrences = groups.flatMap(\.occurrences)
            let signature = Signature(
                offsets: occurrences.map(\.field.offset), optionalOccurrences: occurrences.map(\.isOptional),
                types: groups.map { schema.field($0.occurrences[0].field.name.text, of: type)?.type },
                optionalNames: groups.map { $0.occurrences.allSatisfy(\.isOptional) })
            if let number = numbers[signature] {
                found[number].types.append(type)
            } else {
                numbers[signature] = found.count
                found.append((groups, [type]))
            }
        }
        return found
    }

    private mutating func branch(of types: [Int], _ groups: [Group]) -> AnswerShape.Branch {
        var fields: [AnswerShape.Field] = []
        for group in groups { fields.append(field(of: group, on: types[0])) }
        var numbers: [String: Int] = [:]
        for (number, field) in fields.enumerated() { numbers[field.responseName] = number }
        return AnswerShape.Branch(types: types, fields: fields, numbers: numbers)
    }

    private mutating func field(of group: Group, on type: Int) -> AnswerShape.Field {
        let first = group.occurrences[0].field
        let definition = schema.field(first.name.text, of: type)
        let parts = group.occurrences.compactMap { occurrence in
            occurrence.field.selectionSet.map { set in
                // If the field occurs once, its selection set is there whenever the field is.
                Part(set: set, isOptional: occurrence.isOptional && group.occurrences.count > 1)
            }
        }
        var selection: Int?
        if let inner = definition?.type.type, schema.types[inner].isComposite, !parts.isEmpty {
            selection = self.selection(of: inner, parts)
        }
        return AnswerShape.Field(
            responseName: group.name, name: first.name.text,
            coordinate: "\(schema.types[type].name).\(first.name.text)",
            type: definition?.type ?? TypeReference(type: nil, wrappers: .none),
            scalar: definition?.type.type.flatMap { BuiltInScalar(rawValue: schema.types[$0].name) },
            offset: first.offset, arguments: first.arguments, isOptional: group.occurrences.allSatisfy(\.isOptional),
            selection: selection)
    }
}

// MARK: - Collecting

extension ShapeCompiler {
    private func groups(of parts: [Part], on type: Int) -> [Group] {
        var groups: [Group] = []
        var numbers: [String: Int] = [:]
        // The fragments that were collected, and whether each was optional there.
        var visited: [String: Bool] = [:]
        for part in parts { collect(part, on: type, &groups, &numbers, &visited) }
        return groups
    }

    private func collect(
        _ part: Part, on type: Int, _ groups: inout [Group], _ numbers: inout [String: Int],
        _ visited: inout [String: Bool]
    ) {
        for selection in part.set.selections {
            guard let isConditional = isConditional(selection.directives) else { continue }
            let isOptional = part.isOptional || isConditional
            switch selection {
            case .field(let field):
                let occurrence = Occurrence(field: field, isOptional: isOptional)
                if let number = numbers[field.responseName] {
                    groups[number].occurrences.append(occurrence)
                } else {
                    numbers[field.responseName] = groups.count
                    groups.append(Group(name: field.responseName, occurrences: [occurrence]))
                }
            case .inline(let fragment):
                if let condition = fragment.condition, !applies(condition.text, to: type) { continue }
                let inner = Part(set: fragment.selectionSet, isOptional: isOptional)
                collect(inner, on: type, &groups, &numbers, &visited)
            case .spread(let spread):
                let name = spread.name.text
                if let wasOptional = visited[name] {
                    // A fragment that was optional is collected again where it surely applies.
                    let isNowCertain = wasOptional && !isOptional
                    guard isNowCertain else { continue }
                }
                visited[name] = isOptional
                guard let fragment = document.fragments[name], applies(fragment.condition.text, to: type) else {
                    continue
                }
                let inner = Part(set: fragment.selectionSet, isOptional: isOptional)
                collect(inner, on: type, &groups, &numbers, &visited)
            }
        }
    }

    private func applies(_ condition: String, to type: Int) -> Bool {
        schema.type(condition)?.possibleTypes.sortedContains(type) ?? false
    }

    /// Returns whether a selection may be missing; nil if the selection is left out.
    ///
    /// A selection may be missing if a variable that is not known decides about it, or if it has `@client`.
    private func isConditional(_ directives: [Syntax.Directive]) -> Bool? {
        // Before the operation is sent, the client's library strips what it answers itself.
        let isOfClient = directives.contains { $0.name.text == "client" } && schema.directives["client"] == nil
        var isConditional = isOfClient
        for directive in directives where ["skip", "include"].contains(directive.name.text) {
            guard let argument = directive.arguments.first(where: { $0.name.text == "if" }) else { continue }
            let value: Bool?
            switch argument.value.kind {
            case .boolean(let literal): value = literal
            case .variable(let name): value = conditions[name]
            default: value = nil
            }
            guard let value else {
                isConditional = true
                continue
            }
            let isLeftOut = directive.name.text == "skip" ? value : !value
            if isLeftOut { return nil }
        }
        return isConditional
    }
}
