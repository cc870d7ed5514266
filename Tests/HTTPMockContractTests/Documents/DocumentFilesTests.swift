import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Documents in several files, in JSON and YAML, with their lines.
@Suite(.bounded)
final class DocumentFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private func load(_ name: String = "openapi.yaml", resolvingIn root: URL? = nil) throws -> APIContract {
        try APIContract(contentsOf: folder.appendingPathComponent(name), resolvingIn: root)
    }

    private func error(_ name: String = "openapi.yaml", _ files: [String: String]) throws -> String {
        try write(files)
        do {
            _ = try load(name)
            return "loaded"
        } catch {
            return "\(error)"
        }
    }

    private static let paths = """
        openapi: 3.1.0
        paths:
          /pets:
            $ref: paths/pets.yaml
          /orders/{id}:
            get:
              parameters:
                - $ref: "parameters.json#/id"
              responses:
                200:
                  $ref: responses.yaml#/Order
        """

    private static let files = [
        "openapi.yaml": paths,
        "paths/pets.yaml": """
        get:
          responses:
            200:
              content:
                application/json:
                  schema: {type: array, items: {$ref: ../schemas/Pet.yaml}}
        """,
        "schemas/Pet.yaml": """
        type: object
        required: [id]
        properties:
          id: {type: integer}
          # A file that refers back.
          friends:
            type: array
            items:
              $ref: Pet.yaml
          owner: {$ref: 'people.json#/$defs/Owner'}
        """,
        "schemas/people.json": """
        {"$defs": {
          "Owner": {"type": "object", "properties": {
            "pet": {"$ref": "./Pet.yaml"}, "name": {"$ref": "#/$defs/Name"}}},
          "Name": {"type": "string",
            "minLength": 1}}}
        """,
        "parameters.json": #"{"id": {"name": "id", "in": "path", "schema": {"type": "integer"}}}"#,
        "responses.yaml": """
        Order:
          content:
            application/json:
              schema:
                $ref: openapi.yaml#/components/schemas/Order
        """,
    ]

    @Test func referencesToFilesAreFollowed() throws {
        try write(Self.files)
        try write(["openapi.yaml": Self.paths + "\ncomponents:\n  schemas:\n    Order:\n      type: string\n"])
        let checker = ContractChecker(try load(), undocumented: .fail, server: nil)
        let texts = { (path: String, body: String) in
            let request = CheckedRequest(method: "GET", url: RequestURL("http://a.com\(path)"))
            let problems = checker.problems(of: request) + checker.problems(of: Petstore.json(200, body), to: request)
            return problems.map(\.text)
        }
        #expect(texts("/pets", #"[{"id": 1, "friends": [{"id": 2}], "owner": {"name": "Ann"}}]"#) == [])
        #expect(
            texts("/pets", #"[{"id": 1, "friends": [{"id": "a"}]}, {"id": 2, "owner": {"name": ""}}]"#) == [
                #"GET /pets → 200 application/json body[0].friends[0].id: expected integer, got string "a" (#/properties/id, schemas/Pet.yaml:4)"#,
                "GET /pets → 200 application/json body[1].owner.name: expected at least 1 character, got 0 (#/$defs/Name, schemas/people.json:4)",
            ])
        #expect(
            texts("/orders/x", "1") == [
                #"GET /orders/x request path.id: expected integer, got string "x" (#/id/schema, parameters.json:1)"#,
                "GET /orders/x → 200 application/json body: expected string, got integer 1 (#/components/schemas/Order, openapi.yaml:14)",
            ])
    }

    @Test func metaschemaInAFileThatIsLoadedLaterIsFound() throws {
        try write([
            "openapi.yaml": """
            openapi: 3.1.0
            components:
              schemas:
                A: {$schema: https://example.com/unknown}
                B: {$ref: "later.yaml#/B"}
            """,
            "later.yaml": """
            Meta:
              $id: https://example.com/meta
              $vocabulary: {https://json-schema.org/draft/2020-12/vocab/core: true}
            B: {$id: https://example.com/b, $schema: https://example.com/meta, type: integer}
            """,
        ])
        let contract = try load()
        #expect(contract.defects.map(\.pointer) == ["/components/schemas/A/$schema"])
        // The vocabulary of validation, which has `type`, is left out.
        #expect(contract.validate(Data(#""a""#.utf8), against: "#/components/schemas/B") == [])
    }

    @Test func violationHasTheFileAndTheLineOfItsSchema() throws {
        try write([
            "openapi.yaml":
                "openapi: 3.0.0\ncomponents:\n  schemas:\n    A:\n      type: string\n    B:\n      $ref: a.yaml\n",
            "a.yaml": "# comment\n\ntype: string\n",
        ])
        let contract = try load()
        let own = contract.validate(Data("1".utf8), against: "#/components/schemas/A")
        #expect(own.map(\.description) == ["expected string, got integer 1 (#/components/schemas/A, openapi.yaml:4)"])
        #expect(own.map(\.schemaFile) == ["openapi.yaml"])
        #expect(own.map(\.schemaLine) == [4])
        let other = contract.validate(Data("1".utf8), against: "#/components/schemas/B")
        #expect(other.map(\.description) == ["expected string, got integer 1 (#, a.yaml:3)"])
    }

    @Test(arguments: [
        ("missing.yaml", "leads to missing.yaml, which can't be read: "),
        (
            "https://example.com/a.yaml",
            ##"leads to the network, which is never used; give the file that has the document: resolving: ["https://example.com/a.yaml": "a.yaml"]"##
        ),
        ("bad.yaml", "leads to bad.yaml, which can't be used. It is not YAML: bad.yaml:2:1: a tab is no indentation"),
        ("other.yaml#/Nowhere", "leads nowhere"),
    ])
    func referenceThatLeadsToNoFileIsADefect(_ reference: String, _ reason: String) throws {
        try write(["bad.yaml": "a:\n\tb: c", "other.yaml": "a: {}"])
        for (name, start) in [
            ("components:\n  schemas:\n    A:\n      $ref: ", "openapi.yaml:5:7: #/components/schemas/A/$ref"),
            (
                "paths:\n  /a:\n    get:\n      requestBody: {$ref: ",
                "openapi.yaml:5:21: #/paths/~1a/get/requestBody/$ref"
            ),
        ] {
            let end = name.contains("{") ? "}" : ""
            try write(["openapi.yaml": "openapi: 3.1.0\n\(name)'\(reference)'\(end)\n"])
            let defects = try load().defects
            #expect(defects.map(\.severity) == [.defect])
            #expect(
                defects.first?.description.hasPrefix("\(start): the reference \"\(reference)\" \(reason)") == true,
                "\(defects)")
        }
    }

    @Test func referenceToAURLIsFollowedToItsFile() throws {
        try write([
            "openapi.yaml": """
            openapi: 3.1.0
            components:
              schemas:
                A: {$ref: 'https://schemas.example.com/v1/common.yaml#/Text'}
                B: {$ref: 'https://schemas.example.com/v1/deep/count.yaml'}
                C: {$ref: 'https://other.example.com/c.yaml'}
            """,
            "schemas/common.yaml": "Text: {type: string}\n",
            "schemas/deep/count.yaml": "$ref: ../two.yaml#/Count\n",
            "two.yaml": "Count: {type: integer}\n",
        ])
        let contract = try APIContract(
            contentsOf: folder.appendingPathComponent("openapi.yaml"),
            resolving: [
                "https://schemas.example.com/": "nowhere/", "https://schemas.example.com/v1/": "schemas",
                "https://schemas.example.com/v1/two.yaml": "two.yaml",
            ])
        let violations = { (json: String, name: String) in
            contract.validate(Data(json.utf8), against: "#/components/schemas/\(name)").map(\.description)
        }
        #expect(violations("1", "A") == ["expected string, got integer 1 (#/Text, schemas/common.yaml:1)"])
        #expect(violations(#""a""#, "B") == [#"expected integer, got string "a" (#/Count, two.yaml:1)"#])
        #expect(contract.defects.map(\.pointer) == ["/components/schemas/C/$ref"])
    }

    @Test func onlyThePartOfTheURLIsDecoded() throws {
        try write([
            "openapi.yaml": """
            openapi: 3.1.0
            components:
              schemas:
                A: {$ref: 'https://example.com/a.yaml#/Text'}
                B: {$ref: 'https://example.com/b/a%20b.yaml#/Text'}
            """,
            "a%20b.yaml": "Text: {type: string}\n",
            "b%20/a b.yaml": "Text: {type: integer}\n",
        ])
        let contract = try APIContract(
            contentsOf: folder.appendingPathComponent("openapi.yaml"),
            resolving: ["https://example.com/a.yaml": "a%20b.yaml", "https://example.com/b/": "b%20"])
        #expect(contract.defects.map(\.description) == [])
        let violations = { (name: String) in
            contract.validate(Data("true".utf8), against: "#/components/schemas/\(name)").map(\.description)
        }
        #expect(violations("A") == ["expected string, got boolean true (#/Text, a%20b.yaml:1)"])
        #expect(violations("B") == ["expected integer, got boolean true (#/Text, b%20/a b.yaml:1)"])
    }

    @Test func urlOfAFolderMayHaveLettersBeyondASCII() throws {
        try write([
            "openapi.yaml": """
            openapi: 3.1.0
            components:
              schemas:
                A: {$ref: 'https://example.com/schémas/common.yaml#/Text'}
            """,
            "schemas/common.yaml": "Text: {type: string}\n",
        ])
        let contract = try APIContract(
            contentsOf: folder.appendingPathComponent("openapi.yaml"),
            resolving: ["https://example.com/schémas/": "schemas"])
        let violations = contract.validate(Data("1".utf8), against: "#/components/schemas/A")
        #expect(violations.map(\.description) == ["expected string, got integer 1 (#/Text, schemas/common.yaml:1)"])
    }

    @Test(arguments: [
        (
            "../secret.yaml", "leads out of the folder ",
            "name the folder that has all files: resolvingIn:, for http-mock --resolving-in FOLDER"
        ),
        (
            "/etc/hosts", "leads out of the folder ",
            "name the folder that has all files: resolvingIn:, for http-mock --resolving-in FOLDER"
        ),
        (
            "link.yaml", "leads out of the folder ",
            "name the folder that has all files: resolvingIn:, for http-mock --resolving-in FOLDER"
        ),
    ])
    func referenceOutOfTheFolderIsRefused(_ reference: String, _ reason: String, _ fix: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("link.yaml"), withDestinationURL: URL(fileURLWithPath: "/etc/hosts"))
        for (name, start) in [
            ("components:\n  schemas:\n    A:\n      $ref: ", "openapi.yaml:5:7: #/components/schemas/A/$ref"),
            (
                "paths:\n  /a:\n    get:\n      requestBody: {$ref: ",
                "openapi.yaml:5:21: #/paths/~1a/get/requestBody/$ref"
            ),
        ] {
            let end = name.contains("{") ? "}" : ""
            let text = try error("openapi.yaml", ["openapi.yaml": "openapi: 3.1.0\n\(name)'\(reference)'\(end)\n"])
            #expect(text.contains("  \(start): the reference \"\(reference)\" \(reason)"), "\(text)")
            #expect(text.contains("To fix this, \(fix)"), "\(text)")
        }
    }

    @Test func anotherFolderMayBeNamed() throws {
        try write([
            "api/openapi.yaml": "openapi: 3.1.0\ncomponents: {schemas: {A: {$ref: ../shared/a%20b.json}}}",
            "shared/a b.json": #"{"type": "string"}"#,
        ])
        #expect(throws: HTTPMockError.self) { try load("api/openapi.yaml") }
        let contract = try load("api/openapi.yaml", resolvingIn: folder)
        let violations = contract.validate(Data("1".utf8), against: "#/components/schemas/A")
        #expect(violations.map(\.description) == ["expected string, got integer 1 (#, shared/a b.json:1)"])
    }

    @Test func referenceInThePlaceOfAnOperationIsFollowedAndListed() throws {
        try write([
            "openapi.yaml": "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      $ref: get.yaml\n",
            "get.yaml": "responses:\n  200: {description: x}\n",
        ])
        let contract = try load()
        #expect(contract.operations.map(\.name) == ["GET /a"])
        #expect(
            contract.defects.map(\.description) == [
                "openapi.yaml:5:7: #/paths/~1a/get/$ref: OpenAPI knows no reference here; it is followed"
            ])
    }

    @Test func fileOfAnotherVersionHasItsDialect() throws {
        try write([
            "openapi.yaml": "openapi: 3.1.0\ncomponents: {schemas: {A: {$ref: 'old.yaml#/components/schemas/B'}}}",
            "old.yaml": "openapi: 3.0.0\ncomponents: {schemas: {B: {type: string, nullable: true}}}",
        ])
        #expect(try load().validate(Data("null".utf8), against: "#/components/schemas/A") == [])
    }
}
