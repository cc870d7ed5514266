import Foundation
import HTTPMock

/// The metaschemas of draft 2020-12, which a document may refer to.
///
/// The metaschemas are written from the specification's rules for each keyword, without titles, comments and defaults.
///
/// - SeeAlso: [JSON Schema core §8](https://json-schema.org/draft/2020-12/json-schema-core#section-8)
enum Metaschema {
    /// The documents with their URIs.
    static let documents: [(uri: String, root: JSONValue)] = {
        let prefix = "https://json-schema.org/draft/2020-12/"
        let vocabularies = texts.map { (uri: "\(prefix)meta/\($0.name)", text: vocabulary($0.name, $0.properties)) }
        return (vocabularies + [(uri: "\(prefix)schema", text: schema)]).compactMap { document in
            JSONValue(Data(document.text.utf8)).map { (document.uri, $0) }
        }
    }()

    private static func vocabulary(_ name: String, _ properties: String) -> String {
        let definitions =
            switch name {
            case "core": coreDefinitions
            case "validation": validationDefinitions
            // Only `applicator` uses the definition.
            default: arrayDefinition
            }
        return """
            {"$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://json-schema.org/draft/2020-12/meta/\(name)",
            "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/\(name)": true},
            "$dynamicAnchor": "meta", "type": ["object", "boolean"], "properties": {\(properties)},
            "$defs": {\(definitions)}}
            """
    }

    private static let schema = """
        {"$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://json-schema.org/draft/2020-12/schema",
        "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true,
        "https://json-schema.org/draft/2020-12/vocab/applicator": true,
        "https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
        "https://json-schema.org/draft/2020-12/vocab/validation": true,
        "https://json-schema.org/draft/2020-12/vocab/meta-data": true,
        "https://json-schema.org/draft/2020-12/vocab/format-annotation": true,
        "https://json-schema.org/draft/2020-12/vocab/content": true},
        "$dynamicAnchor": "meta", "type": ["object", "boolean"],
        "allOf": [{"$ref": "meta/core"}, {"$ref": "meta/applicator"}, {"$ref": "meta/unevaluated"},
        {"$ref": "meta/validation"}, {"$ref": "meta/meta-data"}, {"$ref": "meta/format-annotation"},
        {"$ref": "meta/content"}],
        "properties": {
        "definitions": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
        "dependencies": {"type": "object", "additionalProperties":
        {"anyOf": [{"$dynamicRef": "#meta"}, {"$ref": "meta/validation#/$defs/stringArray"}]}},
        "$recursiveAnchor": {"$ref": "meta/core#/$defs/anchorString"},
        "$recursiveRef": {"$ref": "meta/core#/$defs/uriReferenceString"}}}
        """

    private static let coreDefinitions = #"""
        "anchorString": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
        "uriString": {"type": "string", "format": "uri"},
        "uriReferenceString": {"type": "string", "format": "uri-reference"}
        """#

    private static let validationDefinitions = #"""
        "nonNegativeInteger": {"type": "integer", "minimum": 0},
        "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
        "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
        """#

    private static let arrayDefinition = #"""
        "schemaArray": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#meta"}}
        """#

    /// The vocabularies, with the schemas of their keywords.
    private static let texts: [(name: String, properties: String)] = [
        (
            "core",
            #"""
            "$id": {"$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$"},
            "$schema": {"$ref": "#/$defs/uriString"}, "$ref": {"$ref": "#/$defs/uriReferenceString"},
            "$anchor": {"$ref": "#/$defs/anchorString"}, "$dynamicRef": {"$ref": "#/$defs/uriReferenceString"},
            "$dynamicAnchor": {"$ref": "#/$defs/anchorString"},
            "$vocabulary": {"type": "object", "propertyNames": {"$ref": "#/$defs/uriString"},
            "additionalProperties": {"type": "boolean"}},
            "$comment": {"type": "string"}, "$defs": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}}
            """#
        ),
        (
            "applicator",
            #"""
            "prefixItems": {"$ref": "#/$defs/schemaArray"}, "items": {"$dynamicRef": "#meta"},
            "contains": {"$dynamicRef": "#meta"}, "additionalProperties": {"$dynamicRef": "#meta"},
            "properties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
            "patternProperties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"},
            "propertyNames": {"format": "regex"}},
            "dependentSchemas": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
            "propertyNames": {"$dynamicRef": "#meta"}, "if": {"$dynamicRef": "#meta"},
            "then": {"$dynamicRef": "#meta"}, "else": {"$dynamicRef": "#meta"}, "allOf": {"$ref": "#/$defs/schemaArray"},
            "anyOf": {"$ref": "#/$defs/schemaArray"}, "oneOf": {"$ref": "#/$defs/schemaArray"},
            "not": {"$dynamicRef": "#meta"}
            """#
        ),
        (
            "unevaluated",
            ##""unevaluatedItems": {"$dynamicRef": "#meta"}, "unevaluatedProperties": {"$dynamicRef": "#meta"}"##
        ),
        (
            "validation",
            #"""
            "type": {"anyOf": [{"$ref": "#/$defs/simpleTypes"},
            {"type": "array", "items": {"$ref": "#/$defs/simpleTypes"}, "minItems": 1, "uniqueItems": true}]},
            "const": true, "enum": {"type": "array", "items": true},
            "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
            "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"},
            "exclusiveMinimum": {"type": "number"}, "maxLength": {"$ref": "#/$defs/nonNegativeInteger"},
            "minLength": {"$ref": "#/$defs/nonNegativeInteger"}, "pattern": {"type": "string", "format": "regex"},
            "maxItems": {"$ref": "#/$defs/nonNegativeInteger"}, "minItems": {"$ref": "#/$defs/nonNegativeInteger"},
            "uniqueItems": {"type": "boolean"}, "maxContains": {"$ref": "#/$defs/nonNegativeInteger"},
            "minContains": {"$ref": "#/$defs/nonNegativeInteger"},
            "maxProperties": {"$ref": "#/$defs/nonNegativeInteger"},
            "minProperties": {"$ref": "#/$defs/nonNegativeInteger"}, "required": {"$ref": "#/$defs/stringArray"},
            "dependentRequired": {"type": "object", "additionalProperties": {"$ref": "#/$defs/stringArray"}}
            """#
        ),
        (
            "meta-data",
            #"""
            "title": {"type": "string"}, "description": {"type": "string"}, "default": true,
            "deprecated": {"type": "boolean"}, "readOnly": {"type": "boolean"}, "writeOnly": {"type": "boolean"},
            "examples": {"type": "array", "items": true}
            """#
        ),
        ("format-annotation", #""format": {"type": "string"}"#),
        ("format-assertion", #""format": {"type": "string"}"#),
        (
            "content",
            #"""
            "contentEncoding": {"type": "string"}, "contentMediaType": {"type": "string"},
            "contentSchema": {"$dynamicRef": "#meta"}
            """#
        ),
    ]
}
