import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Each keyword with a value that it allows, one that it forbids, and the texts of the violations.
@Suite(.bounded) struct KeywordTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let schema: String
        let valid: [String]
        let invalid: [(value: String, texts: [String])]

        init(_ schema: String, valid: [String], invalid: [(value: String, texts: [String])]) {
            self.schema = schema
            self.valid = valid
            self.invalid = invalid
        }

        var testDescription: String { schema }
    }

    @Test(arguments: rows)
    func keywordAllowsAndForbids(_ row: Row) throws {
        let (validator, root) = try SchemaValidator.compile(JSONValue(parsing: Data(row.schema.utf8)))
        for text in row.valid {
            let value = try JSONValue(parsing: Data(text.utf8))
            #expect(validator.violations(of: value, against: root, direction: nil) == [], "\(text)")
        }
        for (text, expected) in row.invalid {
            let value = try JSONValue(parsing: Data(text.utf8))
            let texts = validator.violations(of: value, against: root, direction: nil).map(\.description)
            #expect(texts == expected, "\(text)")
        }
    }

    @Test func tableNamesEveryKeyword() {
        let text = Self.rows.map(\.schema).joined()
        for keyword in KeywordTable.entries { #expect(text.contains("\"\(keyword.name)\"")) }
    }

    static let rows: [Row] = [
        Row(
            #"{"enum": [1, 1.0, 2]}"#, valid: ["1", "2.0"],
            invalid: [("3", ["expected 1 or 2, got integer 3 (#)"])]),
        Row(
            #"{"type": "integer"}"#, valid: ["1", "1.0", "1e2", "-0"],
            invalid: [
                ("1.5", ["expected integer, got number 1.5 (#)"]),
                (#""a""#, [#"expected integer, got string "a" (#)"#]),
            ]),
        Row(
            #"{"type": ["string", "null"]}"#, valid: [#""""#, "null"],
            invalid: [("[1]", ["expected string or null, got array [1] (#)"])]),
        Row(
            #"{"const": {"a": 1}}"#, valid: [#"{"a": 1.0}"#],
            invalid: [(#"{"a": 2}"#, [#"expected {"a":1}, got object {"a":2} (#)"#])]),
        Row(
            #"{"enum": ["available", "sold", 3]}"#, valid: [#""sold""#, "3.0"],
            invalid: [
                (
                    #""avialable""#,
                    [
                        #"expected "available", "sold" or 3, got string "avialable"; did you mean "available"? (#)"#
                    ]
                )
            ]),
        Row(
            #"{"minimum": 1.5}"#, valid: ["1.5", "1e400", #""a""#],
            invalid: [("1.4999999999999999999999", ["expected at least 1.5, got number 1.4999999999999999999999 (#)"])]),
        Row(
            #"{"exclusiveMinimum": 0}"#, valid: ["1e-400"],
            invalid: [("0", ["expected more than 0, got integer 0 (#)"])]),
        Row(#"{"maximum": -3}"#, valid: ["-3", "-4"], invalid: [("-2", ["expected at most -3, got integer -2 (#)"])]),
        Row(
            #"{"exclusiveMaximum": 9007199254740993}"#, valid: ["9007199254740992"],
            invalid: [("9007199254740993", ["expected less than 9007199254740993, got integer 9007199254740993 (#)"])]),
        Row(
            #"{"multipleOf": 0.01}"#, valid: ["0.07", "19.99", "1e300", "0"],
            invalid: [("0.075", ["expected a multiple of 0.01, got number 0.075 (#)"])]),
        Row(
            #"{"multipleOf": 123456789012345678901}"#, valid: ["123456789012345678901", "246913578024691357802e3"],
            invalid: [
                (
                    "123456789012345678902",
                    ["expected a multiple of 123456789012345678901, got integer 123456789012345678902 (#)"]
                )
            ]),
        Row(
            #"{"minLength": 2}"#, valid: [#""ab""#, #""e\u0301""#],
            invalid: [(#""👩""#, [#"expected at least 2 characters, got 1 (#)"#])]),
        Row(
            #"{"maxLength": 1}"#, valid: [#""👩""#],
            invalid: [(#""ab""#, [#"expected at most 1 character, got 2 (#)"#])]),
        Row(
            #"{"format": "date"}"#, valid: [#""2024-02-29""#, "3"],
            invalid: [(#""2023-02-29""#, [#"expected a date, got string "2023-02-29" (#)"#])]),
        Row(
            #"{"pattern": "^a+$"}"#, valid: [#""aa""#, "1"],
            invalid: [(#""aa\n""#, [#"expected a string that matches ^a+$, got string "aa\n" (#)"#])]),
        Row(#"{"minItems": 1}"#, valid: ["[1]", "{}"], invalid: [("[]", ["expected at least 1 element, got 0 (#)"])]),
        Row(#"{"maxItems": 1.0}"#, valid: ["[1]"], invalid: [("[1, 2]", ["expected at most 1 element, got 2 (#)"])]),
        Row(
            #"{"minProperties": 2}"#, valid: [#"{"a": 1, "b": 1}"#],
            invalid: [("{}", ["expected at least 2 members, got 0 (#)"])]),
        Row(
            #"{"maxProperties": 0}"#, valid: ["{}"],
            invalid: [(#"{"a": 1}"#, ["expected at most 0 members, got 1 (#)"])]),
        Row(
            #"{"required": ["name", "id"]}"#, valid: [#"{"id": 1, "name": null}"#],
            invalid: [
                (#"{"id": 1, "nmae": 2}"#, [#"name: missing, but required; there is "nmae" (#)"#]),
                ("{}", ["name: missing, but required (#)", "id: missing, but required (#)"]),
            ]),
        Row(
            #"{"dependentRequired": {"card": ["address"]}}"#, valid: ["{}", #"{"card": 1, "address": 2}"#],
            invalid: [(#"{"card": 1}"#, [#"address: missing, but required next to "card" (#)"#])]),
        Row(
            ##"{"$ref": "#/$defs/count", "$defs": {"count": {"minimum": 0}}}"##, valid: ["0"],
            invalid: [("-1", ["expected at least 0, got integer -1 (#/$defs/count)"])]),
        Row(
            ##"{"$dynamicAnchor": "node", "properties": {"next": {"$dynamicRef": "#node"}}, "required": ["id"]}"##,
            valid: [#"{"id": 1, "next": {"id": 2}}"#],
            invalid: [(#"{"id": 1, "next": {"id": 2, "next": {}}}"#, ["next.next.id: missing, but required (#)"])]),
        Row(
            #"{"properties": {"tags": {"items": {"properties": {"id": {"type": "integer"}}}}}}"#,
            valid: [#"{"tags": [{"id": 1}]}"#, "3"],
            invalid: [
                (
                    #"{"tags": [{}, {"id": 1}, {"id": "a"}]}"#,
                    [
                        #"tags[2].id: expected integer, got string "a" (#/properties/tags/items/properties/id)"#
                    ]
                )
            ]),
        Row(
            #"{"patternProperties": {"^x-": {"type": "string"}}}"#, valid: [#"{"x-a": "b", "y": 1}"#],
            invalid: [(#"{"x-a": 1}"#, ["x-a: expected string, got integer 1 (#/patternProperties/^x-)"])]),
        Row(
            #"{"properties": {"name": true}, "patternProperties": {"^x": true}, "additionalProperties": false}"#,
            valid: [#"{"name": 1, "xy": 1}"#],
            invalid: [(#"{"nmae": 1}"#, [#"nmae: not allowed; did you mean "name"? (#)"#])]),
        Row(
            #"{"propertyNames": {"maxLength": 3}}"#, valid: [#"{"abc": 1}"#],
            invalid: [(#"{"abcd": 1}"#, [#"abcd: the name: expected at most 3 characters, got 4 (#)"#])]),
        Row(
            #"{"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}"#, valid: [#"["a", 1]"#, "[]"],
            invalid: [
                (
                    #"[1, "a"]"#,
                    [
                        "[0]: expected string, got integer 1 (#/prefixItems/0)",
                        #"[1]: expected integer, got string "a" (#/items)"#,
                    ]
                )
            ]),
        Row(
            #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#, valid: ["[1, 1]", "[1, 1, 1, 2]"],
            invalid: [
                ("[1]", ["expected at least 2 matching elements, got 1 (#)"]),
                ("[1, 1, 1, 1]", ["expected at most 3 matching elements, got 4 (#)"]),
            ]),
        Row(
            #"{"uniqueItems": true}"#, valid: [#"["\u00e9", "e\u0301"]"#, "[1, true]"],
            invalid: [(#"[{"a": 1}, 2, {"a": 1.0}]"#, ["expected unique elements, but [0] and [2] are equal (#)"])]),
        Row(
            #"{"allOf": [{"minimum": 1}, {"maximum": 3}]}"#, valid: ["2"],
            invalid: [("4", ["expected at most 3, got integer 4 (#/allOf/1)"])]),
        Row(
            #"{"anyOf": [{"type": "string"}, {"minimum": 3}]}"#, valid: [#""a""#, "3"],
            invalid: [
                (
                    "2",
                    [
                        "matches none of the 2 schemas of anyOf; nearest is #/anyOf/1 (#)",
                        "expected at least 3, got integer 2 (#/anyOf/1)",
                    ]
                )
            ]),
        Row(
            #"{"oneOf": [{"minimum": 1}, {"maximum": 3}]}"#, valid: ["0", "4"],
            invalid: [("2", ["matches 2 of the 2 schemas of oneOf, expected one: #/oneOf/0, #/oneOf/1 (#)"])]),
        Row(
            #"{"not": {"type": "null"}}"#, valid: ["1"],
            invalid: [("null", ["matches a schema that it must not match (#)"])]),
        Row(
            #"{"if": {"minimum": 10}, "then": {"multipleOf": 10}, "else": {"maximum": 5}}"#, valid: ["20", "5"],
            invalid: [
                ("11", ["expected a multiple of 10, got integer 11 (#/then)"]),
                ("7", ["expected at most 5, got integer 7 (#/else)"]),
            ]),
        Row(
            #"{"dependentSchemas": {"a": {"required": ["b"]}}}"#, valid: ["{}", #"{"a": 1, "b": 1}"#],
            invalid: [(#"{"a": 1}"#, ["b: missing, but required (#/dependentSchemas/a)"])]),
        Row(
            #"{"prefixItems": [true], "unevaluatedItems": {"type": "null"}}"#, valid: ["[1, null]"],
            invalid: [("[1, 2]", ["[1]: expected null, got integer 2 (#/unevaluatedItems)"])]),
        Row(
            #"{"allOf": [{"properties": {"name": true}}], "unevaluatedProperties": false}"#, valid: [#"{"name": 1}"#],
            invalid: [(#"{"naem": 1}"#, [#"naem: not allowed; did you mean "name"? (#)"#])]),
        Row("false", valid: [], invalid: [("1", ["no value is allowed here (#)"])]),
    ]
}

extension SchemaValidator {
    /// Compiles a plain JSON Schema document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - library: Further documents that it may refer to.
    ///   - assertsFormats: False if `format` is an annotation only.
    /// - Returns: The validator, and the number of the schema that the document as a whole is.
    /// - Throws: ``SchemaError`` for a document that is no schema.
    static func compile(
        _ root: JSONValue, in library: SchemaLibrary = SchemaLibrary(), assertsFormats: Bool = true
    ) throws -> (validator: SchemaValidator, root: Int) {
        var library = library
        let document = library.add(root, uri: "schema:/root")
        _ = library.rootResource(of: document)
        let compiler = SchemaCompiler(library, assertsFormats: assertsFormats)
        let id = compiler.id(of: root, at: SchemaLocation(document: document, pointer: .root))
        try compiler.finish()
        if let defect = compiler.defects.first { throw defect }
        return (SchemaValidator(compiler), id)
    }
}
