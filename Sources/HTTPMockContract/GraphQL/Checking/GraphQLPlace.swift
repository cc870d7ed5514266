/// The places that belong to a breach of a GraphQL contract, for messages.
struct GraphQLPlace: Hashable, Sendable {
    /// The rule of a request; nil for a response.
    let rule: String?
    let coordinate: String?
    let schemaFile: String?
    let schemaLine: Int?
    /// The file of the document; nil for the document of a request.
    let documentFile: String?
    let document: TextPosition?

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
        let place = issue.coordinate.flatMap { types.place(of: $0) }
        let schema = place.flatMap { $0.isBuiltIn ? nil : types.sources[$0.source] }
        schemaFile = schema?.file
        // An answer to an introspection query has no lines that a reader would look for.
        schemaLine = schema.flatMap { $0.isJSON ? nil : $0.position(of: place?.offset ?? 0).line }
        let origin = source.flatMap { source in issue.offset.map { source.origin(of: $0) } }
        documentFile = origin?.source.file
        document = origin.map { $0.source.position(of: $0.offset) }
    }
}

extension GraphQLPlace: CustomStringConvertible {
    /// The places after a message: ` (Repository.name, schema.graphqls:118; selected at 4:9 of the document)`.
    var description: String {
        var parts: [String] = []
        let position = document.map { place in
            documentFile.map { "\($0):\(place)" } ?? "\(place) of the document"
        }
        if let rule { parts.append(position.map { "\(rule) at \($0)" } ?? rule) }
        if let coordinate {
            let line = schemaLine.map { line in ", \(schemaFile.map { "\($0):\(line)" } ?? "line \(line)")" }
            parts.append(coordinate + (line ?? ""))
        }
        if let position, rule == nil { parts.append("selected at \(position)") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }
}

extension TypeSystem {
    /// Returns the place of a schema coordinate: `Type`, `Type.field`, `Type.field(argument:)` or `@directive`.
    ///
    /// A field may be one of an input type, or a value of an enum. An argument of a directive has the place of the
    /// directive, a missing member that of its type, and a missing argument that of its field.
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
        return names.dropFirst().first.flatMap { field.argument($0)?.place } ?? field.place
    }
}
