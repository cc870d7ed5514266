import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct RequestCheckTests {
    private func texts(_ request: CheckedRequest) throws -> [String] {
        try Petstore.checker(.fail).problems(of: request).map(\.text.withoutLines)
    }

    @Test func missingAndWrongParametersAreReported() throws {
        let request = CheckedRequest(
            method: "GET", url: RequestURL("https://us.example.com/v1/pets?tags=1,x"),
            fields: ["Cookie": "a=b; session=1"])
        let parameters = "#/paths/~1pets/get/parameters"
        #expect(
            try texts(request) == [
                "GET /v1/pets request header X-Trace: missing, but required (#/paths/~1pets/parameters/0)",
                "GET /v1/pets request query.limit: missing, but required (\(parameters)/0)",
                #"GET /v1/pets request query.tags[1]: expected integer, got string "x" (\#(parameters)/1/schema/items)"#,
                #"GET /v1/pets request cookie session: expected a uuid, got string "1" (\#(parameters)/2/schema)"#,
            ])
    }

    @Test func validRequestHasNoProblems() throws {
        #expect(try texts(Petstore.request("GET", "/pets?limit=100&tags=1,2")) == [])
        #expect(try texts(Petstore.request("GET", "/pets/mine")) == [])
        #expect(try texts(Petstore.request("GET", "/pets/7.json")) == [])
    }

    @Test func rangeIsReported() throws {
        #expect(
            try texts(Petstore.request("GET", "/pets?limit=101")) == [
                "GET /v1/pets request query.limit: expected at most 100, got integer 101 (#/paths/~1pets/get/parameters/0/schema)"
            ])
    }

    @Test func missingBodyIsReported() throws {
        #expect(
            try texts(Petstore.request("POST", "/pets")) == [
                "POST /v1/pets request body: missing, but required (#/components/requestBodies/Pet)"
            ])
    }

    @Test func readOnlyMembersMayBeMissingFromRequests() throws {
        let json = [("Content-Type", "application/json")]
        #expect(try texts(Petstore.request("POST", "/pets", json, #"{"name": "Rex", "password": "x"}"#)) == [])
        #expect(
            try texts(Petstore.request("POST", "/pets", json, #"{"name": "Rex"}"#)) == [
                "POST /v1/pets request application/json body.password: missing, but required (#/components/schemas/Pet)"
            ])
    }

    @Test func memberForTheOtherDirectionIsWhatAnUndocumentedOneIs() throws {
        let json = [("Content-Type", "application/json")]
        let body = #"{"id": 1, "name": "Rex", "password": "x"}"#
        let request = Petstore.request("POST", "/pets", json, body)
        #expect(
            try texts(request) == [
                "POST /v1/pets request application/json body.id: read-only, so not for requests (#/components/schemas/Pet/properties/id)"
            ])
        #expect(try Petstore.checker(.warn).problems(of: request).map(\.isWarning) == [true])
        #expect(try Petstore.checker(.allow).problems(of: request) == [])
        let response = Petstore.json(201, body)
        #expect(
            try Petstore.checker(.fail).problems(of: response, to: request).map(\.text.withoutLines) == [
                "POST /v1/pets → 201 application/json body.password: write-only, so not for responses (#/components/schemas/Pet/properties/password)"
            ])
        let contract = try Petstore.contract()
        for direction in [ContractDirection.request, .response] {
            #expect(contract.validate(Data(body.utf8), against: "#/components/schemas/Pet", direction: direction) == [])
        }
    }

    @Test func formsAreChecked() throws {
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(try texts(Petstore.request("POST", "/pets", form, "name=R+x&password=1&tags[]=%7B%7D")) == [])
        #expect(
            try texts(Petstore.request("POST", "/pets", form, "name=Rex&password=1&id=x&statuss=sold")) == [
                #"POST /v1/pets request application/x-www-form-urlencoded body.id: expected integer, got string "x" (#/components/schemas/Pet/properties/id)"#,
                #"POST /v1/pets request application/x-www-form-urlencoded body.statuss: not documented; did you mean "status"? (#/components/schemas/Pet)"#,
            ])
    }

    @Test func multipartFormsAreChecked() throws {
        let multipart = [("Content-Type", #"multipart/form-data; boundary="b1""#)]
        let part = { (name: String, value: String) in
            "--b1\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        let valid = part("name", "Rex") + part("password", "a\r\nb") + part("extra", #"{"a": 1}"#) + "--b1--\r\n"
        #expect(try texts(Petstore.request("POST", "/pets", multipart, valid)) == [])
        let invalid = part("name", "Rex") + part("password", "x") + part("id", "0") + "--b1--"
        #expect(
            try texts(Petstore.request("POST", "/pets", multipart, invalid)) == [
                "POST /v1/pets request multipart/form-data body.id: expected at least 1, got integer 0 (#/components/schemas/Pet/properties/id)"
            ])
        #expect(
            try texts(Petstore.request("POST", "/pets", [("Content-Type", "multipart/form-data")], valid)) == [
                "POST /v1/pets request multipart/form-data body: not multipart: Content-Type has no boundary (#/components/requestBodies/Pet/content/multipart~1form-data)"
            ])
    }
}

@Suite(.bounded) struct UndocumentedQueryTests {
    private func problems(
        _ path: String, _ undocumented: UndocumentedProperties = .fail
    ) throws -> [ContractProblem] {
        try Petstore.checker(undocumented).problems(of: Petstore.request("GET", path))
    }

    @Test func undocumentedParameterIsReportedOnce() throws {
        #expect(
            try problems("/pets?limit=1&limt=2&page=1&page=2").map(\.text.withoutLines) == [
                "GET /v1/pets request query.limt: not documented (#/paths/~1pets/get)",
                "GET /v1/pets request query.page: not documented (#/paths/~1pets/get)",
            ])
    }

    @Test func misspelledParameterHasASuggestion() throws {
        let problems = try problems("/pets?limt=2").map(\.text.withoutLines)
        #expect(
            problems.last
                == #"GET /v1/pets request query.limt: not documented; did you mean "limit"? (#/paths/~1pets/get)"#)
    }

    @Test func undocumentedParameterIsWhatIsChosen() throws {
        #expect(try problems("/pets?limit=1&page=1", .warn).map(\.isWarning) == [true])
        #expect(try problems("/pets?limit=1&page=1", .allow) == [])
    }

    @Test(arguments: [
        (#"{"name": "filter", "in": "query", "style": "deepObject", "schema": {"type": "object"}}"#, "filter[a][b]=1"),
        (#"{"name": "f", "in": "query", "schema": {"type": "object", "properties": {"a": {}, "b": {}}}}"#, "a=1&b=2"),
        (#"{"name": "any", "in": "query", "schema": {"type": "object"}}"#, "x=1&y=2"),
        (#"{"name": "ids[]", "in": "query", "schema": {"type": "array"}}"#, "ids[]=1&ids%5B%5D=2"),
    ])
    func partsOfAParameterAreDocumented(parameter: String, query: String) throws {
        let document =
            #"{"openapi": "3.1.0", "paths": {"/x": {"get": {"parameters": [\#(parameter)], "responses": {}}}}}"#
        let checker = ContractChecker(try APIContract(Data(document.utf8)), undocumented: .fail, server: nil)
        let request = CheckedRequest(method: "GET", url: RequestURL("https://a.com/x?\(query)"))
        #expect(checker.problems(of: request) == [])
    }

    @Test func misspelledNamesComeFirst() throws {
        let query = (1...12).map { "new\($0)=1" }.joined(separator: "&")
        let problems = try problems("/pets?limit=1&\(query)&tgs=1", .warn)
        let text = ContractReport.text(of: problems, in: "request 1", from: .request, .undocumented)
        let lines = text.split(separator: "\n")
        #expect(lines[1].contains(#"query.tgs: not documented; did you mean "tags"?"#))
        #expect(lines.contains("  and 3 more"))
    }

    @Test func misspelledMembersComeFirst() throws {
        let others = (1...250).map { #""new\#($0)": 1"# }.joined(separator: ",")
        let response = Petstore.json(200, #"{"id": 1, "name": "Rex", \#(others), "statuss": 1}"#)
        let problems = try Petstore.checker(.fail).problems(of: response, to: Petstore.request("GET", "/pets/7"))
        #expect(problems.first?.text.contains(#"did you mean "status"?"#) == true)
    }
}
