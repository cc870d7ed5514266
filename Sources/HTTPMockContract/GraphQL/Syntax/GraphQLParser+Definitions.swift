extension GraphQLParser {
    /// Reads a definition of a type system.
    ///
    /// - SeeAlso: [GraphQL §3](https://spec.graphql.org/September2025/#sec-Type-System)
    mutating func typeSystemDefinition(
        isExtension: Bool, _ description: String?, from start: Int
    ) throws(GraphQLSyntaxError) -> Syntax.Definition {
        guard case .name = token.kind else { throw unexpected("a definition") }
        switch tokenText {
        case "schema": return .schema(try schema(isExtension: isExtension, description, from: start))
        case "directive" where !isExtension: return .directive(try directiveDefinition(description, from: start))
        default: break
        }
        let kind = try typeKind()
        var definition = Syntax.TypeDefinition(
            kind: kind, isExtension: isExtension, description: description, name: try name(), offset: start)
        if kind == .object || kind == .interface { definition.interfaces = try interfaces() }
        definition.directives = try directives(isConstant: true)
        switch kind {
        case .scalar: break
        case .object, .interface:
            definition.fields = try optionalList("{", "}") { parser throws(GraphQLSyntaxError) in
                try parser.fieldDefinition()
            }
        case .union: definition.members = try skip("=") ? try names(separatedBy: "|") : []
        case .enumeration:
            definition.values = try optionalList("{", "}") { parser throws(GraphQLSyntaxError) in
                try parser.enumValue()
            }
        case .input: definition.inputs = try inputs("{", "}")
        }
        if isExtension, !definition.addsSomething { throw unexpected() }
        return .type(definition)
    }

    private mutating func typeKind() throws(GraphQLSyntaxError) -> Syntax.TypeKind {
        let kind: Syntax.TypeKind? =
            switch tokenText {
            case "scalar": .scalar
            case "type": .object
            case "interface": .interface
            case "union": .union
            case "enum": .enumeration
            case "input": .input
            default: nil
            }
        guard let kind else { throw unexpected("a definition") }
        try advance()
        return kind
    }

    private mutating func schema(
        isExtension: Bool, _ description: String?, from start: Int
    ) throws(GraphQLSyntaxError) -> Syntax.SchemaDefinition {
        try advance()
        let directives = try directives(isConstant: true)
        var operations: [Syntax.OperationType] = []
        if !isExtension || isNext("{") {
            operations = try list("{", "}") { parser throws(GraphQLSyntaxError) in try parser.operationType() }
        }
        if isExtension, directives.isEmpty, operations.isEmpty { throw unexpected() }
        return Syntax.SchemaDefinition(
            isExtension: isExtension, description: description, directives: directives, operations: operations,
            offset: start)
    }

    private mutating func operationType() throws(GraphQLSyntaxError) -> Syntax.OperationType {
        let start = token.start
        guard case .name = token.kind, let kind = OperationKind(rawValue: tokenText) else {
            throw unexpected("query, mutation or subscription")
        }
        try advance()
        try expect(":")
        return Syntax.OperationType(kind: kind, type: try name(), offset: start)
    }

    private mutating func interfaces() throws(GraphQLSyntaxError) -> [Syntax.Name] {
        try skipWord("implements") ? try names(separatedBy: "&") : []
    }

    /// Reads names with a separator, which may also come first.
    private mutating func names(separatedBy separator: Unicode.Scalar) throws(GraphQLSyntaxError) -> [Syntax.Name] {
        _ = try skip(separator)
        var names: [Syntax.Name] = []
        repeat { names.append(try name()) } while try skip(separator)
        return names
    }

    private mutating func fieldDefinition() throws(GraphQLSyntaxError) -> Syntax.FieldDefinition {
        let description = try description()
        let name = try name()
        let arguments = try inputs("(", ")")
        try expect(":")
        return Syntax.FieldDefinition(
            description: description, name: name, arguments: arguments, type: try type(),
            directives: try directives(isConstant: true))
    }

    private mutating func inputs(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar
    ) throws(GraphQLSyntaxError) -> [Syntax.InputDefinition] {
        try optionalList(open, close) { parser throws(GraphQLSyntaxError) in try parser.inputDefinition() }
    }

    private mutating func inputDefinition() throws(GraphQLSyntaxError) -> Syntax.InputDefinition {
        let description = try description()
        let name = try name()
        try expect(":")
        let type = try type()
        let defaultValue = try skip("=") ? try value(isConstant: true) : nil
        return Syntax.InputDefinition(
            description: description, name: name, type: type, defaultValue: defaultValue,
            directives: try directives(isConstant: true))
    }

    private mutating func enumValue() throws(GraphQLSyntaxError) -> Syntax.EnumValueDefinition {
        let description = try description()
        if isNextWord("true") || isNextWord("false") || isNextWord("null") {
            throw unexpected("a value of an enum")
        }
        return Syntax.EnumValueDefinition(
            description: description, name: try name(), directives: try directives(isConstant: true))
    }

    private mutating func directiveDefinition(
        _ description: String?, from start: Int
    ) throws(GraphQLSyntaxError) -> Syntax.DirectiveDefinition {
        try advance()
        try expect("@")
        let name = try name()
        let arguments = try inputs("(", ")")
        let isRepeatable = try skipWord("repeatable")
        guard try skipWord("on") else { throw unexpected("\"on\"") }
        let locations = try names(separatedBy: "|")
        if let unknown = locations.first(where: { DirectiveLocation(rawValue: $0.text) == nil }) {
            throw GraphQLSyntaxError(
                reason: "\(unknown.text) is no location of a directive", offset: unknown.offset)
        }
        return Syntax.DirectiveDefinition(
            description: description, name: name, arguments: arguments, isRepeatable: isRepeatable,
            locations: locations, offset: start)
    }
}

extension Syntax.TypeDefinition {
    /// True if an extension has at least one part.
    fileprivate var addsSomething: Bool {
        let counts = [directives.count, interfaces.count, fields.count, members.count, values.count, inputs.count]
        return counts.contains { $0 > 0 }
    }
}
