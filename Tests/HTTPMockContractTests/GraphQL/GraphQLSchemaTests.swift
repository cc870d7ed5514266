import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded)
struct GraphQLSchemaTests {
    private static func defects(_ text: String) throws -> [String] {
        try LoadedSchema([GraphQLSource(text)]).defects.map {
            "\($0.line):\($0.column) \($0.severity) \($0.pointer): \($0.reason)"
        }
    }

    @Test func aSchemaHasItsTypes() throws {
        let loaded = try LoadedSchema([CatalogSchema.source])
        #expect(loaded.defects.isEmpty)
        let types = loaded.types
        #expect(
            types.roots.mapValues { types.types[$0].name } == [
                .query: "Query", .mutation: "Mutation", .subscription: "Subscription",
            ])
        let node = try #require(types.type("Node"))
        #expect(node.possibleTypes.map { types.types[$0].name } == ["User", "Character", "Episode"])
        let characters = try #require(types.type("Query")?.field("characters"))
        #expect(types.text(of: characters.type) == "CharacterConnection!")
        #expect(types.type("FindBy")?.isOneOf == true)
        #expect(types.type("Status")?.values.last?.deprecation == "never sent")
    }

    @Test(arguments: [
        ("type Query { a: Strin }", "1:17 defect Query.a: the type Strin is not defined; did you mean String?"),
        ("type Query { a: Int a: Int }", "1:21 defect Query.a: the field is defined twice"),
        ("type Query { a: Int }\ntype Query { b: Int }", "2:6 defect Query: the type is defined twice"),
        ("type Query implements A { a: Int }\ninterface A { b: Int }", "1:6 defect Query: the field b of A is missing"),
        (
            "type Query implements A { a: Int @deprecated }\ninterface A { a: Int }",
            "1:27 note Query.a: the field is deprecated, but A.a is not"
        ),
        (
            "type Query implements A { a: Int }\ninterface A { a: Int! }",
            "1:27 defect Query.a: the field is Int, but A.a is Int!"
        ),
        (
            "type Query implements A { a(c: Int!): Int }\ninterface A { a: Int }",
            "1:29 defect Query.a(c:): the argument is required, but A.a lacks it"
        ),
        (
            "type Query implements A { a: Int }\ninterface A implements B { a: Int }\ninterface B { a: Int }",
            "1:6 defect Query: the type must implement B, as A does"
        ),
        ("type Query { a: I }\ninput I { i: I }", "1:14 defect Query.a: a field can't have the input type I"),
        ("type Query { a(i: I): Int }\ninput I { i: I! }", "2:11 defect I.i: the type needs itself, by i"),
        ("type Query { a(q: Query): Int }", "1:16 defect Query.a(q:): Query is no input type"),
        ("type Query { a: Int }\nunion U = Query | Int", "2:19 defect U: Int is no object type"),
        (
            "type Query { a: Int }\nextend type Other { b: Int }",
            "2:13 defect Other: the type is extended, but not defined"
        ),
        (
            "type Query { a: Int }\nextend enum Query { B }",
            "2:13 defect Query: the extension is for another kind of type"
        ),
        (
            "type Query { a(i: Int = \"x\"): Int }",
            "1:25 defect Query.a(i:): the default value: expected Int, got \"x\""
        ),
        ("type Query { a: Int @key }", "1:21 note Query.a: the directive @key is not defined"),
        (
            "type Query { a: Int @skip(if: true) }",
            "1:21 defect Query.a: the directive @skip is not for FIELD_DEFINITION"
        ),
        (
            "type Query { a: Int @deprecated(why: 1) }",
            "1:33 defect Query.a: the directive @deprecated has no argument why"
        ),
        (
            "type Query { a: Int }\ninput I @oneOf { a: Int! }",
            "2:18 defect I.a: a field of a @oneOf type must be nullable"
        ),
        (
            "type A { a: Int }\ntype B { b: Int }\nextend schema { query: A }\nextend schema { query: B }",
            "4:17 defect schema: the type of query is given twice"
        ),
        ("type Query { a: Int }\nenum E", "2:6 defect E: the enum has no values"),
        ("type Query { __a: Int }", "1:14 defect Query.__a: names that begin with __ are for introspection"),
        ("type Query { a: Int }\nquery { a }", "2:1 defect schema: a schema can't have operations and fragments"),
    ]) func defectsHaveTheirPlace(_ text: String, _ expected: String) throws {
        #expect(try Self.defects(text) == [expected])
    }

    @Test func longCycleOfInputTypesIsADefect() throws {
        let count = 600
        let inputs = (0..<count).map { "input I\($0) { i: I\(($0 + 1) % count)! }" }
        let defects = try Self.defects("type Query { a(i: I0): Int } " + inputs.joined(separator: " "))
        #expect(defects.count == 1)
        let fields = String(repeating: "i.", count: 100)
        #expect(defects.first?.hasSuffix("the type needs itself, by \(fields)…") == true)
    }

    @Test(arguments: [
        ("type A { a: Int }", "It has no type for query."),
        ("type Query {", "line 1, column 13: expected a name, found the end"),
        ("{\"openapi\": \"3.1.0\"}", "It is an OpenAPI document."),
        ("# the service\nopenapi: 3.1.0\ninfo: {title: A, version: '1'}", "It is an OpenAPI document."),
        ("info: {title: A, version: '1'}\r\n\"swagger\": '2.0'", "It is an OpenAPI document."),
        ("{\"a\": 1}", "It is no schema: it has no __schema, so it is no answer to an introspection query."),
        (
            #"{"__schema": {"types": [{"kind": "ENUM", "name": "E", "enumValues": [{"name": "A"}, {}]}]}}"#,
            "It is no schema: a value of E has no name."
        ),
        ("schema { query: Q }", "line 1, column 17: schema: the type Q is not defined"),
    ]) func aTextWithoutASchemaIsRefused(_ text: String, _ reason: String) {
        do throws(UnusableDocument) {
            _ = try LoadedSchema([GraphQLSource(text)])
            Issue.record("loaded")
        } catch {
            #expect(error.reasons.count == 1)
            #expect(error.reasons.first?.contains(reason) == true, "\(error.reasons)")
        }
    }

    @Test func extensionReplacesAUsualName() throws {
        let text = "type Query { a: Int }\ntype Other { b: Int }\nextend schema { query: Other }"
        let loaded = try LoadedSchema([GraphQLSource(text)])
        #expect(loaded.defects.isEmpty)
        #expect(loaded.types.roots.mapValues { loaded.types.types[$0].name } == [.query: "Other"])
    }

    @Test func filesMakeOneSchema() throws {
        let first = GraphQLSource("type Query { a: Other }", file: "a.graphqls")
        let second = GraphQLSource("extend type Query { b: Int }\ntype Other { c: Int @x }", file: "b.graphqls")
        let loaded = try LoadedSchema([first, second])
        #expect(loaded.types.type("Query")?.fields.map(\.name) == ["a", "b"])
        #expect(loaded.defects.map { "\($0.file ?? ""):\($0.line)" } == ["b.graphqls:2"])
    }

    @Test func introspectionIsASchema() throws {
        let json = """
            {"data": {"__schema": {"queryType": {"name": "Root"}, "mutationType": null, "types": [
              {"kind": "OBJECT", "name": "Root", "interfaces": [], "fields": [
                {"name": "all", "args": [{"name": "size", "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": "3"}],
                 "type": {"kind": "NON_NULL", "ofType": {"kind": "LIST", "ofType": {"kind": "ENUM", "name": "E"}}},
                 "isDeprecated": true, "deprecationReason": "old"}]},
              {"kind": "ENUM", "name": "E", "enumValues": [{"name": "A"}, {"name": "B"}]},
              {"kind": "OBJECT", "name": "__Schema", "fields": []}, {"kind": "SCALAR", "name": "Int"}],
              "directives": [{"name": "skip", "locations": ["FIELD"], "args": []}]}}}
            """
        let loaded = try LoadedSchema([GraphQLSource(json)])
        #expect(loaded.defects.isEmpty)
        let field = try #require(loaded.types.type("Root")?.field("all"))
        #expect(loaded.types.text(of: field.type) == "[E]!")
        #expect(field.deprecation == "old")
        #expect(field.argument("size")?.defaultValue?.text == "3")
    }
}
