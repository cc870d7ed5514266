import Foundation
import HTTPMock

/// A type system with its defects and notes.
struct LoadedSchema: Sendable {
    let types: TypeSystem
    /// The defects and notes, in the order of the files and lines.
    let defects: [ContractDefect]

    /// Reads a schema from texts: SDL, or the answer to an introspection query.
    ///
    /// - Throws: ``UnusableDocument`` if a text can't be read, or if no usable type of query is defined.
    init(_ texts: [GraphQLSource]) throws(UnusableDocument) {
        var definitions: [[Syntax.Definition]] = []
        for source in texts { definitions.append(try Self.definitions(of: source)) }
        var builder = TypeSystemBuilder(texts, definitions)
        types = builder.build()
        var found = builder.defects
        found += TypeSystemDefects(types).defects
        found += DirectiveDefects(types, builder).defects
        let sources = types.sources
        defects = found.map { ContractDefect($0, in: sources) }.sorted { left, right in
            (left.file ?? "", left.line, left.column, left.reason)
                < (right.file ?? "", right.line, right.column, right.reason)
        }
        if types.roots[.query] != nil { return }
        if found.contains(where: \.isOfSchemaDefinition) {
            throw UnusableDocument(
                reasons: defects.prefix(ContractChecker.listLimit).map(\.description),
                fix: "correct the type of query, and load it again")
        }
        throw UnusableDocument(
            reasons: ["It has no type for query."], fix: "add type Query, or name its type in schema { query: … }")
    }

    /// The error about a document of the other kind of contract.
    private static var openAPI: UnusableDocument {
        UnusableDocument(reasons: ["It is an OpenAPI document."], fix: "load it with APIContract")
    }

    private static func definitions(of source: GraphQLSource) throws(UnusableDocument) -> [Syntax.Definition] {
        if source.isJSON { return try introspection(of: source) }
        do throws(GraphQLSyntaxError) {
            return try GraphQLParser.definitions(of: source)
        } catch {
            if source.isOpenAPIInYAML { throw openAPI }
            let position = source.position(of: error.offset).text(in: source.file)
            throw UnusableDocument(
                reasons: ["\(position): \(error.reason)"], fix: "correct the document there, and load it again")
        }
    }

    private static func introspection(of source: GraphQLSource) throws(UnusableDocument) -> [Syntax.Definition] {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: Data(source.bytes))
        } catch {
            let position = source.position(of: error.offset).text(in: source.file)
            throw UnusableDocument(
                reasons: ["It is not JSON: \(position): \(error.reason)"],
                fix: "correct the document there, and load it again")
        }
        if value["openapi"] != nil || value["swagger"] != nil { throw openAPI }
        do throws(IntrospectionReader.Failure) {
            return try IntrospectionReader.definitions(of: value)
        } catch {
            throw UnusableDocument(
                reasons: ["It is no schema: \(error.reason)."], fix: "save the whole answer to an introspection query")
        }
    }
}

extension SchemaDefect {
    /// True for a defect of `schema`, which may be the reason why the type of query is not known.
    fileprivate var isOfSchemaDefinition: Bool { coordinate == "schema" && severity == .defect }
}

extension GraphQLSource {
    /// True if the first character is that of a JSON object.
    ///
    /// It is true too for a document that begins with a query without a name and without the word `query`.
    var isJSON: Bool {
        // White space and a byte order mark are skipped.
        let first = bytes.first { $0 > .space && $0 < 0x80 }
        return first == UInt8(ascii: "{")
    }

    /// True if a line begins with a key that only OpenAPI documents have.
    fileprivate var isOpenAPIInYAML: Bool {
        let keys = ["openapi", "swagger"].flatMap { ["\($0):", "\"\($0)\":", "'\($0)':"] }
        let lines = bytes.split { $0 == .lineFeed || $0 == .carriageReturn }
        return lines.contains { line in
            keys.contains { line.starts(with: $0.utf8) }
        }
    }
}
