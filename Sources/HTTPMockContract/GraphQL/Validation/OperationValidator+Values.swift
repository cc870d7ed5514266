/// The expectation of a value at its place in a document.
struct ExpectedValue {
    /// The type; nil if it is not known.
    let type: TypeReference?
    /// True if the argument or the input field has a default value.
    var hasDefault = false
    /// The name of the @oneOf type that the value is a field of; nil for other values.
    var oneOf: String?

    static let unknown = ExpectedValue(type: nil)
}

// MARK: - Arguments and directives

extension OperationValidator {
    /// Checks the arguments of a field or a directive.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that are given.
    ///   - definitions: The arguments that are defined; nil if they are not known.
    ///   - owner: The field or the directive, for messages.
    ///   - coordinate: The schema coordinate of the field or the directive.
    ///   - offset: The byte of the field or the directive.
    mutating func check(
        _ arguments: [Syntax.Argument], _ definitions: [InputValue]?, of owner: String, _ coordinate: String,
        at offset: Int
    ) {
        var given: Set<String> = []
        for argument in arguments {
            let name = argument.name.text
            if !given.insert(name).inserted {
                report("UniqueArgumentNames", "the argument \(name) is given twice", at: argument.name.offset)
            }
            let definition = definitions?.first { $0.name == name }
            if let definitions, definition == nil {
                let near = NearName.nearest(to: name, in: definitions.map(\.name))
                report(
                    "KnownArgumentNames", "\(owner) has no argument \(name)\(NearName.hint(near))",
                    at: argument.name.offset, coordinate)
            }
            let expected = ExpectedValue(
                type: definition?.type, hasDefault: definition?.defaultValue != nil, oneOf: nil)
            check(argument.value, expected, "\(coordinate)(\(name):)")
        }
        for definition in definitions ?? [] where definition.isRequired && !given.contains(definition.name) {
            let type = schema.text(of: definition.type)
            report(
                "ProvidedRequiredArguments", "\(owner) lacks the argument \(definition.name), which is \(type)",
                at: offset, "\(coordinate)(\(definition.name):)")
        }
    }

    /// Returns the breaches by the directives of a part of a schema, apart from values of wrong types.
    static func issues(
        of directives: [Syntax.Directive], at location: DirectiveLocation, _ schema: TypeSystem
    ) -> [OperationIssue] {
        var validator = OperationValidator(schema, OperationDocument(GraphQLSource(""), []))
        validator.check(directives, at: location)
        return validator.issues.filter { $0.rule != "ValuesOfCorrectType" }
    }

    /// Checks the directives of a part of a document.
    mutating func check(_ directives: [Syntax.Directive], at location: DirectiveLocation) {
        var seen: Set<String> = []
        for directive in directives {
            let name = directive.name.text
            let definition = schema.directives[name]
            if let definition {
                if !definition.locations.contains(location) {
                    report(
                        "KnownDirectives", "the directive @\(name) is not for \(location.rawValue)",
                        at: directive.offset, "@\(name)")
                }
                if !seen.insert(name).inserted, !definition.isRepeatable {
                    report(
                        "UniqueDirectivesPerLocation", "the directive @\(name) is not repeatable",
                        at: directive.offset, "@\(name)")
                }
            } else {
                let near = NearName.nearest(to: name, in: schema.directiveNames)
                report(
                    OperationIssue(
                        rule: "KnownDirectives",
                        message: "the directive @\(name) is not defined\(NearName.hint(near))",
                        offset: directive.offset, isOfClient: directive.isOfClient))
            }
            check(
                directive.arguments, definition?.arguments, of: "the directive @\(name)", "@\(name)",
                at: directive.offset)
        }
    }

    /// Checks the definition of a variable, apart from the uses.
    mutating func check(_ variable: Syntax.Variable) {
        let number = knownType(variable.type.name)
        var type: TypeReference?
        if let number {
            if schema.types[number].isInput {
                type = TypeReference(type: number, wrappers: variable.type.wrappers)
            } else {
                report(
                    "VariablesAreInputTypes", "$\(variable.name.text) can't be \(variable.type.text), an output type",
                    at: variable.type.offset, variable.type.name.text)
            }
        }
        if let value = variable.defaultValue {
            check(value, ExpectedValue(type: type), "$\(variable.name.text)")
        }
        check(variable.directives, at: .variableDefinition)
    }
}

// MARK: - Values

extension OperationValidator {
    /// Returns the places where a default value is not of the type of its argument or input field.
    static func issues(
        of value: Syntax.Value, _ type: TypeReference, _ coordinate: String, _ schema: TypeSystem
    ) -> [OperationIssue] {
        var validator = OperationValidator(schema, OperationDocument(GraphQLSource(""), []))
        validator.check(value, ExpectedValue(type: type), coordinate)
        return validator.issues.filter { $0.rule == "ValuesOfCorrectType" }
    }

    /// Checks a value against the expectation at its place, and notes the variables in it as used.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expected: The expectation.
    ///   - coordinate: The schema coordinate of the place, or `$name` for the default of a variable.
    mutating func check(_ value: Syntax.Value, _ expected: ExpectedValue, _ coordinate: String) {
        switch value.kind {
        case .variable(let name):
            current.variables.append(
                DefinitionUses.Variable(
                    name: name, offset: value.offset, type: expected.type, hasDefault: expected.hasDefault,
                    oneOf: expected.oneOf))
        case .null:
            guard let type = expected.type, type.isNonNull else { return }
            report("ValuesOfCorrectType", "expected \(schema.text(of: type)), got null", at: value.offset, coordinate)
        case .list(let elements): check(elements, of: value, expected, coordinate)
        case .object(let members): check(members, of: value, expected, coordinate)
        default: checkLiteral(value, expected.type, coordinate)
        }
    }

    private mutating func check(
        _ elements: [Syntax.Value], of value: Syntax.Value, _ expected: ExpectedValue, _ coordinate: String
    ) {
        let type = expected.type?.nullable
        var elementType = type
        if let type, type.isList {
            elementType = type.ofElements
        } else {
            checkLiteral(value, type, coordinate)
            // Where a scalar is expected, elements are checked against it. Elsewhere, only their variables count.
            if let number = type?.type, schema.types[number].kind != .scalar { elementType = nil }
        }
        for element in elements { check(element, ExpectedValue(type: elementType), coordinate) }
    }

    private mutating func check(
        _ members: [Syntax.Argument], of value: Syntax.Value, _ expected: ExpectedValue, _ coordinate: String
    ) {
        checkNames(of: members)
        guard let number = expected.type?.type, schema.types[number].kind == .input else {
            checkLiteral(value, expected.type, coordinate)
            for member in members { check(member.value, .unknown, coordinate) }
            return
        }
        let type = schema.types[number]
        for input in type.inputs where input.isRequired && !members.contains(where: { $0.name.text == input.name }) {
            let reason = "the field \(input.name) of \(type.name) is missing, and is \(schema.text(of: input.type))"
            report("ValuesOfCorrectType", reason, at: value.offset, "\(type.name).\(input.name)")
        }
        for member in members {
            let name = member.name.text
            let input = type.input(name)
            if input == nil {
                let near = NearName.nearest(to: name, in: type.inputs.map(\.name))
                report(
                    "ValuesOfCorrectType", "\(type.name) has no field \(name)\(NearName.hint(near))",
                    at: member.name.offset, type.name)
            }
            let inner = ExpectedValue(
                type: input?.type, hasDefault: input?.defaultValue != nil, oneOf: type.isOneOf ? type.name : nil)
            check(member.value, inner, "\(type.name).\(name)")
        }
        if type.isOneOf { checkOneOf(members, of: value, type) }
    }

    private mutating func checkNames(of members: [Syntax.Argument]) {
        var seen: Set<String> = []
        for member in members where !seen.insert(member.name.text).inserted {
            report("UniqueInputFieldNames", "the field \(member.name.text) is given twice", at: member.name.offset)
        }
    }

    private mutating func checkOneOf(_ members: [Syntax.Argument], of value: Syntax.Value, _ type: NamedType) {
        guard Set(members.map(\.name.text)).count == 1, let member = members.first else {
            let reason = "\(type.name) is @oneOf: expected exactly one field, got \(members.count)"
            return report("ValuesOfCorrectType", reason, at: value.offset, type.name)
        }
        if case .null = member.value.kind {
            let reason = "\(type.name) is @oneOf: the field \(member.name.text) can't be null"
            report("ValuesOfCorrectType", reason, at: value.offset, "\(type.name).\(member.name.text)")
        }
    }

    /// Reports a literal that the named type does not allow; a type that is not known allows all.
    private mutating func checkLiteral(_ value: Syntax.Value, _ type: TypeReference?, _ coordinate: String) {
        guard let type, let number = type.type else { return }
        guard let flaw = LiteralValue.flaw(of: value, schema.types[number]) else { return }
        let expected = schema.text(of: type)
        report("ValuesOfCorrectType", "expected \(expected), got \(value.text)\(flaw)", at: value.offset, coordinate)
    }
}

extension Syntax.Directive {
    /// Directives of Apollo's and Relay's libraries, which strip them from the operations that they send.
    private static let namesOfClients: Set<String> = [
        "client", "connection", "export", "fieldPolicy", "import", "nonnull", "nonreactive", "rest", "typePolicy",
        "unmask",
        "alias", "appendEdge", "appendNode", "argumentDefinitions", "arguments", "assignable", "catch",
        "dangerously_unaliased_fixme", "deleteEdge", "deleteRecord", "inline", "match", "module", "no_inline",
        "preloadable", "prependEdge", "prependNode", "raw_response_type", "refetchable", "relay",
        "relay_test_operation", "required", "stream_connection", "throwOnFieldError", "updatable", "waterfall",
    ]

    /// True for a directive of a client's library, if the schema lacks a directive of this name.
    fileprivate var isOfClient: Bool {
        name.text.hasPrefix("apollo_client_ios_") || Self.namesOfClients.contains(name.text)
    }
}
