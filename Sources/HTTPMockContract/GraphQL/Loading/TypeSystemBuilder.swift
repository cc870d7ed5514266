/// Builds a type system from the definitions of its sources.
struct TypeSystemBuilder {
    /// A definition with the number of its source.
    struct Part<Definition> {
        let definition: Definition
        let source: Int
    }

    private let sources: [GraphQLSource]
    /// The names of the types, in the order in which the sources name them first; the built-in source comes last here.
    private(set) var names: [String] = []
    /// The definition of each type, then its extensions; a type without a definition has only extensions.
    private(set) var parts: [String: [Part<Syntax.TypeDefinition>]] = [:]
    /// The definitions and the extensions of `schema`.
    private(set) var schemas: [Part<Syntax.SchemaDefinition>] = []
    private var directives: [Part<Syntax.DirectiveDefinition>] = []
    /// The numbers of the types by name.
    private(set) var numbers: [String: Int] = [:]
    /// The defects, in the order in which they were found.
    private(set) var defects: [SchemaDefect] = []

    /// Creates a builder.
    ///
    /// - Parameters:
    ///   - sources: The texts of the schema.
    ///   - definitions: The definitions of each text.
    init(_ sources: [GraphQLSource], _ definitions: [[Syntax.Definition]]) {
        self.sources = [IntrospectionTypes.source] + sources
        for (index, definitions) in definitions.enumerated() { add(definitions, from: index + 1) }
        // The built-in definitions come last, so that a schema's own definition of the same name counts.
        if let builtIn = try? GraphQLParser.definitions(of: IntrospectionTypes.source) {
            add(builtIn, from: DefinitionPlace.builtInSource)
        }
        for (number, name) in names.enumerated() { numbers[name] = number }
    }

    private mutating func add(_ definitions: [Syntax.Definition], from source: Int) {
        for definition in definitions {
            switch definition {
            case .type(let type): add(Part(definition: type, source: source))
            case .schema(let schema): schemas.append(Part(definition: schema, source: source))
            case .directive(let directive): add(Part(definition: directive, source: source))
            case .operation, .fragment:
                let place = DefinitionPlace(source: source, offset: definition.offset)
                report("schema", "a schema can't have operations and fragments", at: place)
            }
        }
    }

    private mutating func add(_ part: Part<Syntax.TypeDefinition>) {
        let name = part.definition.name.text
        guard let known = parts[name] else {
            parts[name] = [part]
            return names.append(name)
        }
        if part.definition.isExtension {
            parts[name]?.append(part)
        } else if known[0].definition.isExtension {
            parts[name]?.insert(part, at: 0)
        } else if !part.isBuiltIn {
            report(name, "the type is defined twice", at: part.place)
        }
    }

    private mutating func add(_ part: Part<Syntax.DirectiveDefinition>) {
        let name = part.definition.name
        let isKnown = directives.contains { $0.definition.name.text == name.text }
        guard isKnown else { return directives.append(part) }
        guard !part.isBuiltIn else { return }
        let place = DefinitionPlace(source: part.source, offset: name.offset)
        report("@\(name.text)", "the directive is defined twice", at: place)
    }

    mutating func report(_ coordinate: String, _ reason: String, at place: DefinitionPlace) {
        defects.append(SchemaDefect(coordinate: coordinate, reason: reason, place: place))
    }

    /// Builds the type system.
    mutating func build() -> TypeSystem {
        var types = names.map { type(of: parts[$0] ?? []) }
        for (number, type) in types.enumerated() where type.kind == .object {
            types[number].possibleTypes = [number]
            for interface in type.interfaces {
                types[interface].possibleTypes.append(number)
            }
        }
        let directives = directives.map { directive(of: $0) }
        let roots = roots(in: types)
        let description = schemas.lazy.compactMap(\.definition.description).first
        return TypeSystem(
            types: types, numbers: numbers, directives: directives, roots: roots, description: description,
            sources: sources)
    }

    /// The directives that the sources use, apart from the built-in source.
    var directiveUses: [DirectiveUse] {
        var uses = schemas.map { DirectiveUse($0.definition.directives, at: .schema, of: "schema", in: $0.source) }
        for name in names {
            for part in parts[name] ?? [] where !part.isBuiltIn { uses += part.directiveUses }
        }
        for part in directives where !part.isBuiltIn {
            uses += part.definition.arguments.map { argument in
                let coordinate = "@\(part.definition.name.text)(\(argument.name.text):)"
                return DirectiveUse(argument.directives, at: .argumentDefinition, of: coordinate, in: part.source)
            }
        }
        return uses
    }
}

extension TypeSystemBuilder.Part {
    fileprivate var isBuiltIn: Bool { source == DefinitionPlace.builtInSource }
}

extension TypeSystemBuilder.Part<Syntax.TypeDefinition> {
    var place: DefinitionPlace { DefinitionPlace(source: source, offset: definition.name.offset) }

    fileprivate var directiveUses: [DirectiveUse] {
        let name = definition.name.text
        var uses: [DirectiveUse] = []
        // Coordinates are made only for parts with directives, because most parts have none.
        func add(
            _ directives: [Syntax.Directive], _ location: DirectiveLocation, _ coordinate: @autoclosure () -> String
        ) {
            guard !directives.isEmpty else { return }
            uses.append(DirectiveUse(directives, at: location, of: coordinate(), in: source))
        }
        add(definition.directives, DirectiveLocation(definition.kind), name)
        for field in definition.fields {
            add(field.directives, .fieldDefinition, "\(name).\(field.name.text)")
            for argument in field.arguments {
                add(argument.directives, .argumentDefinition, "\(name).\(field.name.text)(\(argument.name.text):)")
            }
        }
        for value in definition.values { add(value.directives, .enumValue, "\(name).\(value.name.text)") }
        for input in definition.inputs { add(input.directives, .inputFieldDefinition, "\(name).\(input.name.text)") }
        return uses
    }
}
