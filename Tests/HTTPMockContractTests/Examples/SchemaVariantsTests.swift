import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// The bodies that a schema allows, each with one change of a body.
@Suite(.bounded) struct SchemaVariantsTests {
    /// Returns the names of the variants, and checks that the schema allows each.
    private func names(
        of schema: String, _ body: String, limit: Int = 200, version: String = "3.0.3"
    ) throws -> [String] {
        let others = ##""N": {"type": "number"}, "O": {"type": "object", "properties": {"a": {"type": "boolean"}}}"##
        let document = ##"{"openapi": "\##(version)", "components": {"schemas": {"A": \##(schema), \##(others)}}}"##
        let contract = try APIContract(Data(document.utf8))
        let root = try #require(contract.schema(at: "#/components/schemas/A"))
        let value = try JSONValue(parsing: Data(body.utf8))
        let found = try LargeStack.run {
            var variants = SchemaVariants(contract.validator, schema: root)
            return variants.variants(of: value, limit: limit).variants
        }
        for variant in found {
            #expect(contract.validator.violations(of: variant.body, against: root, direction: .response) == [])
        }
        return found.map { "\($0.path.text(after: "body")) \($0.change)" }
    }

    @Test(arguments: [
        (##"{"nullable": true, "allOf": [{"$ref": "#/components/schemas/N"}]}"##, "1"),
        (##"{"nullable": true, "anyOf": [{"$ref": "#/components/schemas/N"}, {"type": "string"}]}"##, "1"),
        (##"{"nullable": true, "$ref": "#/components/schemas/N"}"##, "1"),
        (##"{"nullable": true, "type": "string", "enum": ["a"]}"##, #""a""#),
        (##"{"type": "string", "nullable": true}"##, #""a""#),
    ])
    func nullIsAVariantWhereverNullableAdmitsIt(schema: String, body: String) throws {
        #expect(try names(of: schema, body).contains("body null"))
    }

    @Test(arguments: [
        (#"["string", "integer"]"#, #""a""#, ["integer"]), (#"["string", "integer"]"#, "5", ["string"]),
        (#"["string", "number"]"#, #""a""#, ["number"]), (#"["string", "number"]"#, "5", ["string"]),
        (#"["integer", "number", "string"]"#, #""a""#, ["number"]), (#""number""#, "1.5", []),
    ])
    func eachOtherTypeIsAVariant(types: String, body: String, others: [String]) throws {
        let names = try names(of: #"{"type": \#(types)}"#, body, version: "3.1.0")
        #expect(names.filter { $0.contains("of type") } == others.map { "body of type \($0)" })
    }

    @Test func elementAfterElementsOfOtherSchemasIsChanged() throws {
        let schema =
            #"{"type": "array", "items": {"type": "integer"}, "contains": {"minimum": 5}, "minContains": 2}"#
        let names = try names(of: schema, "[7, 8, 1]", version: "3.1.0")
        #expect(names.contains("body[0] 5") && names.contains("body[2] 0"), "\(names)")
        #expect(!names.contains { $0.hasPrefix("body[1]") }, "\(names)")
    }

    @Test func requiredTypeHasNoNull() throws {
        let names = try names(of: ##"{"allOf": [{"$ref": "#/components/schemas/N"}]}"##, "1")
        #expect(!names.isEmpty && !names.contains("body null"))
    }

    @Test(arguments: [
        (#""minimum": 9223372036854775807, "exclusiveMinimum": true"#, "1e19"),
        (#""maximum": -9223372036854775808, "exclusiveMaximum": true"#, "-1e19"),
    ])
    func limitAtTheEndOfTheIntegersHasVariants(limit: String, body: String) throws {
        let names = try names(of: #"{"type": "number", "nullable": true, \#(limit)}"#, body)
        #expect(names.contains("body null"), "\(names)")
    }

    @Test(arguments: [
        (##"{"nullable": true, "allOf": [{"$ref": "#/components/schemas/O"}]}"##, "body not null", "body.a present"),
        (##"{"nullable": true, "type": "string", "format": "date"}"##, "body not null", #"body "2024-02-29""#),
        (##"{"nullable": true, "type": "string", "enum": ["a", "b", null]}"##, #"body "a""#, #"body "b""#),
    ])
    func nullIsReplacedByAValueAndItsChanges(schema: String, first: String, further: String) throws {
        let names = try names(of: schema, "null")
        #expect(names.contains(first) && names.contains(further), "\(names)")
    }
}
