import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded)
struct LenientLoadingTests {
    private static let document = """
        openapi: 3.1.0
        paths:
          /a:
            get:
              responses:
                200:
                  content:
                    application/json:
                      schema: {$ref: '#/components/schemas/A'}
        components:
          schemas:
            A:
              type: object
              properties:
                good: {type: string}
                pattern:
                  type: string
                  pattern: '[a'
                required: {type: string, required: true}
                limit:
                  exclusiveMinimum: true
                dialect:
                  $schema: http://json-schema.org/draft-07/schema#
                  $id: https://example.com/dialect
                  dependencies: {a: [b]}
                  type: string
        """

    private static let defects = [
        #"line 18, column 11: #/components/schemas/A/properties/pattern/pattern: "[a" is no regular expression: a [ is not closed"#,
        "line 19, column 34: #/components/schemas/A/properties/required/required: expected an array of strings, got boolean true",
        "line 21, column 11: #/components/schemas/A/properties/limit/exclusiveMinimum: expected a number, got boolean true",
        ##"line 25, column 11: #/components/schemas/A/properties/dialect/dependencies: the keyword "dependencies" of the dialect "http://json-schema.org/draft-07/schema#" is unknown"##,
    ]

    @Test func schemaWithADefectIsUnchecked() throws {
        let contract = try APIContract(Data(Self.document.utf8))
        #expect(contract.defects.filter { $0.severity == .defect }.map(\.description) == Self.defects)
        #expect(
            contract.defects.filter { $0.severity == .note }.map(\.description) == [
                ##"line 23, column 11: #/components/schemas/A/properties/dialect/$schema: the dialect "http://json-schema.org/draft-07/schema#" is unknown; it is read as draft 2020-12"##
            ])
        #expect(contract.defects.first?.pointer == "/components/schemas/A/properties/pattern/pattern")
        #expect(contract.defects.first?.file == nil)
        let value = Data(#"{"good": 1, "pattern": 2, "required": 3, "limit": "a", "dialect": 4}"#.utf8)
        let violations = contract.validate(value, against: "#/components/schemas/A")
        #expect(violations.map(\.instancePointer) == ["/good"])
    }

    @Test(arguments: [("openapi", "3.0.3", "OpenAPI 3.0"), ("swagger", "2.0", "Swagger 2.0")])
    func keywordThatTheVersionLacksIsNoted(member: String, number: String, version: String) throws {
        let contract = try APIContract(
            Data(
                #"""
                {"\#(member)": "\#(number)", "info": {"title": "a", "version": "1"}, "paths": {
                "/a": {"get": {"responses": {"200": {"description": "b", "x-a": 1}}, "parameters": []}}},
                "components": {"schemas": {"A": {"patternProperties": {"^x": {}}, "additionalProperties": false}}},
                "definitions": {"A": {"patternProperties": {"^x": {}}, "additionalProperties": false}}}
                """#.utf8))
        let notes = contract.defects.filter { $0.severity == .note }.map(\.description)
        #expect(
            notes.contains {
                $0.hasSuffix("patternProperties: \(version) has no keyword \"patternProperties\"; it is ignored")
            })
    }

    @Test func keywordNextToAReferenceIsNotNoted() throws {
        let contract = try APIContract(
            Data(
                #"""
                {"openapi": "3.0.3", "info": {"title": "a", "version": "1"}, "paths": {},
                "components": {"schemas": {"A": {"$ref": "#/components/schemas/B", "const": 1}, "B": {}}}}
                """#.utf8))
        #expect(contract.defects.isEmpty)
    }

    @Test func strictLoadRefusesWithAllDefects() {
        let error = #expect(throws: HTTPMockError.self) { try APIContract(Data(Self.document.utf8), strict: true) }
        let lines = Self.defects.map { "  \($0)\n" }.joined()
        #expect(
            error?.message == "HTTPMock: the document can't be used as a contract.\n" + lines
                + "  To fix this, correct the document there, and load it again.")
    }

    @Test func defectsAreAWarningOfTheFirstCheck() throws {
        let inspector = ContractInspector()
        let contract = try APIContract(Data(Self.document.utf8))
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        let location = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        inspector.add(
            OpenAPICheck(contract, checker),
            .init(refusesInvalidRequests: false, isOptional: true, location: location))
        let url = try #require(URL(string: "http://example.com/a"))
        let request = MockRequest(URLRequest(url: url), url: url, body: Data())
        let warnings: [Problem] = inspector.inspect(request, number: 1).problems
        let lines = Self.defects.prefix(3).map { "  \($0)\n" }.joined()
        #expect(
            warnings.map(\.text) == [
                "HTTPMock: the contract has 4 defects; what has a defect is not checked\n" + lines
                    + "  and 1 more, which contract.defects lists\n"
                    + "  To fix this, correct the document, or refuse it: APIContract(contentsOf: url, strict: true)."
            ])
        #expect(warnings.map(\.isWarning) == [true])
        #expect(inspector.inspect(request, number: 2).problems.isEmpty)
    }

    @Test func metaschemaInTheDocumentIsADialect() throws {
        let document = #"""
            {"openapi": "3.1.0", "components": {"schemas": {
              "A": {"$schema": "https://example.com/meta", "minLength": 2, "type": "string"},
              "Meta": {"$id": "https://example.com/meta", "$vocabulary": {
                "https://json-schema.org/draft/2020-12/vocab/core": true,
                "https://json-schema.org/draft/2020-12/vocab/validation": true}}}}}
            """#
        let contract = try APIContract(Data(document.utf8))
        #expect(contract.defects == [])
        #expect(
            contract.validate(Data(#""a""#.utf8), against: "#/components/schemas/A").map(\.keyword) == ["minLength"])
    }
}
