/// Finds the defects of a type system that is built.
///
/// Defects of other kinds are reported elsewhere. ``TypeSystemBuilder`` reports definitions that it can't join, such as
/// unknown names, names that are defined twice and types of a wrong kind. ``DirectiveDefects`` reports wrong uses of
/// directives.
///
/// - SeeAlso: [GraphQL §3](https://spec.graphql.org/September2025/#sec-Type-System)
struct TypeSystemDefects {
    let schema: TypeSystem
    private(set) var defects: [SchemaDefect] = []

    init(_ schema: TypeSystem) {
        self.schema = schema
        for type in schema.types where !type.place.isBuiltIn { check(type) }
        for name in schema.directiveNames {
            guard let directive = schema.directives[name], !directive.place.isBuiltIn else { continue }
            checkName(name, "@\(name)", at: directive.place)
            for argument in directive.arguments { check(argument, "@\(name)(\(argument.name):)") }
        }
        findInputCycles()
    }

    mutating func report(_ coordinate: String, _ reason: String, at place: DefinitionPlace) {
        defects.append(SchemaDefect(coordinate: coordinate, reason: reason, place: place))
    }

    private mutating func checkName(
        _ name: String, _ coordinate: @autoclosure () -> String, at place: DefinitionPlace
    ) {
        guard name.hasPrefix("__") else { return }
        report(coordinate(), "names that begin with __ are for introspection", at: place)
    }

    private mutating func check(_ type: NamedType) {
        checkName(type.name, type.name, at: type.place)
        switch type.kind {
        case .scalar: break
        case .object, .interface:
            if type.fields.isEmpty { report(type.name, "the type has no fields", at: type.place) }
            for field in type.fields { check(field, of: type) }
            for interface in type.interfaces { check(type, implements: schema.types[interface]) }
        case .union:
            if type.possibleTypes.isEmpty { report(type.name, "the union has no members", at: type.place) }
        case .enumeration:
            if type.values.isEmpty { report(type.name, "the enum has no values", at: type.place) }
            for value in type.values { checkName(value.name, "\(type.name).\(value.name)", at: value.place) }
        case .input:
            if type.inputs.isEmpty { report(type.name, "the type has no fields", at: type.place) }
            for input in type.inputs { check(input, of: type) }
        }
    }

    private mutating func check(_ field: SchemaField, of type: NamedType) {
        // Made for messages only, because schemas have many fields.
        func coordinate() -> String { "\(type.name).\(field.name)" }
        checkName(field.name, coordinate(), at: field.place)
        if let number = field.type.type, schema.types[number].kind == .input {
            report(coordinate(), "a field can't have the input type \(schema.text(of: field.type))", at: field.place)
        }
        for argument in field.arguments { check(argument, "\(coordinate())(\(argument.name):)") }
    }

    private mutating func check(_ input: InputValue, of type: NamedType) {
        check(input, "\(type.name).\(input.name)")
        guard type.isOneOf else { return }
        let coordinate = "\(type.name).\(input.name)"
        if input.type.isNonNull { report(coordinate, "a field of a @oneOf type must be nullable", at: input.place) }
        if input.defaultValue != nil {
            report(coordinate, "a field of a @oneOf type can't have a default value", at: input.place)
        }
    }

    private mutating func check(_ input: InputValue, _ coordinate: @autoclosure () -> String) {
        checkName(input.name, coordinate(), at: input.place)
        if let number = input.type.type, !schema.types[number].isInput {
            report(coordinate(), "\(schema.text(of: input.type)) is no input type", at: input.place)
        }
        if input.isRequired, input.deprecation != nil {
            report(coordinate(), "a required value can't be deprecated", at: input.place)
        }
        guard let value = input.defaultValue else { return }
        for issue in OperationValidator.issues(of: value, input.type, coordinate(), schema) {
            let place = DefinitionPlace(source: input.place.source, offset: issue.offset)
            report(coordinate(), "the default value: \(issue.message)", at: place)
        }
    }
}

// MARK: - Interfaces

extension TypeSystemDefects {
    private mutating func check(_ type: NamedType, implements interface: NamedType) {
        for field in interface.fields {
            guard let own = type.field(field.name) else {
                report(type.name, "the field \(field.name) of \(interface.name) is missing", at: type.place)
                continue
            }
            check(own, of: type, implements: field, of: interface)
        }
        for number in interface.interfaces where !type.interfaces.contains(number) {
            let name = schema.types[number].name
            if name == type.name {
                report(type.name, "the type and \(interface.name) implement each other", at: type.place)
            } else {
                report(type.name, "the type must implement \(name), as \(interface.name) does", at: type.place)
            }
        }
    }

    private mutating func check(
        _ own: SchemaField, of type: NamedType, implements field: SchemaField, of interface: NamedType
    ) {
        func coordinate() -> String { "\(type.name).\(field.name)" }
        func interfaceField() -> String { "\(interface.name).\(field.name)" }
        if !schema.isSubtype(own.type, of: field.type) {
            let types = "\(schema.text(of: own.type)), but \(interfaceField()) is \(schema.text(of: field.type))"
            report(coordinate(), "the field is \(types)", at: own.place)
        }
        if own.deprecation != nil, field.deprecation == nil {
            // A note, because the field can be checked all the same.
            let reason = "the field is deprecated, but \(interfaceField()) is not"
            defects.append(SchemaDefect(coordinate: coordinate(), reason: reason, place: own.place, severity: .note))
        }
        for argument in field.arguments {
            guard let same = own.argument(argument.name) else {
                report(coordinate(), "the argument \(argument.name) of \(interfaceField()) is missing", at: own.place)
                continue
            }
            guard same.type.type != nil, argument.type.type != nil, same.type != argument.type else { continue }
            let types = "\(schema.text(of: same.type)), but in \(interfaceField()) \(schema.text(of: argument.type))"
            report("\(coordinate())(\(same.name):)", "the argument is \(types)", at: same.place)
        }
        for argument in own.arguments where argument.isRequired && field.argument(argument.name) == nil {
            let reason = "the argument is required, but \(interfaceField()) lacks it"
            report("\(coordinate())(\(argument.name):)", reason, at: argument.place)
        }
    }
}

// MARK: - Input types

extension TypeSystemDefects {
    /// Reports input types that need themselves, so that no value is finite.
    private mutating func findInputCycles() {
        var visited: Set<Int> = []
        for number in schema.types.indices where schema.types[number].kind == .input {
            findInputCycles(from: number, &visited)
        }
    }

    /// Follows the fields that every value of an input type has.
    ///
    /// The search does not recurse, because a chain of types may be longer than a stack is deep.
    private mutating func findInputCycles(from number: Int, _ visited: inout Set<Int>) {
        guard visited.insert(number).inserted else { return }
        // The types from the first to the current one, with the fields that lead to the others, and with the fields
        // that are still to be followed.
        var path = [number]
        var fields: [InputValue] = []
        var waiting = [requiredInputs(of: number)[...]]
        var indices = [number: 0]
        while let current = path.last {
            guard let input = waiting[path.count - 1].popFirst() else {
                indices[current] = nil
                path.removeLast()
                waiting.removeLast()
                // No field leads to the first type.
                _ = fields.popLast()
                continue
            }
            guard let next = input.type.type else { continue }
            if let start = indices[next] {
                // The message is cut off after 200 characters, so no more names are needed.
                let cycle = Array(fields[start...].prefix(200)) + [input]
                let names = cycle.map(\.name).joined(separator: ".")
                let coordinate = "\(schema.types[next].name).\(cycle[0].name)"
                report(coordinate, "the type needs itself, by \(names.short)", at: cycle[0].place)
            } else if visited.insert(next).inserted {
                indices[next] = path.count
                path.append(next)
                fields.append(input)
                waiting.append(requiredInputs(of: next)[...])
            }
        }
    }

    /// Returns the fields of an input type that every value has, and whose values are objects.
    private func requiredInputs(of number: Int) -> [InputValue] {
        schema.types[number].inputs.filter { input in
            guard let type = input.type.type, schema.types[type].kind == .input else { return false }
            return input.type.isNonNull && !input.type.nullable.isList
        }
    }
}
