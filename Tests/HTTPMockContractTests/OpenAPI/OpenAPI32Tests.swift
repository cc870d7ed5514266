import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct OpenAPI32Tests {
    private static let document = ##"""
        {"openapi": "3.2.0", "$self": "https://api.example.com/openapi", "info": {"title": "T", "version": "1"},
         "servers": [{"url": "https://a.com", "name": "main"}],
         "paths": {
          "/search": {
            "query": {"requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object"}}}},
              "responses": {"200": {"summary": "found"}}},
            "additionalOperations": {"COPY": {"responses": {"204": {}}}},
            "get": {"parameters": [{"name": "q", "in": "querystring",
              "content": {"application/x-www-form-urlencoded": {"schema": {"$ref": "#/components/schemas/Search"}}}}],
              "responses": {"200": {}}}},
          "/lines": {"get": {"responses": {"200": {"content": {
            "application/jsonl": {"itemSchema": {"$ref": "https://api.example.com/openapi#/components/schemas/Line"}},
            "text/event-stream": {"itemSchema": {"required": ["data"], "properties": {"event": {"enum": ["add"]}}}}}}}}},
          "/pet": {"get": {"responses": {"200": {"content": {"application/json": {"$ref": "#/components/mediaTypes/Pet"}}}}}}},
         "components": {
          "mediaTypes": {"Pet": {"schema": {"type": "object", "required": ["id"]},
            "examples": {"one": {"dataValue": {"id": 7}}}}},
          "securitySchemes": {"old": {"type": "http", "scheme": "basic", "deprecated": true}},
          "schemas": {"Line": {"type": "object", "properties": {"n": {"type": "integer"}}},
           "Search": {"type": "object", "properties": {"limit": {"type": "integer"}}}}}}
        """##

    private func checker() throws -> ContractChecker {
        ContractChecker(try APIContract(Data(Self.document.utf8)), undocumented: .fail, server: nil)
    }

    private func request(_ method: String, _ path: String, _ body: String = "") -> CheckedRequest {
        CheckedRequest(
            method: method, url: RequestURL("https://a.com\(path)"),
            fields: ["Content-Type": "application/json"], body: Data(body.utf8))
    }

    private func texts(_ body: String, _ type: String) throws -> [String] {
        let response = CheckedResponse(
            status: 200, fields: ["Content-Type": type], body: Data(body.utf8))
        return try checker().problems(of: response, to: request("GET", "/lines")).map(\.text.withoutLines)
    }

    @Test func methodsOfTheVersionAreOperations() throws {
        let checker = try checker()
        #expect(checker.document.operations.map(\.name).contains("COPY /search"))
        #expect(checker.problems(of: request("QUERY", "/search", "{}")) == [])
        #expect(checker.problems(of: request("QUERY", "/search")).count == 1)
        #expect(checker.problems(of: request("COPY", "/search")) == [])
        #expect(
            checker.problems(of: request("MOVE", "/search")).first?.text.contains("only COPY, GET and QUERY") == true)
    }

    @Test func queryAsAWholeIsChecked() throws {
        let checker = try checker()
        #expect(checker.problems(of: request("GET", "/search?limit=3")) == [])
        #expect(
            checker.problems(of: request("GET", "/search?limit=x")).map(\.text.withoutLines) == [
                #"GET /search request query.limit: expected integer, got string "x" (#/components/schemas/Search/properties/limit)"#
            ])
    }

    @Test(arguments: [
        ("first+name=Ann+Lee", true), ("first%20name=Ann%20Lee", true), ("first%2Bname=Ann+Lee", false),
        ("firstname=Ann+Lee", false), ("first+name=Ann%2BLee", false),
    ])
    func plusInAFormAsQueryIsASpace(query: String, isValid: Bool) throws {
        let document = Self.document.replacing(
            #"{"limit": {"type": "integer"}}}"#,
            with: #"{"first name": {"const": "Ann Lee"}}, "required": ["first name"]}"#)
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .allow, server: nil)
        #expect(checker.problems(of: request("GET", "/search?\(query)")).isEmpty == isValid)
    }

    @Test func itemsOfASequenceAreChecked() throws {
        #expect(try texts("{\"n\": 1}\n\n{\"n\": 2}\n", "application/jsonl") == [])
        #expect(
            try texts("{\"n\": 1}\n{\"n\": \"x\"}", "application/jsonl") == [
                #"GET /lines → 200 application/jsonl body[1].n: expected integer, got string "x" (#/components/schemas/Line/properties/n)"#
            ])
        #expect(try texts("{\"n\": 1}\n{", "application/jsonl").first?.contains("item 1 is not JSON") == true)
    }

    @Test func eventsAreChecked() throws {
        #expect(try texts(": hi\nevent: add\ndata: 1\ndata: 2\nretry: 5\n\n", "text/event-stream").count == 2)
        let document = Self.document.replacing(
            #""properties": {"event": {"enum": ["add"]}}"#,
            with:
                #""properties": {"event": {"enum": ["add"]}, "data": {"const": "1\n2"}, "retry": {"type": "integer"}}"#)
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .fail, server: nil)
        let problems = { (body: String) in
            checker.problems(
                of: CheckedResponse(
                    status: 200, fields: ["Content-Type": "text/event-stream"], body: Data(body.utf8)),
                to: request("GET", "/lines")
            ).map(\.text.withoutLines)
        }
        #expect(problems(": hi\r\nevent: add\r\ndata: 1\r\ndata: 2\r\nretry: 5\r\n\r\n") == [])
        #expect(problems("event: remove\ndata: 1\ndata: 2\n\n").count == 1)
        // A block without data is no event.
        #expect(problems("event: other\n\n") == [])
    }

    @Test func mediaTypeMayBeAReference() throws {
        let operation = try #require(try checker().document.operations.first { $0.path == "/pet" })
        let mediaType = operation.response(for: 200)?.content.mediaTypes.first
        #expect(mediaType?.examples.map(\.text.withoutLines) == [#"{"id":7}"#])
        #expect(mediaType?.schema != nil)
    }
}
