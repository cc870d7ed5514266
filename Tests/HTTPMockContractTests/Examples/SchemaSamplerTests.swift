import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct SchemaSamplerTests {
    private func outcome(_ schema: String, seed: UInt64? = nil) throws -> (text: String?, reason: String?) {
        let (validator, root) = try SchemaValidator.compile(JSONValue(parsing: Data(schema.utf8)))
        let outcome = try LargeStack.run {
            var sampler = SchemaSampler(validator, direction: .response)
            return sampler.sample(of: root, seed: seed)
        }
        switch outcome {
        case .value(let value):
            #expect(validator.violations(of: value, against: root, direction: .response) == [])
            return (value.text, nil)
        case .none(let reason): return (nil, reason)
        }
    }

    @Test(arguments: [
        (#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {}}}"#, #"{"a":0}"#),
        (#"{"type": "string", "minLength": 3}"#, #""aaa""#), (#"{"type": "integer", "minimum": 5}"#, "5"),
        (#"{"type": "integer", "exclusiveMinimum": 5, "multipleOf": 4}"#, "8"),
        (#"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#, "0.5"),
        (#"{"type": "number", "maximum": -2.5}"#, "-3"), (#"{"type": ["null", "string"]}"#, #""""#),
        (#"{"enum": ["b", "a"]}"#, #""b""#), (#"{"const": [1]}"#, "[1]"), (#"{"type": "boolean"}"#, "false"),
        (#"{"type": "array", "items": {"type": "null"}}"#, "[]"),
        (#"{"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "string"}}"#, #"["","1"]"#),
        (#"{"oneOf": [{"type": "array", "items": {"const": 1}}, {"type": "array", "items": {"const": 2}}]}"#, "[1]"),
        (#"{"contains": {"const": 1}, "minContains": 2}"#, "[1,1]"),
        (#"{"prefixItems": [{"const": "a"}, {"type": "integer"}], "minItems": 2, "items": false}"#, #"["a",0]"#),
        (#"{"minProperties": 2, "additionalProperties": {"type": "integer"}}"#, #"{"key1":0,"key2":0}"#),
        (#"{"minProperties": 1, "propertyNames": {"pattern": "^x-[0-9]$"}}"#, #"{"x-0":{}}"#),
        (#"{"required": ["key1"], "minProperties": 2}"#, #"{"key1":{},"key2":{}}"#),
        (#"{"required": ["a"], "minProperties": 2, "propertyNames": {"enum": ["a", "b"]}}"#, #"{"a":{},"b":{}}"#),
        (#"{"allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "string"}}}]}"#, #"{"a":""}"#),
        (#"{"oneOf": [{"type": "object", "required": ["a", "b"]}, {"type": "string"}]}"#, #""""#),
        (#"{"oneOf": [{"type": "integer"}, {"minimum": 5}, {"const": 7}], "type": "integer"}"#, "0"),
        (
            #"{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "required": ["a"], "type": "object"}"#,
            #"{"a":{},"b":{}}"#
        ),
        (#"{"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}}"#, #"{"a":{},"b":{}}"#),
        (#"{"required": ["a"], "properties": {"a": {"writeOnly": true}}, "type": "object"}"#, "{}"),
        (#"{"not": {"const": ""}, "type": "string"}"#, nil),
        (#"{"type": "string", "format": "uuid"}"#, #""00000000-0000-4000-8000-000000000000""#),
        (#"{"type": "string", "format": "date-time"}"#, #""2000-01-01T00:00:00Z""#), ("true", "{}"),
    ])
    func smallestValueIsFound(_ schema: String, _ expected: String?) throws {
        let (text, reason) = try outcome(schema)
        #expect(text == expected, "\(reason ?? "")")
        #expect(try outcome(schema).text == text)
    }

    @Test(arguments: [
        #"^[A-Z]{2}-\\d{3}$"#, #"^(?:GET|POST)$"#, #"^\\p{Lu}\\w+$"#, #"^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$"#,
        #"^\\u0041[^a]?$"#, #"^#[0-9a-fA-F]{6}$"#, "a+b", #"^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$"#,
        #"^(?<y>\\d{4})-\\d\\d$"#,
        #"^\\s\\S$"#, #"^.{40,}$"#, #"^(\\d+|[a-z]+)(,(\\d+|[a-z]+))*$"#, #"^\\{\\}$"#, "$",
        "^a{-1}$", "^a{+2}$", "^a{1,x}$", "^a{,2}$",
        #"^(a|b)\\1*$"#,
    ])
    func textOfAPatternIsFound(_ pattern: String) throws {
        #expect(try outcome(#"{"type": "string", "pattern": "\#(pattern)"}"#).text != nil)
    }

    @Test func nestedRepetitionsOfNothingEnd() {
        let texts = PatternSample.texts(of: "((((((()*)*)*)*)*)*)*", length: 0)
        #expect(Set(texts) == [""])
    }

    @Test(arguments: [
        (
            ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##,
            "the schema # needs a value of itself at # (#)"
        ),
        ("false", "no value is allowed at # (#)"),
        (#"{"type": "string", "pattern": "^a$", "minLength": 2}"#, "no text was found for the pattern ^a$ at # (#)"),
        (#"{"type": "integer", "minimum": 2, "maximum": 1}"#, "no number was found at # (#)"),
        (#"{"enum": [1, 2], "minimum": 3}"#, "no value of an enumeration is allowed at # (#)"),
        (
            #"{"type": "string", "pattern": "^a{9223372036854775807}$"}"#,
            "no text was found for the pattern ^a{9223372036854775807}$ at # (#)"
        ),
        (#"{"type": "array", "minItems": 1e20}"#, "the array needs 9223372036854775807 elements at # (#)"),
        (
            #"{"type": "array", "contains": true, "minContains": 9223372036854775807}"#,
            "the array needs 9223372036854775807 elements at # (#)"
        ),
    ])
    func reasonIsGiven(_ schema: String, _ reason: String) throws {
        #expect(try outcome(schema).reason == reason)
    }

    @Test func recursiveSchemaEnds() throws {
        let tree = ##"""
            {"type": "object", "required": ["left", "name"], "properties": {"name": {"type": "string"},
             "left": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}, "right": {"$ref": "#"}}}
            """##
        #expect(try outcome(tree).text == #"{"left":null,"name":""}"#)
        #expect(try outcome(tree, seed: 3).text != nil)
    }

    @Test func discriminatorNamesTheBranch() throws {
        let schema = ##"""
            {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
             "discriminator": {"propertyName": "kind", "mapping": {"dog": "#/$defs/Dog"}},
             "$defs": {"Cat": {"type": "object", "required": ["kind", "lives", "name"],
               "properties": {"kind": {"type": "string"}}},
              "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}}}
            """##
        #expect(try outcome(schema).text == #"{"kind":"dog"}"#)
    }

    @Test func mappingNamesABranchByTheNameOfItsSchema() throws {
        // The value "Cat" of the mapping is for Dog, but the target "Cat" is the schema of this name.
        let schema = ##"""
            {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
             "discriminator": {"propertyName": "kind", "mapping": {"Cat": "#/$defs/Dog", "kitty": "Cat"}},
             "$defs": {"Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
              "Dog": {"type": "object", "required": ["kind", "barks", "name"],
               "properties": {"kind": {"type": "string"}}}}}
            """##
        #expect(try outcome(schema).text == #"{"kind":"kitty"}"#)
    }

    @Test func randomValuesAreValidAndRepeatable() throws {
        let schema = #"""
            {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "minimum": 1, "maximum": 9},
             "tags": {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": true},
             "name": {"type": "string", "minLength": 1}, "size": {"type": "number", "multipleOf": 0.25}}}
            """#
        var texts: Set<String> = []
        for seed in 0..<50 as Range<UInt64> {
            let text = try #require(try outcome(schema, seed: seed).text)
            #expect(try outcome(schema, seed: seed).text == text)
            texts.insert(text)
        }
        #expect(texts.count > 20)
    }
}
