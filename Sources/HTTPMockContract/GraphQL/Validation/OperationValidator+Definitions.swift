extension OperationValidator {
    /// Checks the kinds and the names of definitions, the names of variables, and the roots of subscriptions.
    mutating func checkDefinitions() {
        for definition in document.definitions {
            switch definition {
            case .operation, .fragment: break
            case .schema, .type, .directive:
                report("ExecutableDefinitions", "a request can't define types", at: definition.offset)
            }
        }
        checkNamesOfOperations()
        for operation in document.operations {
            checkNamesOfVariables(operation)
            if operation.kind == .subscription { checkSubscription(operation) }
        }
        var names: Set<String> = []
        for case .fragment(let fragment) in document.definitions {
            guard !names.insert(fragment.name.text).inserted else { continue }
            let reason = "the fragment \(fragment.name.text) is defined twice"
            report("UniqueFragmentNames", reason, at: fragment.name.offset)
        }
    }

    private mutating func checkNamesOfOperations() {
        var names: Set<String> = []
        for operation in document.operations {
            guard let name = operation.name else {
                if document.operations.count > 1 {
                    let reason = "an operation without a name must be the only operation"
                    report("LoneAnonymousOperation", reason, at: operation.offset)
                }
                continue
            }
            guard !names.insert(name.text).inserted else { continue }
            report("UniqueOperationNames", "the operation \(name.text.short) is defined twice", at: name.offset)
        }
    }

    private mutating func checkNamesOfVariables(_ operation: Syntax.Operation) {
        var names: Set<String> = []
        for variable in operation.variables where !names.insert(variable.name.text).inserted {
            let reason = "the variable $\(variable.name.text) is defined twice"
            report("UniqueVariableNames", reason, at: variable.name.offset)
        }
    }

    /// Checks that a subscription has one root field, which is not one of introspection.
    private mutating func checkSubscription(_ operation: Syntax.Operation) {
        guard let root = schema.roots[.subscription] else { return }
        var fields: [Syntax.Field] = []
        var visited: Set<String> = []
        collect(operation.selectionSet, of: root, &fields, &visited)
        let firstName = fields.first?.responseName
        if let other = fields.first(where: { $0.responseName != firstName }) {
            let reason = "a subscription selects exactly one root field"
            report("SingleFieldSubscriptions", reason, at: other.offset)
        }
        for field in fields where field.name.text.hasPrefix("__") {
            let reason = "the root field of a subscription can't be \(field.name.text)"
            report("SingleFieldSubscriptions", reason, at: field.offset)
        }
    }

    /// Collects the fields of the root, also those of the fragments that apply to its type.
    private func collect(
        _ set: Syntax.SelectionSet, of root: Int, _ fields: inout [Syntax.Field], _ visited: inout Set<String>
    ) {
        let applies = { (condition: Syntax.Name) in
            schema.type(condition.text)?.possibleTypes.sortedContains(root) ?? false
        }
        for selection in set.selections {
            switch selection {
            case .field(let field): fields.append(field)
            case .inline(let inline):
                if let condition = inline.condition, !applies(condition) { continue }
                collect(inline.selectionSet, of: root, &fields, &visited)
            case .spread(let spread):
                guard visited.insert(spread.name.text).inserted,
                    let fragment = document.fragments[spread.name.text], applies(fragment.condition)
                else { continue }
                collect(fragment.selectionSet, of: root, &fields, &visited)
            }
        }
    }
}

// MARK: - Fragments

extension OperationValidator {
    /// Checks that operations use each fragment, and that no fragment uses itself.
    mutating func checkFragments() {
        var used: Set<String> = []
        for operation in document.operations { used.formUnion(fragments(reachableFrom: operation.offset)) }
        for case .fragment(let fragment) in document.definitions where !used.contains(fragment.name.text) {
            report("NoUnusedFragments", "the fragment \(fragment.name.text) is not used", at: fragment.offset)
        }
        var visited: Set<String> = []
        for case .fragment(let fragment) in document.definitions { findCycles(from: fragment, &visited) }
    }

    /// Returns the names that the definition at a byte spreads, by itself or by its fragments; unknown ones too.
    func fragments(reachableFrom offset: Int) -> Set<String> {
        var found: Set<String> = []
        var waiting = uses[offset]?.spreads.map(\.name.text) ?? []
        while let name = waiting.popLast() {
            guard found.insert(name).inserted, let fragment = document.fragments[name] else { continue }
            waiting += uses[fragment.offset]?.spreads.map(\.name.text) ?? []
        }
        return found
    }

    /// Reports fragments that use themselves.
    ///
    /// The search does not recurse, because a chain of fragments may be longer than a stack is deep.
    ///
    /// - Parameters:
    ///   - fragment: The fragment to begin with.
    ///   - visited: The names of the fragments that were followed before.
    private mutating func findCycles(from fragment: Syntax.Fragment, _ visited: inout Set<String>) {
        guard visited.insert(fragment.name.text).inserted else { return }
        // The names from the first fragment to the current one, with the spreads that are still to be followed.
        var path = [fragment.name.text]
        var waiting = [uses[fragment.offset]?.spreads[...] ?? []]
        var indices = [fragment.name.text: 0]
        while let current = path.last {
            guard let spread = waiting[path.count - 1].popFirst() else {
                indices[current] = nil
                path.removeLast()
                waiting.removeLast()
                continue
            }
            let name = spread.name.text
            if let start = indices[name] {
                // The message is cut off after 200 characters, so no more names are needed.
                let names = (path[start...].prefix(200) + [name]).joined(separator: " → ")
                report("NoFragmentCycles", "a fragment can't use itself: \(names.short)", at: spread.offset)
            } else if visited.insert(name).inserted, let next = document.fragments[name] {
                indices[name] = path.count
                path.append(name)
                waiting.append(uses[next.offset]?.spreads[...] ?? [])
            }
        }
    }
}

// MARK: - Variables

extension OperationValidator {
    /// Checks the uses of the variables of each operation.
    mutating func checkVariables() {
        for operation in document.operations {
            var variableUses = uses[operation.offset]?.variables ?? []
            for name in fragments(reachableFrom: operation.offset).sorted() {
                guard let fragment = document.fragments[name] else { continue }
                variableUses += uses[fragment.offset]?.variables ?? []
            }
            let usedNames = Set(variableUses.map(\.name))
            for variable in operation.variables where !usedNames.contains(variable.name.text) {
                report("NoUnusedVariables", "the variable $\(variable.name.text) is not used", at: variable.offset)
            }
            for use in variableUses { check(use, of: operation) }
        }
    }

    private mutating func check(_ use: DefinitionUses.Variable, of operation: Syntax.Operation) {
        // Of two variables with one name the last counts, as in the reference implementation.
        guard let variable = operation.variables.last(where: { $0.name.text == use.name }) else {
            let near = NearName.nearest(to: use.name, in: operation.variables.map(\.name.text))
            let owner = operation.name.map { " by \($0.text.short)" } ?? ""
            let reason = "the variable $\(use.name) is not declared\(owner)\(NearName.hint(near))"
            return report("NoUndefinedVariables", reason, at: use.offset)
        }
        guard let expected = use.type, let number = schema.number(of: variable.type.name.text) else { return }
        let type = TypeReference(type: number, wrappers: variable.type.wrappers)
        let text = "$\(use.name) is \(variable.type.text)"
        if !isAllowed(type, variable, use, expected) {
            let reason = "\(text), but \(schema.text(of: expected)) is expected"
            report("VariablesInAllowedPosition", reason, at: use.offset)
        } else if let oneOf = use.oneOf, !type.isNonNull {
            let reason = "\(text), but a field of \(oneOf), which is @oneOf, can't be null"
            report("VariablesInAllowedPosition", reason, at: use.offset, oneOf)
        }
    }

    /// Returns whether a variable may be used at a place.
    ///
    /// - Parameters:
    ///   - type: The type of the variable.
    ///   - variable: The variable.
    ///   - use: The use of the variable at the place.
    ///   - expected: The type that is expected at the place.
    /// - SeeAlso: [GraphQL, IsVariableUsageAllowed](https://spec.graphql.org/September2025/#IsVariableUsageAllowed())
    private func isAllowed(
        _ type: TypeReference, _ variable: Syntax.Variable, _ use: DefinitionUses.Variable, _ expected: TypeReference
    ) -> Bool {
        guard expected.isNonNull, !type.isNonNull else { return schema.isSubtype(type, of: expected) }
        let isNeverNull: Bool
        switch variable.defaultValue?.kind {
        case nil, .null?: isNeverNull = use.hasDefault
        default: isNeverNull = true
        }
        return isNeverNull && schema.isSubtype(type, of: expected.nullable)
    }
}
