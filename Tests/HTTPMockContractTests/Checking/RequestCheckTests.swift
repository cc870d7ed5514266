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
            fields: CheckedFields([("Cookie", "a=b; session=1")]))
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

    @Test func formsAreChecked() throws {
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        #expect(try texts(Petstore.request("POST", "/pets", form, "name=R+x&password=1&id=3&tags[]=%7B%7D")) == [])
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
