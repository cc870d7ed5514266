import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct LoadingTests {
    private func message(_ document: String) -> String? {
        do {
            _ = try APIContract(Data(document.utf8), strict: true)
            return nil
        } catch {
            return "\(error)".replacing(#/line 1, column \d+: /#, with: "")
        }
    }

    private static func defect(
        _ text: String, fix: String = "correct the document there, and load it again"
    ) -> String {
        """
        HTTPMock: the document can't be used as a contract.
          \(text)
          To fix this, \(fix).
        """
    }

    private static let defects: [(String, String)] = [
        (
            "openapi: 3.0.0\ninfo:\n\ttitle: x\n",
            """
            HTTPMock: the document can't be used as a contract.
              It is not YAML: line 3, column 1: a tab is no indentation; use spaces
              To fix this, correct the document there, and load it again.
            """
        ),
        (
            "{\"openapi\": \"3.1.0\",\n \"paths\": {}, \"paths\": {}}",
            """
            HTTPMock: the document can't be used as a contract.
              It is not JSON: line 2, column 15: the key "paths" is there twice
              To fix this, correct the document there, and load it again.
            """
        ),
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
            """
            HTTPMock: the document can't be used as a contract.
              It is a pointer of Git LFS, not the document itself.
              To fix this, fetch the document: git lfs pull.
            """
        ),
        (
            "{\"a\"",
            """
            HTTPMock: the document can't be used as a contract.
              It is not JSON: expected a colon
              To fix this, correct the document there, and load it again.
            """
        ),
        (##"{"openapi": 3.0}"##, defect("#/openapi: expected a string, got integer 3")),
        (##"{"openapi": "3.1.0", "paths": []}"##, defect("#/paths: expected an object, got array []")),
        (##"{"openapi": "3.1.0", "paths": {"/x": 1}}"##, defect("#/paths/~1x: expected an object, got integer 1")),
        (
            ##"{"openapi": "3.1.0", "paths": {"/x": {"get": {"parameters": {}}}}}"##,
            defect("#/paths/~1x/get/parameters: expected an array, got object {}")
        ),
        (
            ##"{"openapi": "3.1.0", "paths": {"/x": {"get": {"parameters": [{"name": "a"}]}}}}"##,
            defect(##"#/paths/~1x/get/parameters/0: the parameter has no location, which "in" names"##)
        ),
        (
            "{}",
            defect(
                #"#: the member "openapi" is missing, so the document is not OpenAPI"#, fix: "load an OpenAPI document")
        ),
        (
            ##"{"swagger": "1.2"}"##,
            defect(
                ##"#/swagger: the version "1.2" is unknown, only Swagger 2.0 is known"##,
                fix: "load an OpenAPI document")
        ),
        (
            ##"{"openapi": "4.0.0"}"##,
            defect(#"#/openapi: the version "4.0.0" is unknown, only 3.0, 3.1 and 3.2 are known"#)
        ),
        (
            ##"{"openapi": "3.0.0", "components": {"schemas": {"A": {"$ref": "#/components/schemas/B"}}}}"##,
            defect(##"#/components/schemas/A/$ref: the reference "#/components/schemas/B" leads nowhere"##)
        ),
        (
            ##"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "other.json#/B"}}}}"##,
            defect(
                ##"#/components/schemas/A/$ref: the reference "other.json#/B" leads to a file, and a document without a file has no other files"##,
                fix: "load it with APIContract(contentsOf:)")
        ),
        (
            ##"{"openapi": "3.0.0", "components": {"parameters": {"A": {"$ref": "#/components/parameters/A"}}}}"##,
            defect(##"#/components/parameters/A/$ref: the reference "#/components/parameters/A" leads back to itself"##)
        ),
        (
            ##"{"openapi": "3.0.0", "components": {"schemas": {"A": {"pattern": "[a"}}}}"##,
            defect(##"#/components/schemas/A/pattern: "[a" is no regular expression: a [ is not closed"##)
        ),
        (
            ##"{"openapi": "3.1.0", "components": {"schemas": {"A": {"items": {"minLength": -1}}}}}"##,
            defect("#/components/schemas/A/items/minLength: expected a count, got integer -1")
        ),
        (
            ##"{"openapi": "3.1.0", "components": {"schemas": {"A": {"type": "text"}}}}"##,
            defect(##"#/components/schemas/A/type: "text" is no type"##)
        ),
        (##"{"openapi": "3.1.0", "servers": [{}]}"##, defect(##"#/servers/0: the server has no "url""##)),
        (
            ##"{"openapi": "3.0.0", "paths": {"/x": {"servers": [{"url": "/a"}, {"description": "b"}]}}}"##,
            defect(##"#/paths/~1x/servers/1: the server has no "url""##)
        ),
        (
            ##"{"openapi": "3.2.0", "paths": {"/x": {"get": {"servers": [{"url": 1}]}}}}"##,
            defect(##"#/paths/~1x/get/servers/0: the server has no "url""##)
        ),
        (
            ##"{"openapi": "3.1.0", "paths": {"x-a": 1, "pets": {}}}"##,
            defect("#/paths/pets: the path pets does not begin with a slash")
        ),
    ]

    @Test func errorNamesTheFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("shop.json")
        let missing = #expect(throws: HTTPMockError.self) { try APIContract(contentsOf: file) }
        #expect(missing?.message.hasPrefix("HTTPMock: the contract \(file.path) can't be read: ") == true)
        #expect(missing?.message.hasSuffix(". To fix this, check the path and the permissions.") == true)
        #expect(missing?.message.contains("..") == false)
        try Data("{}".utf8).write(to: file)
        let unusable = #expect(throws: HTTPMockError.self) { try APIContract(contentsOf: file) }
        #expect(unusable?.message.hasPrefix("HTTPMock: shop.json can't be used as a contract.") == true)
    }

    @Test(arguments: defects)
    func defectIsReportedWithItsPointer(_ document: String, _ expected: String) {
        #expect(message(document) == expected)
    }

    @Test func metaschemaAndEmbeddedIdentifiersAreInside() throws {
        let document = #"""
            {"openapi": "3.1.0", "components": {"schemas": {
              "A": {"$ref": "https://json-schema.org/draft/2020-12/schema"},
              "B": {"$id": "https://example.com/b", "$anchor": "here", "type": "string"},
              "C": {"$ref": "https://example.com/b#here"}}}}
            """#
        let contract = try APIContract(Data(document.utf8))
        #expect(contract.validate(Data(#"{"type": 3}"#.utf8), against: "#/components/schemas/A").isEmpty == false)
        #expect(contract.validate(Data(#"{"type": "null"}"#.utf8), against: "#/components/schemas/A") == [])
        #expect(
            contract.validate(Data("3".utf8), against: "#/components/schemas/C").map(\.description.withoutLines) == [
                "expected string, got integer 3 (#/components/schemas/B)"
            ])
    }

    @Test func directionDecidesWhichMembersAreRequired() throws {
        let contract = try Petstore.contract()
        let pet = Data(#"{"name": "Rex"}"#.utf8)
        let missing = { (direction: ContractDirection?) in
            contract.validate(pet, against: "#/components/schemas/Pet", direction: direction).map(\.instancePointer)
        }
        #expect(missing(nil) == ["/id", "/password"])
        #expect(missing(.request) == ["/password"])
        #expect(missing(.response) == ["/id"])
    }

    @Test(arguments: [
        (##"{"type": "string", "nullable": true}"##, "null", true),
        (##"{"type": "string", "nullable": true, "enum": ["a", null]}"##, "null", true),
        (##"{"minimum": 3, "exclusiveMinimum": true}"##, "3", false),
        (##"{"minimum": 3, "exclusiveMinimum": false}"##, "3", true),
        (##"{"maximum": 3, "exclusiveMaximum": true}"##, "3", false), (##"{"const": 1, "if": true}"##, "2", true),
        (##"{"$ref": "#/components/schemas/N", "type": "null"}"##, "1", true),
        (##"{"prefixItems": [false], "items": {"type": "number"}}"##, "[1]", true),
        (##"{"$id": "http://x.org/", "not": {"type": "null"}}"##, "null", false),
    ])
    func dialectOf30IsTranslated(_ schema: String, _ value: String, _ isValid: Bool) throws {
        let document = #"{"openapi": "3.0.3", "components": {"schemas": {"A": \#(schema), "N": {"type": "number"}}}}"#
        let contract = try APIContract(Data(document.utf8))
        #expect(contract.validate(Data(value.utf8), against: "#/components/schemas/A").isEmpty == isValid)
    }

    @Test(arguments: ["webhooks/a", "components/pathItems/b"])
    func schemaOfAWebhookIsChecked(item: String) throws {
        let body = #"{"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}}}}"#
        let document =
            #"{"openapi": "3.1.0", "webhooks": {"a": \#(body)}, "components": {"pathItems": {"b": \#(body)}}}"#
        let contract = try APIContract(Data(document.utf8))
        let pointer = "#/\(item)/post/requestBody/content/application~1json/schema"
        #expect(contract.validate(Data(#""a""#.utf8), against: pointer) == [])
        #expect(contract.validate(Data("1".utf8), against: pointer).map(\.keyword) == ["type"])
        #expect(contract.coverage.responses == [])
    }

    @Test(arguments: ["content-type", "X-Unused"])
    func schemaOfAHeaderInComponentsIsKnown(name: String) throws {
        let document = #"{"openapi": "3.0.0", "components": {"headers": {"\#(name)": {"schema": {"enum": ["a"]}}}}}"#
        let contract = try APIContract(Data(document.utf8))
        let pointer = "#/components/headers/\(name)/schema"
        #expect(contract.validate(Data(#""a""#.utf8), against: pointer) == [])
        #expect(contract.validate(Data(#""b""#.utf8), against: pointer).map(\.keyword) == ["enum"])
    }

    @Test func pointerWithoutASchemaIsAViolation() throws {
        let violations = try Petstore.contract().validate(Data("1".utf8), against: "#/components/schemas/Pat")
        #expect(violations.map(\.message) == ["the contract has no schema at #/components/schemas/Pat"])
    }

    @Test func embeddedMetaschemaNamesADialect() throws {
        let document = ##"""
            {"openapi": "3.1.0", "components": {"schemas": {
              "Meta": {"$id": "https://example.com/meta", "$vocabulary": {
                "https://json-schema.org/draft/2020-12/vocab/core": true,
                "https://json-schema.org/draft/2020-12/vocab/applicator": true}},
              "A": {"$schema": "https://example.com/meta", "$id": "https://example.com/a",
                "type": "integer", "properties": {"b": false}}}}}
            """##
        let contract = try APIContract(Data(document.utf8))
        // The vocabulary of validation, which has `type`, is left out.
        #expect(contract.validate(Data(#""a""#.utf8), against: "#/components/schemas/A") == [])
        #expect(contract.validate(Data(#"{"b": 1}"#.utf8), against: "#/components/schemas/A").count == 1)
    }

    @Test func schemaOfAnIgnoredHeaderFieldIsKnown() throws {
        let document = ##"""
            {"openapi": "3.0.0", "paths": {"/x": {"get": {"responses": {}, "parameters": [
              {"name": "Accept", "in": "header", "schema": {"enum": ["a"]}}]}}}}
            """##
        let contract = try APIContract(Data(document.utf8))
        let pointer = "#/paths/~1x/get/parameters/0/schema"
        #expect(contract.validate(Data(#""a""#.utf8), against: pointer) == [])
        #expect(contract.validate(Data(#""b""#.utf8), against: pointer).map(\.keyword) == ["enum"])
    }
}
