import Foundation
import HTTPMock

/// Reads the definitions of a type system from the answer to an introspection query.
///
/// - SeeAlso: [GraphQL §4](https://spec.graphql.org/September2025/#sec-Introspection)
struct IntrospectionReader {
    /// The reason why an answer has no type system.
    struct Failure: Error {
        let reason: String
    }

    /// The offset of every definition, because an answer is no GraphQL document.
    private static let nowhere = 0

    /// Returns the definitions of a whole answer, of its `data` alone, or of the content of its `__schema` alone.
    static func definitions(of value: JSONValue) throws(Failure) -> [Syntax.Definition] {
        let data = value["data"] ?? value
        let isContentOfSchema = data["types"] != nil
        guard let schema = data["__schema"] ?? (isContentOfSchema ? data : nil) else {
            throw Failure(reason: "it has no __schema, so it is no answer to an introspection query")
        }
        guard let types = schema["types"]?.elements else {
            throw Failure(reason: "its __schema has no types")
        }
        let reader = IntrospectionReader()
        var definitions: [Syntax.Definition] = [.schema(reader.schema(schema))]
        // The types and directives of every schema are left out, because ``TypeSystemBuilder`` adds them.
        for type in types {
            guard let name = type["name"]?.string, !name.hasPrefix("__"), !IntrospectionTypes.scalars.contains(name)
            else { continue }
            definitions.append(.type(try reader.type(type, name)))
        }
        for directive in schema["directives"]?.elements ?? [] {
            guard let name = directive["name"]?.string, !IntrospectionTypes.directives.contains(name) else { continue }
            definitions.append(.directive(try reader.directiveDefinition(directive, name)))
        }
        return definitions
    }

    private func name(_ text: String) -> Syntax.Name { Syntax.Name(text: text, offset: Self.nowhere) }

    private func names(_ value: JSONValue?) -> [Syntax.Name] {
        (value?.elements ?? []).compactMap { $0["name"]?.string }.map { name($0) }
    }

    private func schema(_ schema: JSONValue) -> Syntax.SchemaDefinition {
        let operations = OperationKind.allCases.compactMap { kind -> Syntax.OperationType? in
            guard let type = schema["\(kind.rawValue)Type"]?["name"]?.string else { return nil }
            return Syntax.OperationType(kind: kind, type: name(type), offset: Self.nowhere)
        }
        return Syntax.SchemaDefinition(
            isExtension: false, description: schema["description"]?.string, directives: [], operations: operations,
            offset: Self.nowhere)
    }

    private func type(_ type: JSONValue, _ typeName: String) throws(Failure) -> Syntax.TypeDefinition {
        let kind: Syntax.TypeKind
        switch type["kind"]?.string {
        case "SCALAR": kind = .scalar
        case "OBJECT": kind = .object
        case "INTERFACE": kind = .interface
        case "UNION": kind = .union
        case "ENUM": kind = .enumeration
        case "INPUT_OBJECT": kind = .input
        case let other: throw Failure(reason: "the type \(typeName) has the kind \(other?.quoted ?? "null")")
        }
        var definition = Syntax.TypeDefinition(
            kind: kind, isExtension: false, description: type["description"]?.string, name: name(typeName),
            offset: Self.nowhere)
        if kind == .object || kind == .interface { definition.interfaces = names(type["interfaces"]) }
        if kind == .union { definition.members = names(type["possibleTypes"]) }
        if let url = type["specifiedByURL"]?.string ?? type["specifiedByUrl"]?.string {
            definition.directives.append(use(of: "specifiedBy", argument("url", url)))
        }
        if type["isOneOf"] == .bool(true) { definition.directives.append(use(of: "oneOf", nil)) }
        for field in type["fields"]?.elements ?? [] { definition.fields.append(try self.field(field, typeName)) }
        for value in type["enumValues"]?.elements ?? [] {
            guard let valueName = value["name"]?.string else {
                throw Failure(reason: "a value of \(typeName) has no name")
            }
            definition.values.append(
                Syntax.EnumValueDefinition(
                    description: value["description"]?.string, name: name(valueName),
                    directives: deprecation(value)))
        }
        definition.inputs = try inputs(type["inputFields"], typeName)
        return definition
    }

    private func field(_ field: JSONValue, _ typeName: String) throws(Failure) -> Syntax.FieldDefinition {
        guard let fieldName = field["name"]?.string else { throw Failure(reason: "a field of \(typeName) has no name") }
        let coordinate = "\(typeName).\(fieldName)"
        return Syntax.FieldDefinition(
            description: field["description"]?.string, name: name(fieldName),
            arguments: try inputs(field["args"], coordinate), type: try reference(field["type"], coordinate),
            directives: deprecation(field))
    }

    private func inputs(_ value: JSONValue?, _ coordinate: String) throws(Failure) -> [Syntax.InputDefinition] {
        var inputs: [Syntax.InputDefinition] = []
        for input in value?.elements ?? [] {
            guard let inputName = input["name"]?.string else {
                throw Failure(reason: "an argument or a field of \(coordinate) has no name")
            }
            var defaultValue: Syntax.Value?
            if let text = input["defaultValue"]?.string {
                do throws(GraphQLSyntaxError) {
                    defaultValue = try GraphQLParser.value(of: text)
                } catch {
                    throw Failure(reason: "the default value of \(coordinate).\(inputName): \(error.reason)")
                }
            }
            inputs.append(
                Syntax.InputDefinition(
                    description: input["description"]?.string, name: name(inputName),
                    type: try reference(input["type"], "\(coordinate).\(inputName)"), defaultValue: defaultValue,
                    directives: deprecation(input)))
        }
        return inputs
    }

    private func directiveDefinition(
        _ directive: JSONValue, _ directiveName: String
    ) throws(Failure) -> Syntax.DirectiveDefinition {
        let locations = (directive["locations"]?.elements ?? []).compactMap(\.string).map { name($0) }
        return Syntax.DirectiveDefinition(
            description: directive["description"]?.string, name: name(directiveName),
            arguments: try inputs(directive["args"], "@\(directiveName)"),
            isRepeatable: directive["isRepeatable"] == .bool(true), locations: locations, offset: Self.nowhere)
    }

    private func reference(_ value: JSONValue?, _ coordinate: String) throws(Failure) -> Syntax.TypeReference {
        var kinds: [String] = []
        var inner = value
        while let kind = inner?["kind"]?.string, kind == "LIST" || kind == "NON_NULL" {
            kinds.append(kind)
            inner = inner?["ofType"]
        }
        guard let typeName = inner?["name"]?.string else {
            throw Failure(
                reason: "the type of \(coordinate) is incomplete: the query asked for too few levels of ofType")
        }
        guard kinds.filter({ $0 == "LIST" }).count <= TypeWrappers.listLimit else {
            throw Failure(reason: "the type of \(coordinate) has more than \(TypeWrappers.listLimit) lists")
        }
        var wrappers = TypeWrappers.none
        for kind in kinds.reversed() { wrappers = kind == "LIST" ? wrappers.inList() : wrappers.withoutNull() }
        return Syntax.TypeReference(name: name(typeName), wrappers: wrappers, offset: Self.nowhere)
    }

    private func deprecation(_ value: JSONValue) -> [Syntax.Directive] {
        guard value["isDeprecated"] == .bool(true) else { return [] }
        let reason = value["deprecationReason"]?.string ?? "No longer supported"
        return [use(of: "deprecated", argument("reason", reason))]
    }

    private func argument(_ argumentName: String, _ text: String) -> Syntax.Argument {
        Syntax.Argument(
            name: name(argumentName), value: Syntax.Value(kind: .string(text), offset: Self.nowhere))
    }

    private func use(of directiveName: String, _ argument: Syntax.Argument?) -> Syntax.Directive {
        Syntax.Directive(
            name: name(directiveName), arguments: [argument].compactMap(\.self), offset: Self.nowhere)
    }
}
