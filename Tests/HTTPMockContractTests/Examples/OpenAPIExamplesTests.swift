import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct GeneratedExamplesTests {
    private static let document = #"""
        {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
          "/pet": {"get": {"responses": {"200": {"headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
            "content": {"application/json": {"schema": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "integer", "minimum": 1}, "name": {"type": "string"}}}}}}}}},
          "/own": {"get": {"responses": {"200": {"content": {"application/json": {"example": {"a": 1}}}}}}},
          "/text": {"get": {"responses": {"200": {"content": {"text/plain": {"schema": {"const": "hi"}}}}}}},
          "/image": {"get": {"responses": {"200": {"content": {"image/png": {}}}}}},
          "/never": {"get": {"responses": {"200": {"content": {"application/json": {"schema": false}}}}}},
          "/error": {"get": {"responses": {"404": {}}}}}}
        """#

    private let mock = HTTPMock()
    private let contract: APIContract

    init() throws {
        contract = try APIContract(Data(Self.document.utf8))
    }

    private func get(_ path: String) async throws -> (text: String, status: Int?) {
        let request = URLRequest(url: try #require(URL(string: "https://example.com\(path)")))
        let (data, response) = try await mock.data(for: request)
        return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode)
    }

    @Test func responsesAreMadeFromSchemas() async throws {
        mock.hasSummary = true
        mock.check(against: contract)
        let missing = mock.registerExamples(from: contract, generating: true)
        #expect(try await get("/pet").text == #"{"id":1}"#)
        #expect(try await get("/own").text == #"{"a":1}"#)
        #expect(try await get("/text").text == "hi")
        #expect(mock.problems == [])
        #expect(
            missing.map(\.description) == [
                "GET /error: no status from 200 to 399 is documented",
                "GET /image: image/png has no example, and no schema to make one from",
                "GET /never: no value is allowed at #/paths/~1never/get/responses/200/content/application~1json/schema "
                    + "(#/paths/~1never/get/responses/200/content/application~1json/schema)",
            ])
    }

    @Test func pathsThatDifferInTheNamesOfParametersAreRegisteredOnce() async throws {
        let example = { (value: Int) in
            #"{"get": {"responses": {"200": {"content": {"application/json": {"example": \#(value)}}}}}}"#
        }
        let paths = #""/a/{id}": \#(example(1)), "/a/{number}": \#(example(2)), "/b/{id}": \#(example(3))"#
        let document = #"{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {\#(paths)}}"#
        #expect(try mock.registerExamples(from: APIContract(Data(document.utf8))).isEmpty)
        #expect(mock.problems == [])
        #expect(try await get("/a/7").text == "1")
        #expect(try await get("/b/7").text == "3")
    }

    @Test(arguments: [
        ("code=404, code=500", "status 404 is not documented"), ("code=+404", "answered"),
        ("example=one, example=two", "status 200 has no example one"), ("code, code=404", "answered"),
    ])
    func firstOfARepeatedPreferenceCounts(preferences: String, outcome: String) throws {
        try expect(preferences, outcome)
    }

    /// - SeeAlso: [RFC 7240 §2](https://www.rfc-editor.org/rfc/rfc7240.html#section-2)
    @Test(arguments: [
        ("code = 404", "status 404 is not documented"), ("CODE\t=\t\"404\"", "status 404 is not documented"),
        ("a;b, code=404;c=d", "status 404 is not documented"), ("foo; code=404", "answered"),
        (#"foo="a, code=404""#, "answered"), (#"foo="\", code=404""#, "answered"), ("example=\"\"", "answered"),
        (#"example="a \"b\"; c, d""#, #"has no example a "b"; c, d"#), ("example=A=b", "has no example A=b"),
        (#"foo="\\", code=404"#, "status 404 is not documented"), ("; code=404", "answered"),
    ])
    func preferenceEndsBeforeItsParameters(preferences: String, outcome: String) throws {
        try expect(preferences, outcome)
    }

    /// Expects the end of the reason why a request with preferences is not answered, or `answered`.
    private func expect(_ preferences: String, _ outcome: String) throws {
        let url = try #require(URL(string: "https://example.com/own"))
        var request = URLRequest(url: url)
        request.setValue(preferences, forHTTPHeaderField: "Prefer")
        var text = "answered"
        let answer = OpenAPIExamples(contract).answer(to: MockRequest(request, url: url, body: Data()))
        if case .nothing(let reason) = answer { text = reason }
        #expect(text.hasSuffix(outcome), "\(text)")
    }

    @Test func randomResponsesDependOnTheSeed() async throws {
        var texts: [String] = []
        for seed in [7, 7, 8, 9, 10] as [UInt64] {
            let mock = HTTPMock()
            mock.registerExamples(from: contract, generating: .random(seed: seed))
            let request = URLRequest(url: try #require(URL(string: "https://example.com/pet")))
            texts.append(String(decoding: try await mock.data(for: request).0, as: UTF8.self))
        }
        #expect(texts[0] == texts[1])
        #expect(Set(texts).count > 2)
    }

    @Test func nothingIsMadeUnlessItIsWanted() async throws {
        #expect(mock.registerExamples(from: contract) == [])
        #expect(try await get("/own").status == 200)
        #expect(try await get("/pet").status == 404)
    }
}

/// Examples that the document has.
@Suite(.bounded) struct DocumentExamplesTests {
    private let mock: HTTPMock

    init() {
        mock = HTTPMock()
        mock.hasSummary = true
    }

    /// The problems of the test's end.
    private var failures: [String] {
        ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems.filter { !$0.isWarning }.map(\.text)
    }

    private func get(_ path: String) async throws -> (String, Int) {
        var request = URLRequest(url: try #require(URL(string: "https://eu.example.com/v1\(path)")))
        request.setValue("trace", forHTTPHeaderField: "X-Trace")
        let (data, response) = try await mock.data(for: request)
        return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode ?? 0)
    }

    @Test func examplesServeAsResponses() async throws {
        let contract = try Petstore.contract()
        mock.check(against: contract)
        mock.registerExamples(from: contract)
        #expect(try await get("/pets/7").0 == #"{"id":7,"name":"Rex"}"#)
        #expect(try await get("/pets/8").0 == #"{"id":7,"name":"Rex"}"#)
        #expect(try await get("/pets/mine").1 == 204)
        #expect(failures == [])
        #expect(contract.coverage.report.contains("GET /pets/{petId}       200 requested, 404 never"))
        #expect(contract.coverage.report.contains("GET /pets/mine          204 requested"))
        #expect(mock.unusedResponses.isEmpty)
    }

    private static let brokenExamples = ##"""
        {"openapi": "3.1.0", "paths": {
          "/next": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"},
            "examples": {"a": {"value": {"id": "x"}}, "b": {"value": {"id": 2, "further": 3}}}}}}}}},
          "/own": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/B"},
            "example": {"id": "x"}}}}}}},
          "/made": {"get": {"responses": {"200": {"headers": {"X-A": {"required": true, "example": "x", "schema": {"type": "integer"}}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}, "example": {"id": "x"}}}}}}},
          "/never": {"get": {"responses": {"200": {"content": {"application/json": {"schema": false, "example": 1}}}}}},
          "/none": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "integer"}}}}}}}},
         "components": {"schemas": {"A": {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
          "B": {"type": "object", "properties": {"id": {"type": "integer"}}, "examples": [{"id": 5}]}}}}
        """##

    private func served(_ path: String) async throws -> String {
        let url = try #require(URL(string: "https://example.com\(path)"))
        return String(decoding: try await mock.data(for: URLRequest(url: url)).0, as: UTF8.self)
    }

    @Test func exampleThatBreaksItsSchemaIsReplacedOrListed() async throws {
        let contract = try APIContract(Data(Self.brokenExamples.utf8))
        mock.check(against: contract, undocumentedProperties: .fail)
        let missing = mock.registerExamples(from: contract, generating: true)
        #expect(missing.map(\.operation) == ["GET /never"])
        #expect(try await served("/next") == #"{"further":3,"id":2}"#)
        #expect(try await served("/own") == #"{"id":5}"#)
        #expect(try await served("/made") == #"{"id":0}"#)
        #expect(try await served("/none") == "0")
        #expect(failures == [])
        #expect(contract.defects.map(\.severity) == [.note, .note, .note, .note, .note])
    }

    @Test func brokenExamplesAreListedIfNoneAreMade() async throws {
        let contract = try APIContract(Data(Self.brokenExamples.utf8))
        mock.check(against: contract)
        let missing = mock.registerExamples(from: contract)
        let place = "#/paths/~1never/get/responses/200/content/application~1json/schema, line 8"
        #expect(
            missing.map(\.description) == [
                "GET /made: the example of the header field X-A breaks its schema",
                "GET /never: its example breaks its schema: application/json body: no value is allowed here (\(place))",
            ])
        #expect(try await served("/own") == #"{"id":5}"#)
        #expect(failures == [])
    }

    @Test func exampleOfARangeHasAMediaTypeOfTheRange() async throws {
        let content = [
            (#"*/*"#, "{}"), ("text/*", #""a""#), ("application/json; v=1", "{}"),
            (#"application/json; profile=\"https://Example.com/A B;c\""#, "{}"),
        ]
        let paths = content.enumerated().map { index, content in
            #""/\#(index)": {"get": {"responses": {"200": {"content": {"\#(content.0)": {"example": \#(content.1)}}}}}}"#
        }
        let document = #"{"openapi": "3.1.0", "paths": {\#(paths.joined(separator: ","))}}"#
        let contract = try APIContract(Data(document.utf8))
        mock.check(against: contract)
        mock.registerExamples(from: contract)
        for (index, type) in [
            "application/json", "text/plain", "application/json; v=1",
            #"application/json; profile="https://Example.com/A B;c""#,
        ].enumerated() {
            let url = try #require(URL(string: "https://example.com/\(index)"))
            let response = try await mock.data(for: URLRequest(url: url)).1 as? HTTPURLResponse
            #expect(response?.value(forHTTPHeaderField: "Content-Type") == type)
        }
        #expect(failures == [])
    }

    @Test(arguments: ["/{a b}/x", "/{a.b}/x", "/{}/x", "/{p*}/x", "/{a}/x/{a}", "/{a}.{a}"])
    func exampleOfAnOddParameterIsRegistered(path: String) async throws {
        let document =
            ##"{"openapi": "3.1.0", "paths": {"\##(path)": {"get": {"responses": {"204": {}}}}}}"##
        mock.registerExamples(from: try APIContract(Data(document.utf8)), server: "api.org/v1")
        #expect(mock.registrationProblems.isEmpty)
        let text = path.replacing(/\{[^}]*\}/, with: "7")
        let url = try #require(URL(string: "https://api.org/v1\(text)"))
        #expect((try await mock.data(for: URLRequest(url: url)).1 as? HTTPURLResponse)?.statusCode == 204)
    }

    @Test func starInAPathIsNoWildcard() async throws {
        let paths = ["/files/*", "/files/{id}", "/files/{id}/a*{part}", "/all/**"].enumerated().map { index, path in
            let content = #"{"content": {"application/json": {"example": \#(index)}}}"#
            return #""\#(path)": {"get": {"responses": {"200": \#(content)}}}"#
        }
        let document = #"{"openapi": "3.1.0", "paths": {\#(paths.joined(separator: ","))}}"#
        let contract = try APIContract(Data(document.utf8))
        mock.check(against: contract)
        #expect(mock.registerExamples(from: contract) == [])
        #expect(mock.registrationProblems.isEmpty)
        for (path, text) in [("/files/*", "0"), ("/files/7", "1"), ("/files/7/a*8", "2"), ("/all/**", "3")] {
            #expect(try await served(path) == text)
        }
        #expect(failures == [])
        #expect(contract.coverage.responses.allSatisfy { $0.requestedCount == 1 })
        #expect(try await served("/all/x") != "3")
        #expect(try await served("/files/7/ab8") != "2")
    }

    @Test func exampleOfAHeadersSchemaIsSent() throws {
        let header = #"{"required": true, "schema": {"type": "integer", "example": 5}}"#
        let document =
            #"{"openapi": "3.0.0", "paths": {"/x": {"get": {"responses": {"204": {"headers": {"X-A": \#(header)}}}}}}}"#
        let contract = try APIContract(Data(document.utf8))
        mock.check(against: contract)
        mock.registerExamples(from: contract)
        #expect(failures == [])
    }

    @Test func requiredHeaderWithoutExampleAndSchemaIsMissing() throws {
        let paths =
            #""/a": {"get": {"responses": {"204": {"headers": {"X-A": {"required": true}}}}}}, "#
            + #""/b": {"get": {"responses": {"204": {"headers": {"X-A": {"required": true, "example": "x"}}}}}}, "#
            + #""/c": {"get": {"responses": {"204": {"headers": {"X-A": {}}}}}}"#
        let contract = try APIContract(Data(#"{"openapi": "3.0.0", "paths": {\#(paths)}}"#.utf8))
        mock.check(against: contract)
        let missing = mock.registerExamples(from: contract, generating: true)
        #expect(
            missing.map(\.description) == [
                "GET /a: the header field X-A has no example, and no schema to make one from"
            ])
        #expect(failures == [])
    }

    @Test func firstValidExampleOfAHeaderIsSent() async throws {
        let header =
            #"{"schema": {"type": "integer"}, "examples": {"a": {"value": "x"}, "b": {"value": 7}, "c": {"value": 8}}}"#
        let document =
            #"{"openapi": "3.0.0", "paths": {"/x": {"get": {"responses": {"204": {"headers": {"X-A": \#(header)}}}}}}}"#
        let contract = try APIContract(Data(document.utf8))
        mock.check(against: contract)
        #expect(mock.registerExamples(from: contract) == [])
        let url = try #require(URL(string: "https://example.com/x"))
        let response = try await mock.data(for: URLRequest(url: url)).1 as? HTTPURLResponse
        #expect(response?.value(forHTTPHeaderField: "X-A") == "7")
        #expect(failures == [])
    }

    @Test func pathThatNoRequestHasIsNoExample() throws {
        let operation = #"{"get": {"responses": {"204": {}}}}"#
        let document =
            ##"{"openapi": "3.1.0", "paths": {"/a": \##(operation), "/a?b=c": \##(operation), "/a#b": \##(operation)}}"##
        mock.registerExamples(from: try APIContract(Data(document.utf8)))
        #expect(failures == [])
        #expect(mock.registrationProblems.isEmpty)
    }
}
