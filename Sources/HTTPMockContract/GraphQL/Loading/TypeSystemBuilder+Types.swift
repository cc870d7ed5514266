extension TypeSystemBuilder {
    /// Builds a type from its definition and its extensions.
    mutating func type(of parts: [Part<Syntax.TypeDefinition>]) -> NamedType {
        let first = parts[0].definition
        let name = first.name.text
        var type = NamedType(
            name: name, kind: first.kind, description: first.description, place: parts[0].place)
        if first.isExtension { report(name, "the type is extended, but not defined", at: parts[0].place) }
        for part in parts {
            guard part.definition.kind == first.kind else {
                report(name, "the extension is for another kind of type", at: part.place)
                continue
            }
            add(part, to: &type)
        }
        return type
    }

    private mutating func add(_ part: Part<Syntax.TypeDefinition>, to type: inout NamedType) {
        let definition = part.definition
        for field in definition.fields { add(field, to: &type, from: part.source) }
        for value in definition.values { add(value, to: &type, from: part.source) }
        for input in definition.inputs { add(input, to: &type, from: part.source) }
        for name in definition.interfaces { add(interface: name, to: &type, from: part.source) }
        for name in definition.members { add(member: name, to: &type, from: part.source) }
        if definition.kind == .union { type.possibleTypes.sort() }
        if definition.directives.contains(where: { $0.name.text == "oneOf" }) { type.isOneOf = true }
        type.specifiedBy = definition.directives.argument("url", of: "specifiedBy") ?? type.specifiedBy
    }

    private mutating func add(_ field: Syntax.FieldDefinition, to type: inout NamedType, from source: Int) {
        let name = type.name
        // Made for messages only, because schemas have many fields.
        func coordinate() -> String { "\(name).\(field.name.text)" }
        let place = DefinitionPlace(source: source, offset: field.name.offset)
        guard type.fieldNumbers[field.name.text] == nil else {
            return report(coordinate(), "the field is defined twice", at: place)
        }
        type.fieldNumbers[field.name.text] = type.fields.count
        type.fields.append(
            SchemaField(
                name: field.name.text, description: field.description,
                arguments: arguments(field.arguments, of: coordinate(), from: source),
                type: reference(field.type, of: coordinate(), from: source),
                deprecation: field.directives.deprecation, place: place))
    }

    private mutating func add(_ value: Syntax.EnumValueDefinition, to type: inout NamedType, from source: Int) {
        let place = DefinitionPlace(source: source, offset: value.name.offset)
        guard type.valueNumbers[value.name.text] == nil else {
            return report("\(type.name).\(value.name.text)", "the value is defined twice", at: place)
        }
        type.valueNumbers[value.name.text] = type.values.count
        type.values.append(
            EnumValue(
                name: value.name.text, description: value.description, deprecation: value.directives.deprecation,
                place: place))
    }

    private mutating func add(_ input: Syntax.InputDefinition, to type: inout NamedType, from source: Int) {
        let name = type.name
        func coordinate() -> String { "\(name).\(input.name.text)" }
        guard type.inputNumbers[input.name.text] == nil else {
            let place = DefinitionPlace(source: source, offset: input.name.offset)
            return report(coordinate(), "the field is defined twice", at: place)
        }
        type.inputNumbers[input.name.text] = type.inputs.count
        type.inputs.append(self.input(input, of: coordinate(), from: source))
    }

    private mutating func add(interface name: Syntax.Name, to type: inout NamedType, from source: Int) {
        let place = DefinitionPlace(source: source, offset: name.offset)
        guard let number = numbers[name.text], let interface = parts[name.text]?.first else {
            return report(type.name, unknownType(name.text), at: place)
        }
        guard interface.definition.kind == .interface else {
            return report(type.name, "\(name.text) is no interface", at: place)
        }
        guard name.text != type.name else { return report(type.name, "the type implements itself", at: place) }
        guard !type.interfaces.contains(number) else {
            return report(type.name, "the type implements \(name.text) twice", at: place)
        }
        type.interfaces.append(number)
    }

    private mutating func add(member name: Syntax.Name, to type: inout NamedType, from source: Int) {
        let place = DefinitionPlace(source: source, offset: name.offset)
        guard let number = numbers[name.text], let member = parts[name.text]?.first else {
            return report(type.name, unknownType(name.text), at: place)
        }
        guard member.definition.kind == .object else {
            return report(type.name, "\(name.text) is no object type", at: place)
        }
        guard !type.possibleTypes.contains(number) else {
            return report(type.name, "\(name.text) is a member twice", at: place)
        }
        type.possibleTypes.append(number)
    }

    private mutating func arguments(
        _ arguments: [Syntax.InputDefinition], of coordinate: @autoclosure () -> String, from source: Int
    ) -> [InputValue] {
        var known: Set<String> = []
        var made: [InputValue] = []
        for argument in arguments {
            func argumentCoordinate() -> String { "\(coordinate())(\(argument.name.text):)" }
            if known.insert(argument.name.text).inserted {
                made.append(input(argument, of: argumentCoordinate(), from: source))
            } else {
                let place = DefinitionPlace(source: source, offset: argument.name.offset)
                report(argumentCoordinate(), "the argument is defined twice", at: place)
            }
        }
        return made
    }

    private mutating func input(
        _ input: Syntax.InputDefinition, of coordinate: @autoclosure () -> String, from source: Int
    ) -> InputValue {
        InputValue(
            name: input.name.text, description: input.description,
            type: reference(input.type, of: coordinate(), from: source), defaultValue: input.defaultValue,
            deprecation: input.directives.deprecation,
            place: DefinitionPlace(source: source, offset: input.name.offset))
    }

    private mutating func reference(
        _ type: Syntax.TypeReference, of coordinate: @autoclosure () -> String, from source: Int
    ) -> TypeReference {
        let number = numbers[type.name.text]
        if number == nil {
            let place = DefinitionPlace(source: source, offset: type.name.offset)
            report(coordinate(), unknownType(type.name.text), at: place)
        }
        return TypeReference(type: number, wrappers: type.wrappers)
    }

    /// Returns the defect of a name that is no type of the schema.
    private func unknownType(_ name: String) -> String {
        let near = NearName.nearest(to: name, in: names)
        return "the type \(name) is not defined\(near.map { "; did you mean \($0)?" } ?? "")"
    }

    mutating func directive(of part: Part<Syntax.DirectiveDefinition>) -> DirectiveType {
        let definition = part.definition
        let coordinate = "@\(definition.name.text)"
        return DirectiveType(
            name: definition.name.text, description: definition.description,
            arguments: arguments(definition.arguments, of: coordinate, from: part.source),
            isRepeatable: definition.isRepeatable,
            locations: Set(definition.locations.compactMap { DirectiveLocation(rawValue: $0.text) }),
            place: DefinitionPlace(source: part.source, offset: definition.name.offset))
    }

    /// Returns the types of the operations, by the definition and the extensions of `schema`.
    ///
    /// If no `schema` is defined, the types with the usual names count, unless an extension names others.
    mutating func roots(in types: [NamedType]) -> [OperationKind: Int] {
        var roots: [OperationKind: Int] = [:]
        var places: [OperationKind: DefinitionPlace] = [:]
        let defined = schemas.filter { !$0.definition.isExtension }
        for part in defined.dropFirst() {
            let place = DefinitionPlace(source: part.source, offset: part.definition.offset)
            report("schema", "the schema is defined twice", at: place)
        }
        if defined.isEmpty {
            for kind in OperationKind.allCases {
                guard let number = numbers[kind.rawValue.capitalized] else { continue }
                roots[kind] = number
                places[kind] = types[number].place
            }
        }
        let extensions = schemas.filter(\.definition.isExtension)
        // The operations whose type a part gives; a usual name is not given, so that an extension may replace the type.
        var given: Set<OperationKind> = []
        for part in defined + extensions {
            for operation in part.definition.operations {
                let place = DefinitionPlace(source: part.source, offset: operation.type.offset)
                guard let number = numbers[operation.type.text] else {
                    report("schema", unknownType(operation.type.text), at: place)
                    continue
                }
                guard given.insert(operation.kind).inserted else {
                    report(
                        "schema", "the type of \(operation.kind.rawValue) is given twice",
                        at: DefinitionPlace(source: part.source, offset: operation.offset))
                    continue
                }
                roots[operation.kind] = number
                places[operation.kind] = place
            }
        }
        return usable(roots, places, in: types)
    }

    /// Returns the types of operations that are object types; reports the others, and a type of two operations.
    private mutating func usable(
        _ roots: [OperationKind: Int], _ places: [OperationKind: DefinitionPlace], in types: [NamedType]
    ) -> [OperationKind: Int] {
        var seen: Set<Int> = []
        var usable = roots
        for kind in OperationKind.allCases {
            guard let number = roots[kind], let place = places[kind] else { continue }
            if types[number].kind != .object {
                report("schema", "the type of \(kind.rawValue) is no object type", at: place)
                usable[kind] = nil
            } else if !seen.insert(number).inserted {
                report("schema", "the type of \(kind.rawValue) is that of another operation too", at: place)
            }
        }
        return usable
    }
}

extension [Syntax.Directive] {
    /// The reason of `@deprecated`, or the default reason of the specification; nil without the directive.
    fileprivate var deprecation: String? {
        guard contains(where: { $0.name.text == "deprecated" }) else { return nil }
        return argument("reason", of: "deprecated") ?? "No longer supported"
    }

    /// Returns the text of a directive's argument; nil if either is missing, or the value is no string.
    fileprivate func argument(_ name: String, of directive: String) -> String? {
        let arguments = first { $0.name.text == directive }?.arguments
        guard case .string(let text)? = arguments?.first(where: { $0.name.text == name })?.value.kind else {
            return nil
        }
        return text
    }
}
