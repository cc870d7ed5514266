import Foundation
import HTTPMock

@testable import HTTPMockContract

/// A document that the tests of checks share.
enum Petstore {
    static let document = #"""
        {
          "openapi": "3.0.3",
          "info": {"title": "Pets", "version": "1"},
          "servers": [{"url": "https://{region}.example.com/v1", "variables": {"region": {"default": "eu", "enum": ["us"]}}}],
          "paths": {
            "/pets": {
              "parameters": [{"name": "X-Trace", "in": "header", "required": true, "schema": {"type": "string", "minLength": 2}}],
              "get": {
                "parameters": [
                  {"name": "limit", "in": "query", "required": true, "schema": {"type": "integer", "maximum": 100}},
                  {"name": "tags", "in": "query", "explode": false, "schema": {"type": "array", "items": {"type": "integer"}}},
                  {"name": "session", "in": "cookie", "schema": {"type": "string", "format": "uuid"}}
                ],
                "responses": {
                  "200": {
                    "headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
                    "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}
                  },
                  "4XX": {"content": {"application/problem+json": {"schema": {"type": "object"}}}}
                }
              },
              "post": {
                "requestBody": {"$ref": "#/components/requestBodies/Pet"},
                "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}
              }
            },
            "/pets/mine": {"get": {"responses": {"204": {}}}},
            "/pets/{petId}": {
              "parameters": [{"name": "petId", "in": "path", "required": true, "schema": {"type": "integer", "format": "int64"}}],
              "get": {
                "responses": {
                  "200": {"content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}, "example": {"id": 7, "name": "Rex"}},
                    "image/*": {}
                  }},
                  "404": {}
                }
              },
              "delete": {"responses": {"default": {}}}
            },
            "/pets/{petId}.json": {"get": {"responses": {"200": {}}}},
            "/owner": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Owner"}}}}}}},
            "/events": {"get": {"responses": {"200": {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}}}
          },
          "components": {
            "requestBodies": {"Pet": {"required": true, "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}},
              "application/x-www-form-urlencoded": {"schema": {"$ref": "#/components/schemas/Pet"}},
              "multipart/form-data": {"schema": {"$ref": "#/components/schemas/Pet"}}
            }}},
            "schemas": {
              "Tag": {"type": "object", "properties": {"id": {"type": "integer"}}},
              "Pet": {
                "type": "object", "required": ["id", "name", "password"],
                "properties": {
                  "id": {"type": "integer", "readOnly": true, "minimum": 1},
                  "name": {"type": "string", "nullable": true},
                  "password": {"type": "string", "writeOnly": true},
                  "status": {"type": "string", "enum": ["available", "sold"]},
                  "born": {"type": "string", "format": "date"},
                  "tags": {"type": "array", "items": {"$ref": "#/components/schemas/Tag"}},
                  "extra": {"type": "object"},
                  "open": {"type": "object", "properties": {"a": {}}, "additionalProperties": true}
                }
              },
              "Person": {"type": "object", "required": ["kind", "email"], "properties": {
                "kind": {"enum": ["person"]}, "email": {"type": "string", "format": "email"},
                "age": {"type": "integer"}}},
              "Shelter": {"type": "object", "required": ["kind", "rooms"], "properties": {
                "kind": {"enum": ["shelter"]}, "rooms": {"type": "integer"}}},
              "Owner": {"oneOf": [{"$ref": "#/components/schemas/Person"}, {"$ref": "#/components/schemas/Shelter"}]}
            }
          }
        }
        """#

    static func contract() throws -> APIContract { try APIContract(Data(document.utf8)) }

    /// A checker of the document.
    static func checker(_ undocumented: UndocumentedProperties = .warn, server: String? = nil) throws -> ContractChecker
    {
        let contract = try contract()
        return ContractChecker(contract, undocumented: undocumented, server: server)
    }

    /// A request with a header field that most operations want.
    static func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], _ body: String = ""
    ) -> CheckedRequest {
        CheckedRequest(
            method: method, url: RequestURL("https://eu.example.com/v1\(path)"),
            fields: HTTPMock.HeaderFields(pairs: [("x-trace", "abc")] + fields), body: Data(body.utf8))
    }

    /// A response in JSON.
    static func json(_ status: Int, _ body: String, _ fields: [(String, String)] = []) -> CheckedResponse {
        CheckedResponse(
            status: status,
            fields: HTTPMock.HeaderFields(pairs: [("Content-Type", "application/json; charset=utf-8")] + fields),
            body: Data(body.utf8))
    }
}

extension HTTPMock.HeaderFields {
    /// Creates header fields from names and values, in order.
    init(pairs: [(String, String)]) { self.init(pairs.map { Field($0.0, $0.1) }) }
}

extension String {
    /// The text without the lines of a document, for tests of other parts of messages.
    var withoutLines: String { replacing(/, line \d+\)/, with: ")") }
}

extension ContractChecker {
    init(
        _ contract: APIContract, undocumented: UndocumentedProperties, ignoring: Set<ContractRule> = [], server: String?
    ) {
        self.init(contract.document, undocumented: undocumented, ignoring: ignoring, server: server)
    }

    /// The problems of a request.
    func problems(of request: CheckedRequest) -> [ContractProblem] { problems(of: request, match(request)) }

    /// The problems of a response.
    func problems(of response: CheckedResponse, to request: CheckedRequest) -> [ContractProblem] {
        problems(of: response, to: request, match(request))
    }
}

extension APIContract {
    /// Notes in the coverage that a documented response was registered or received.
    func note(
        _ operation: ContractOperation, _ status: Int, _ state: ContractCoverage.State, at location: CallSite? = nil
    ) {
        guard let key = operation.coverageKey(for: status) else { return }
        uses.note(state, of: key, at: location)
    }
}
