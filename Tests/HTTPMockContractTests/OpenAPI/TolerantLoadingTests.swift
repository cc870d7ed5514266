import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

/// Documents as people write them, which are not quite as the specifications have them.
@Suite(.bounded) struct TolerantLoadingTests {
    private func document(_ members: String, version: String = "3.1.0") -> Data {
        Data("{\"openapi\": \"\(version)\", \(members)}".utf8)
    }

    private func defects(_ data: Data) throws -> [String] {
        try APIContract(data).defects.map { "\($0.severity): \("\($0)".drop { $0 != "#" })" }
    }

    @Test(arguments: ["/components/schemas/S", "components/schemas/S"])
    func referenceWithoutItsNumberSignIsADefectOfItsPlace(_ reference: String) throws {
        let members = #"""
            "paths": {"/x": {"get": {"responses": {"200": {"content": {"application/json": {"schema":
              {"properties": {"a": {"$ref": "\#(reference)"}, "b": {"type": "string"}}}}}}}}}},
            "components": {"schemas": {"S": {"type": "string"}}}
            """#
        let place = "#/paths/~1x/get/responses/200/content/application~1json/schema"
        #expect(
            try defects(document(members)) == [
                "defect: \(place)/properties/a/$ref: the reference \"\(reference)\" leads to no file; "
                    + "did you mean \"#/components/schemas/S\"?"
            ])
        let contract = try APIContract(document(members))
        #expect(contract.validate(Data(#"{"a": 1, "b": 1}"#.utf8), against: place).map(\.instancePointer) == ["/b"])
    }

    @Test func parameterReferenceWithoutItsNumberSignIsADefect() throws {
        let members = #"""
            "paths": {"/x": {"get": {"parameters": [{"$ref": "/components/parameters/P"}, {"$ref": "/components/parameters/Q"}],
              "responses": {"200": {}}}}}, "components": {"parameters": {"P": {"name": "p", "in": "query"}}}
            """#
        #expect(
            try defects(document(members)) == [
                "defect: #/paths/~1x/get/parameters/0/$ref: the reference \"/components/parameters/P\" leads to no file; "
                    + "did you mean \"#/components/parameters/P\"?",
                "defect: #/paths/~1x/get/parameters/1/$ref: the reference \"/components/parameters/Q\" leads nowhere; "
                    + "a reference begins with #/",
            ])
    }

    @Test func unknownDialectWithKnownKeywordsIsANote() throws {
        let members = #"""
            "jsonSchemaDialect": "http://json-schema.org/draft-07/schema#", "components": {"schemas": {
              "A": {"type": "string", "minLength": 2}, "B": {"type": "string", "dependencies": {}}}}
            """#
        let contract = try APIContract(document(members))
        #expect(
            contract.defects.map { "\($0.severity) \($0.pointer)" } == [
                "note /jsonSchemaDialect", "defect /components/schemas/B/dependencies",
            ])
        #expect(contract.validate(Data(#""a""#.utf8), against: "#/components/schemas/A").count == 1)
    }

    @Test func authorsNamesAreNoMisspellings() throws {
        let members = #"""
            "paths": {"/x": {"post": {"responses": {"200": {}}, "callbacks": {
              "callback": {"callback": {"post": {"responses": {"200": {}}}}}}}}},
            "components": {"schemas": {"A": {"properties": {"typ": {"type": "string"}}, "optional": true}},
              "callbacks": {"callbck": {"callback": {"post": {"responses": {"200": {}}}}}}}
            """#
        #expect(try defects(document(members)) == [])
        let misspelled = #""paths": {"/x": {"optons": {}, "get": {"respnses": {}}}}, "webhooks": {"a": {"pst": {}}}"#
        #expect(try APIContract(document(misspelled)).defects.count == 3)
    }

    @Test func danglingReferenceOfAnExampleIsANote() throws {
        let members = #"""
            "paths": {"/x": {"get": {"responses": {"200": {"content": {"application/json": {"examples": {
              "a": {"$ref": "#/components/examples/Gone"}, "b": {"value": 1}}}}}}}}}
            """#
        let contract = try APIContract(document(members), strict: true)
        #expect(contract.defects.map(\.severity) == [.note])
        #expect(contract.defects.first?.reason.hasSuffix("leads nowhere") == true)
    }

    @Test func flagsAtTheBeginningOfAPatternAreANote() throws {
        let members = #""components": {"schemas": {"A": {"type": "string", "pattern": "(?i)^abc$"}}}"#
        let contract = try APIContract(document(members))
        #expect(
            contract.defects.map { "\($0.severity) \($0.reason)" } == [
                #"note ECMA-262 has no "(?i)"; it is read as flags of the whole pattern"#
            ])
        #expect(contract.validate(Data(#""ABC""#.utf8), against: "#/components/schemas/A") == [])
        #expect(contract.validate(Data(#""ab""#.utf8), against: "#/components/schemas/A").count == 1)
    }

    @Test(arguments: [
        String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .utf8,
    ])
    func documentsHaveAnyEncodingOfUnicode(_ encoding: String.Encoding) throws {
        let json = #"{"openapi": "3.1.0", "components": {"schemas": {"é": {"type": "string"}}}}"#
        let yaml = "openapi: 3.1.0\ncomponents: {schemas: {é: {type: string}}}\n"
        for text in [json, yaml, "\u{FEFF}\(json)", "\u{FEFF}\(yaml)"] {
            let contract = try APIContract(#require(text.data(using: encoding)))
            #expect(contract.validate(Data("1".utf8), against: "#/components/schemas/é").count == 1)
        }
    }

    @Test func columnsOfALongLineCountCodePoints() throws {
        let filler = String(repeating: "é", count: 5_000)
        let text =
            "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"\(filler)\"}, \"components\": {\"schemas\": {\"A\": 1}}}"
        let defect = try #require(try APIContract(Data(text.utf8)).defects.first)
        let before = try #require(text.range(of: "\"A\""))
        #expect(defect.line == 1)
        #expect(defect.column == text[..<before.lowerBound].unicodeScalars.count + 1)
    }

    @Test(arguments: [
        ("/issues", "/v1/issues"), ("/v2/issues", "/v1/issues"), ("/v1/isues", "/v1/issues"), ("/isues", "/v1/issues"),
    ])
    func suggestedPathHasThePrefixOfTheServer(_ path: String, _ expected: String) throws {
        let paths = #""paths": {"/issues": {"get": {"responses": {"200": {}}}}}"#
        let variables = #""variables": {"v": {"default": "v1", "enum": ["v1"]}}"#
        for server in [#"{"url": "https://a.com/v1"}"#, "{\"url\": \"https://a.com/{v}\", \(variables)}"] {
            let contract = try APIContract(document("\"servers\": [\(server)], \(paths)"))
            let checker = ContractChecker(contract, undocumented: .fail, server: nil)
            let request = CheckedRequest(method: "GET", url: RequestURL("https://a.com\(path)"))
            #expect(
                checker.problems(of: request).map(\.text.withoutLines) == [
                    "GET \(path): not documented; did you mean \(expected)? (#/paths)"
                ])
        }
    }

    @Test func pathWithADefectIsNamedIfNothingElseWasUsed() async throws {
        let contract = try APIContract(
            document(
                #""info": {"title": "T", "version": "1"}, "servers": [{"url": "https://a.com"}], "paths": {"#
                    + ##""/x": {"$ref": "#/components/pathItems/None"}, "/y": {"get": {"responses": {"200": {}}}}}"##))
        let mock = HTTPMock()
        mock.check(against: contract)
        mock.addResponses(forPath: "/x", host: "a.com", method: .get, responses: [.status(.ok)])
        let unused = mock.insert(ifMissing: ContractInspector()).problemsOfUnusedContracts
        #expect(
            unused.map(\.text) == [
                """
                HTTPMock: nothing was checked against the contract "T 1", because the path /x has a defect
                  line 1, column 118: #/paths/~1x/$ref: the reference "#/components/pathItems/None" leads nowhere
                  To fix this, correct the document, or write check(against: contract, optional: true).
                """
            ])
    }
}
