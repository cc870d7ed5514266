extension GraphQLParser {
    /// Reads one definition, with its description.
    mutating func definition() throws(GraphQLSyntaxError) -> Syntax.Definition {
        let start = token.start
        let description = try description()
        let hasDescription = description != nil
        if isNext("{") {
            guard !hasDescription else { throw unexpected("a definition that may have a description") }
            let set = try selectionSet()
            return .operation(
                Syntax.Operation(
                    kind: .query, name: nil, variables: [], directives: [], selectionSet: set, offset: start))
        }
        guard case .name = token.kind else { throw unexpected("a definition") }
        switch tokenText {
        case "query": return .operation(try operation(.query, from: start))
        case "mutation": return .operation(try operation(.mutation, from: start))
        case "subscription": return .operation(try operation(.subscription, from: start))
        case "fragment": return .fragment(try fragment(from: start))
        case "extend" where !hasDescription:
            try advance()
            return try typeSystemDefinition(isExtension: true, nil, from: start)
        default: return try typeSystemDefinition(isExtension: false, description, from: start)
        }
    }

    /// Reads a description, if there is one.
    mutating func description() throws(GraphQLSyntaxError) -> String? {
        switch token.kind {
        case .string, .blockString: try stringValue()
        default: nil
        }
    }

    private mutating func operation(
        _ kind: OperationKind, from start: Int
    ) throws(GraphQLSyntaxError) -> Syntax.Operation {
        try advance()
        var name: Syntax.Name?
        if case .name = token.kind { name = try self.name() }
        let variables = try optionalList("(", ")") { parser throws(GraphQLSyntaxError) in try parser.variable() }
        return Syntax.Operation(
            kind: kind, name: name, variables: variables, directives: try directives(isConstant: false),
            selectionSet: try selectionSet(), offset: start)
    }

    private mutating func variable() throws(GraphQLSyntaxError) -> Syntax.Variable {
        let start = token.start
        // A variable may have a description, which nothing uses.
        _ = try description()
        try expect("$")
        let name = try name()
        try expect(":")
        let type = try type()
        let defaultValue = try skip("=") ? try value(isConstant: true) : nil
        return Syntax.Variable(
            name: name, type: type, defaultValue: defaultValue, directives: try directives(isConstant: true),
            offset: start)
    }

    private mutating func fragment(from start: Int) throws(GraphQLSyntaxError) -> Syntax.Fragment {
        try advance()
        guard !isNextWord("on") else { throw unexpected("a name of a fragment") }
        let name = try name()
        guard try skipWord("on") else { throw unexpected("\"on\"") }
        return Syntax.Fragment(
            name: name, condition: try self.name(), directives: try directives(isConstant: false),
            selectionSet: try selectionSet(), offset: start)
    }

    private mutating func selectionSet() throws(GraphQLSyntaxError) -> Syntax.SelectionSet {
        try enter()
        defer { leave() }
        let start = token.start
        let selections = try list("{", "}") { parser throws(GraphQLSyntaxError) in try parser.selection() }
        return Syntax.SelectionSet(selections: selections, offset: start)
    }

    private mutating func selection() throws(GraphQLSyntaxError) -> Syntax.Selection {
        if case .spread = token.kind { return try fragmentSelection() }
        return .field(try field())
    }

    private mutating func field() throws(GraphQLSyntaxError) -> Syntax.Field {
        let firstName = try name()
        let hasAlias = try skip(":")
        let name = hasAlias ? try self.name() : firstName
        let arguments = try optionalList("(", ")") { parser throws(GraphQLSyntaxError) in
            try parser.argument(isConstant: false)
        }
        let directives = try directives(isConstant: false)
        let selectionSet = isNext("{") ? try selectionSet() : nil
        return Syntax.Field(
            alias: hasAlias ? firstName : nil, name: name, arguments: arguments, directives: directives,
            selectionSet: selectionSet)
    }

    private mutating func fragmentSelection() throws(GraphQLSyntaxError) -> Syntax.Selection {
        let start = token.start
        try advance()
        let hasCondition = try skipWord("on")
        if case .name = token.kind, !hasCondition {
            return .spread(
                Syntax.Spread(name: try name(), directives: try directives(isConstant: false), offset: start))
        }
        let condition = hasCondition ? try name() : nil
        return .inline(
            Syntax.InlineFragment(
                condition: condition, directives: try directives(isConstant: false), selectionSet: try selectionSet(),
                offset: start))
    }
}
