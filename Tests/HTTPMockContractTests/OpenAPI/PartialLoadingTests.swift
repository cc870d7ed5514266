import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Documents of which a part has a defect.
@Suite(.bounded) struct PartialLoadingTests {
    private static let document = ##"""
        openapi: 3.1.0
        paths:
          /gone: {$ref: '#/components/pathItems/Gone'}
          /pets/{id}:
            get:
              parameters:
                - {$ref: '#/components/parameters/Gone'}
                - {name: limit, in: query, schema: {type: integer}}
              responses:
                200: {$ref: '#/components/responses/Gone'}
                404:
                  headers: {X-A: {$ref: '#/components/headers/Gone'}}
                  content: {application/json: {schema: {properties: {a: {$ref: '#/components/schemas/Gone'}, b: {type: string}}}}}
            post: {requestBody: {$ref: '#/components/requestBodies/Gone'}, responses: {200: {}}}
            put: 1
        components:
          schemas:
            Unused: {$ref: '#/components/schemas/Gone'}
        """##

    private func texts(
        _ contract: APIContract, _ method: String, _ path: String, _ status: Int, _ body: String = "{}"
    ) -> [String] {
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        let request = CheckedRequest(
            method: method, url: RequestURL("https://a.com\(path)"),
            fields: ["Content-Type": "text/odd"], body: Data("odd".utf8))
        return (checker.problems(of: request) + checker.problems(of: Petstore.json(status, body), to: request))
            .map(\.text.withoutLines)
    }

    @Test func danglingReferencesAreDefectsOfTheirParts() throws {
        let contract = try APIContract(Data(Self.document.utf8))
        #expect(contract.defects.count == 8)
        #expect(contract.defects.allSatisfy { $0.severity == .defect })
        #expect(contract.defects.count { $0.reason.hasSuffix("leads nowhere") } == 7)
        // A parameter with a defect may have any name, and a response any content.
        #expect(texts(contract, "GET", "/pets/1?limit=1&other=2", 200) == [])
        #expect(
            texts(contract, "GET", "/pets/1?limit=x", 404, #"{"a": 1, "b": 2}"#) == [
                #"GET /pets/1 request query.limit: expected integer, got string "x" (#/paths/~1pets~1{id}/get/parameters/1/schema)"#,
                "GET /pets/1 → 404 application/json body.b: expected string, got integer 2 (#/paths/~1pets~1{id}/get/responses/404/content/application~1json/schema/properties/b)",
            ])
        #expect(
            texts(contract, "GET", "/pets/1", 500) == [
                "GET /pets/1 → 500: not documented, only 200 and 404 are (#/paths/~1pets~1{id}/get/responses)"
            ])
        #expect(texts(contract, "POST", "/pets/1", 200).count == 1)
        #expect(texts(contract, "PUT", "/pets/1", 418) == [])
        #expect(texts(contract, "PUT", "/pets/1?limit=1", 418) == [])
        #expect(texts(contract, "DELETE", "/gone", 418) == [])
        #expect(texts(contract, "PATCH", "/pets/1", 200).count == 2)
    }

    @Test func operationWithADefectHasNoExample() throws {
        let contract = try APIContract(Data(Self.document.utf8))
        let missing = HTTPMock().registerExamples(from: contract).map(\.description)
        #expect(missing.contains("PUT /pets/{id}: the operation has a defect"))
        #expect(missing.contains("GET /pets/{id}: the response has a defect"))
    }

    @Test func documentWithoutAUsableOperationIsRefused() throws {
        let paths = (10..<35).map { ##""/p\##($0)": {"$ref": "#/gone/\##($0)"}"## }.joined(separator: ",\n")
        let document = "{\"openapi\": \"3.1.0\", \"paths\": {\(paths)}}"
        let error = #expect(throws: HTTPMockError.self) { try APIContract(Data(document.utf8)) }
        let lines = try #require(error?.message).split(separator: "\n")
        #expect(lines.count == 23)
        #expect(lines[1].contains("line 1, column"))
        #expect(lines[20].contains("#/paths/~1p29/$ref: the reference \"#/gone/29\" leads nowhere"))
        #expect(lines[21] == "  and 5 more")
        #expect(throws: Never.self) { try APIContract(Data(#"{"openapi": "3.1.0", "paths": {}}"#.utf8), strict: true) }
    }

    @Test func notesRefuseNothingAndAreNoWarning() throws {
        let document = ##"""
            {"openapi": "3.0.0", "paths": {"/a": {"get": {"$ref": "#/x-get"}}},
             "x-get": {"responses": {"200": {"content": {"application/json": {
              "schema": {"nullable": true, "enum": [1]}, "example": "odd"}}}}}}
            """##
        let contract = try APIContract(Data(document.utf8), strict: true)
        #expect(contract.defects.map(\.severity) == [.note, .note, .note])
        #expect(contract.seriousDefects == [])
        #expect(
            contract.defects.last?.reason
                == #"the example breaks its schema: expected 1, got string "odd" (#/x-get/responses/200/content/application~1json/schema, line 3)"#
        )
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.check(against: contract)
        mock.addResponses(forPath: "/a", method: .get, responses: [.json("1")])
        #expect(mock.problems == [])
    }

    @Test(arguments: [
        (##"{"components": {"schemas": {"A": {"requiered": ["a"]}}}}"##, "/components/schemas/A/requiered", "required"),
        (##"{"components": {"schemas": {"A": {"propertys": {}}}}}"##, "/components/schemas/A/propertys", "properties"),
        (##"{"components": {"schemas": {"A": {"typ": "string"}}}}"##, "/components/schemas/A/typ", "type"),
        (##"{"paths": {"/a": {"get": {"respones": {}}}}}"##, "/paths/~1a/get/respones", "responses"),
        (##"{"paths": {"/a": {"get": {"operationID": "a"}}}}"##, "/paths/~1a/get/operationID", "operationId"),
        (##"{"component": {}}"##, "/component", "components"),
    ])
    func misspelledKeywordIsNoted(document: String, pointer: String, near: String) throws {
        let whole = #"{"openapi": "3.0.0", "# + document.dropFirst()
        let contract = try APIContract(Data(whole.utf8), strict: true)
        let name = pointer.split(separator: "/").last ?? ""
        #expect(contract.defects.map(\.pointer) == [pointer])
        #expect(contract.defects.map(\.reason) == ["\"\(name)\" is unknown; did you mean \"\(near)\"?"])
        #expect(contract.defects.map(\.severity) == [.note])
    }

    @Test(arguments: [
        #"{"components": {"schemas": {"A": {"properties": {"typ": {"type": "string"}, "requierd": {}}}, "Typ": {}}}}"#,
        #"{"paths": {"/a": {"get": {"responses": {"200": {"headers": {"Typ": {}}, "content": {"application/json": {"example": {"typ": 1}}}}}}}}}"#,
        #"{"x-thing": {"typ": 1}, "info": {"x-requierd": 1, "titel-of-all": 1}}"#,
        #"{"components": {"schemas": {"A": {"default": {"typ": 1}, "enum": [{"typ": 1}]}}}}"#,
    ])
    func namesOfTheAuthorAreNoKeywords(document: String) throws {
        let whole = #"{"openapi": "3.1.0", "# + document.dropFirst()
        #expect(try APIContract(Data(whole.utf8)).defects == [])
    }

    @Test func longTextsAreCutInMessages() throws {
        let long = String(repeating: "x", count: 100_000)
        let document = ##"""
            {"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [{"$ref": "#/\##(long)"},
             {"name": "\##(long)", "in": "query", "required": true}], "responses": {"200": {}}}}},
             "components": {"schemas": {"A": {"pattern": "[\##(long)"}, "\##(long)": {"type": "\##(long)"},
              "B": {"pattern": "^\##(long)$", "required": ["\##(long)"], "additionalProperties": {"type": "string"}}}}}
            """##
        let contract = try APIContract(Data(document.utf8))
        #expect(contract.defects.count == 3)
        for defect in contract.defects {
            #expect(defect.description.count < 900, "\(defect.description.prefix(2_000))")
        }
        let values = [#""a""#, "{}", "{\"\(long)\": 1}", "{\"\(long)\": [\"\(long)\"]}"]
        for violation in values.flatMap({ contract.validate(Data($0.utf8), against: "#/components/schemas/B") }) {
            #expect(violation.description.count < 900)
        }
        for text in texts(contract, "GET", "/a", 200) { #expect(text.count < 900) }
    }
}
