import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct ResponseCheckTests {
    private func texts(
        _ response: CheckedResponse, to request: CheckedRequest, _ undocumented: UndocumentedProperties = .fail
    ) throws -> [String] {
        try Petstore.checker(undocumented).problems(of: response, to: request).map(\.text.withoutLines)
    }

    @Test(arguments: [
        (
            #"{"name": "Rex"}"#,
            ["GET /v1/pets/7 → 200 application/json body.id: missing, but required (#/components/schemas/Pet)"]
        ),
        (
            #"{"id": 1, "name": "Rex", "tags": [{}, {"id": 1}, {"id": "a"}]}"#,
            [
                #"GET /v1/pets/7 → 200 application/json body.tags[2].id: expected integer, got string "a" (#/components/schemas/Tag/properties/id)"#
            ]
        ),
        (
            #"{"id": 1, "name": "Rex", "staus": "sold"}"#,
            [
                #"GET /v1/pets/7 → 200 application/json body.staus: not documented; did you mean "status"? (#/components/schemas/Pet)"#
            ]
        ),
        (
            #"{"id": 0, "name": null, "born": "yesterday", "extra": {"x": 1}, "open": {"b": 1}}"#,
            [
                #"GET /v1/pets/7 → 200 application/json body.born: expected a date, got string "yesterday" (#/components/schemas/Pet/properties/born)"#,
                "GET /v1/pets/7 → 200 application/json body.id: expected at least 1, got integer 0 (#/components/schemas/Pet/properties/id)",
            ]
        ),
        (
            "{",
            [
                "GET /v1/pets/7 → 200 application/json body: not JSON: expected a member's name (byte 1) (#/paths/~1pets~1{petId}/get/responses/200/content/application~1json)"
            ]
        ),
        (
            #"{"id": 1, "name": null, "password": 5}"#,
            [
                "GET /v1/pets/7 → 200 application/json body.password: expected string, got integer REDACTED (#/components/schemas/Pet/properties/password)"
            ]
        ),
    ])
    func bodyIsChecked(_ body: String, _ expected: [String]) throws {
        #expect(try texts(Petstore.json(200, body), to: Petstore.request("GET", "/pets/7")) == expected)
    }

    @Test func undocumentedStatusIsReported() throws {
        #expect(
            try texts(Petstore.json(500, "{}"), to: Petstore.request("GET", "/pets/7")) == [
                "GET /v1/pets/7 → 500: not documented, only 200 and 404 are (#/paths/~1pets~1{petId}/get/responses)"
            ])
    }

    @Test func undocumentedMediaTypeIsReported() throws {
        let response = CheckedResponse(
            status: 200, fields: ["content-type": "text/html"], body: Data("x".utf8))
        #expect(
            try texts(response, to: Petstore.request("GET", "/pets/7")) == [
                "GET /v1/pets/7 → 200 text/html: not documented, only application/json and image/* are (#/paths/~1pets~1{petId}/get/responses/200/content)"
            ])
    }

    @Test(arguments: [
        ("GET", "/pet/7", "GET /v1/pet/7: not documented; did you mean /v1/pets/{petId}? (#/paths)"),
        ("GET", "/nothing/like/it", "GET /v1/nothing/like/it: not documented (#/paths)"),
        (
            "PATCH", "/pets/7",
            "PATCH /v1/pets/7: not documented, only DELETE and GET are for /pets/{petId} (#/paths/~1pets~1{petId})"
        ),
    ])
    func undocumentedOperationIsReported(_ method: String, _ path: String, _ expected: String) throws {
        #expect(try texts(Petstore.json(200, "{}"), to: Petstore.request(method, path)) == [expected])
    }

    @Test func headerFieldsAreChecked() throws {
        let request = Petstore.request("GET", "/pets")
        #expect(
            try texts(Petstore.json(200, "[]"), to: request) == [
                "GET /v1/pets → 200 header X-Total: missing, but required (#/paths/~1pets/get/responses/200/headers/X-Total)"
            ])
        #expect(
            try texts(Petstore.json(200, "[]", [("x-total", "many")]), to: request) == [
                #"GET /v1/pets → 200 header X-Total: expected integer, got string "many" (#/paths/~1pets/get/responses/200/headers/X-Total/schema)"#
            ])
        #expect(try texts(Petstore.json(200, "[]", [("x-total", "3")]), to: request) == [])
    }

    @Test func nearestBranchOfAUnionComesFirst() throws {
        let body = #"{"kind": "person", "email": "nobody", "age": "old"}"#
        let prefix = "GET /v1/owner → 200 application/json body"
        #expect(
            try texts(Petstore.json(200, body), to: Petstore.request("GET", "/owner")) == [
                "\(prefix): matches none of the 2 schemas of oneOf; nearest is #/components/schemas/Person (#/components/schemas/Owner)",
                #"\#(prefix).age: expected integer, got string "old" (#/components/schemas/Person/properties/age)"#,
                #"\#(prefix).email: expected an email, got string "nobody" (#/components/schemas/Person/properties/email)"#,
            ])
    }

    @Test(arguments: [
        // The tag names a branch, so that the others explain nothing.
        (#"{"t": "a", "n": "x"}"#, ["", "/n"]),
        // No branch has the tag.
        (#"{"t": "x", "n": 1}"#, ["", "/t", "/n"]),
        // The status is no tag, because the other branch does not have it.
        (#"{"t": "a", "n": 1, "status": "new"}"#, ["", "/status", "/rooms"]),
        ("[]", ["", ""]), ("1", ["", ""]),
    ])
    func branchesForOtherValuesAreLeftOut(body: String, pointers: [String]) throws {
        let document = #"""
            {"openapi": "3.1.0", "components": {"schemas": {"A": {"oneOf": [
              {"type": "object", "properties": {"t": {"const": "a"}, "n": {"type": "integer"}, "status": {"enum": ["old", "odd"]}}},
              {"type": "object", "properties": {"t": {"const": "b"}, "n": {"type": "boolean"}}},
              {"type": "object", "properties": {"t": {"const": "a"}}, "required": ["rooms"]},
              {"type": "string"}]}}}}
            """#
        let contract = try APIContract(Data(document.utf8))
        let found = contract.validate(Data(body.utf8), against: "#/components/schemas/A").map(\.instancePointer)
        for pointer in pointers { #expect(found.contains(pointer), "\(found)") }
        #expect(found.contains("/n") == pointers.contains("/n"))
        #expect(Set(found).isSubset(of: pointers + ["/rooms", "/t"]))
    }

    @Test func missingAndUndocumentedBodiesAreReported() throws {
        let empty = CheckedResponse(status: 200, fields: [:], body: Data())
        #expect(
            try texts(empty, to: Petstore.request("GET", "/owner")) == [
                "GET /v1/owner → 200 body: missing, but application/json is documented (#/paths/~1owner/get/responses/200/content)"
            ])
        #expect(
            try texts(Petstore.json(404, "{}"), to: Petstore.request("GET", "/pets/7")) == [
                "GET /v1/pets/7 → 404 body: not documented (#/paths/~1pets~1{petId}/get/responses/404)"
            ])
        #expect(try texts(empty, to: Petstore.request("HEAD", "/owner")) == [])
    }

    @Test func onlyTheMediaTypeOfAnUnknownBodyCounts() throws {
        let stream = CheckedResponse(
            status: 200, fields: ["Content-Type": "text/event-stream"], body: nil)
        #expect(try texts(stream, to: Petstore.request("GET", "/events")) == [])
        let other = CheckedResponse(status: 200, fields: ["Content-Type": "text/plain"], body: nil)
        #expect(try texts(other, to: Petstore.request("GET", "/events")).count == 1)
    }

    @Test(arguments: [(UndocumentedProperties.warn, [true]), (.fail, [false]), (.allow, [])])
    func undocumentedPropertiesWarnFailOrPass(_ choice: UndocumentedProperties, _ areWarnings: [Bool]) throws {
        let response = Petstore.json(200, #"{"id": 1, "name": "a", "tags": [{"idd": 1}]}"#)
        let problems = try Petstore.checker(choice).problems(of: response, to: Petstore.request("GET", "/pets/7"))
        #expect(problems.map(\.isWarning) == areWarnings)
    }

    @Test func otherHostsAreLeftAlone() throws {
        let request = CheckedRequest(method: "GET", url: RequestURL("https://other.com/v1/nothing"))
        let checker = try Petstore.checker()
        #expect(checker.problems(of: request).isEmpty)
        #expect(checker.problems(of: Petstore.json(200, "{}"), to: request).isEmpty)
    }

    @Test func givenServerReplacesThoseOfTheDocument() throws {
        let checker = try Petstore.checker(server: "http://localhost:8080/api/")
        let request = CheckedRequest(method: "GET", url: RequestURL("http://localhost:8080/api/pets/x"))
        #expect(
            checker.problems(of: request).map(\.text.withoutLines) == [
                #"GET /api/pets/x request path.petId: expected integer, got string "x" (#/paths/~1pets~1{petId}/parameters/0/schema)"#
            ])
        #expect(checker.problems(of: Petstore.request("GET", "/pets/x")).isEmpty)
    }
}

@Suite(.bounded) struct SharedValidatorRaceTests {
    @Test func threadsShareOneContract() async throws {
        let contract = try Petstore.contract()
        let checker = ContractChecker(contract, undocumented: .fail, server: nil)
        let response = Petstore.json(200, #"{"id": "a", "name": "Rex", "tags": [{"id": 1}], "staus": "sold"}"#)
        let request = Petstore.request("GET", "/pets/7")
        let expected = checker.problems(of: response, to: request)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<50 {
                        #expect(checker.problems(of: response, to: request) == expected)
                        contract.note(contract.operations[0], 200, .requested)
                        _ = contract.coverage.report
                    }
                }
            }
        }
    }
}
