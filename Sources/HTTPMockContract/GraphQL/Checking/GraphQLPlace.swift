/// The places that belong to a breach of a GraphQL contract, for messages.
struct GraphQLPlace: Hashable, Sendable {
    /// The rule of a request; nil for a response.
    let rule: String?
    let coordinate: String?
    let schemaFile: String?
    let schemaLine: Int?
    /// The file of the document; nil for a document that is in no file, as that of a request.
    let documentFile: String?
    /// The position in the document; nil if the issue has none.
    let documentPosition: TextPosition?

    /// Finds the places of an issue.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - types: The type system.
    ///   - source: The document with the operation, if there is one.
    ///   - isRequest: Whether the issue is about a request.
    init(of issue: GraphQLIssue, _ types: TypeSystem, _ source: GraphQLSource?, isRequest: Bool) {
        rule = isRequest ? issue.rule : nil
        coordinate = issue.coordinate
        if let place = issue.coordinate.flatMap({ types.place(of: $0) }), !place.isBuiltIn {
            let schema = types.sources[place.source]
            schemaFile = schema.file
            // An answer to an introspection query has no lines that a reader would look for.
            schemaLine = schema.isJSON ? nil : schema.position(of: place.offset).line
        } else {
            schemaFile = nil
            schemaLine = nil
        }
        if let source, let offset = issue.offset {
            let origin = source.origin(of: offset)
            documentFile = origin.source.file
            documentPosition = origin.source.position(of: origin.offset)
        } else {
            documentFile = nil
            documentPosition = nil
        }
    }
}

extension GraphQLPlace: CustomStringConvertible {
    /// The end of a message: ` (Repository.name, schema.graphqls:118; selected at 4:9 of the document)`.
    ///
    /// Empty without a place.
    var description: String {
        if places.isEmpty { return "" }
        return " (\(places))"
    }

    /// The places, separated by semicolons: `Repository.name, schema.graphqls:118; selected at 4:9 of the document`.
    var places: String {
        var parts: [String] = []
        let document = documentText
        if let rule { parts.append(document.map { "\(rule) at \($0)" } ?? rule) }
        if let coordinate { parts.append(coordinate + schemaText) }
        if let document, rule == nil { parts.append("selected at \(document)") }
        return parts.joined(separator: "; ")
    }

    /// The position in the document: `Viewer.graphql:4:9`, or `4:9 of the document` without a file.
    private var documentText: String? {
        guard let documentPosition else { return nil }
        guard let documentFile else { return "\(documentPosition) of the document" }
        return "\(documentFile):\(documentPosition)"
    }

    /// The line of the schema after a coordinate: `, schema.graphqls:118`; empty without a line.
    private var schemaText: String {
        guard let schemaLine else { return "" }
        guard let schemaFile else { return ", line \(schemaLine)" }
        return ", \(schemaFile):\(schemaLine)"
    }
}

extension TypeSystem {
    /// Returns the place of a schema coordinate: `Type`, `Type.field`, `Type.field(argument:)` or `@directive`.
    ///
    /// A field may be one of an input type, or a value of an enum. An argument of a directive has the place of the
    /// directive, an unknown member that of its type, and an unknown argument that of its field. An unknown type or
    /// directive has no place.
    func place(of coordinate: String) -> DefinitionPlace? {
        if coordinate.hasPrefix("@") {
            let name = coordinate.dropFirst().prefix { $0 != "(" }
            return directives[String(name)]?.place
        }
        let parts = coordinate.split(separator: ".", maxSplits: 1)
        guard let type = parts.first.flatMap({ self.type(String($0)) }) else { return nil }
        guard parts.count == 2 else { return type.place }
        // The member, and the argument in parentheses.
        let names = parts[1].split { "(:)".contains($0) }.map(String.init)
        guard let member = names.first else { return type.place }
        if let input = type.input(member) { return input.place }
        if let value = type.valueNumbers[member] { return type.values[value].place }
        guard let field = type.field(member) else { return type.place }
        guard names.count > 1, let argument = field.argument(names[1]) else { return field.place }
        return argument.place
    }
}
