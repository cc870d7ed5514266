import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1)))
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
                  type: string
        """

    private static let defects = [
        #"line 18, column 11: #/components/schemas/A/properties/pattern/pattern: "[a" is no regular expression: a [ is not closed"#,
        "line 19, column 34: #/components/schemas/A/properties/required/required: expected an array of strings, got boolean true",
        "line 21, column 11: #/components/schemas/A/properties/limit/exclusiveMinimum: expected a number, got boolean true",
        ##"line 23, column 11: #/components/schemas/A/properties/dialect/$schema: the dialect "http://json-schema.org/draft-07/schema#" is not supported, only draft 2020-12 is"##,
    ]

    @Test func schemaWithADefectIsUnchecked() throws {
        let contract = try APIContract(Data(Self.document.utf8))
        #expect(contract.defects.map(\.description) == Self.defects)
        #expect(contract.defects.first?.pointer == "/components/schemas/A/properties/pattern/pattern")
        #expect(contract.defects.first?.file == nil)
        let value = Data(#"{"good": 1, "pattern": 2, "required": 3, "limit": "a", "dialect": 4}"#.utf8)
        let violations = contract.validate(value, against: "#/components/schemas/A")
        #expect(violations.map(\.instancePointer) == ["/good"])
    }

    @Test func strictLoadRefusesWithAllDefects() {
        let error = #expect(throws: HTTPMockError.self) { try APIContract(Data(Self.document.utf8), strict: true) }
        let lines = Self.defects.map { "  \($0)\n" }.joined()
        #expect(
            error?.message == "HTTPMock: the document can't be used as a contract.\n" + lines
                + "  To fix this, correct the document there, and load it again.")
    }

    @Test func defectsAreAWarningOfTheFirstCheck() async throws {
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.check(against: try APIContract(Data(Self.document.utf8)))
        for _ in 0..<2 {
            mock.addResponses(forPath: "/a", method: .get, responses: [.json(#"{"good": "b"}"#)])
            _ = try await mock.data(for: URLRequest(url: #require(URL(string: "http://example.com/a"))))
        }
        let lines = Self.defects.prefix(3).map { "  \($0)\n" }.joined()
        #expect(
            mock.trafficProblems.map(\.text) == [
                "HTTPMock: the contract has 4 defects, so parts of it are not checked\n" + lines
                    + "  and 1 more, which contract.defects lists\n"
                    + "  To fix this, correct the document, or refuse it: APIContract(contentsOf: url, strict: true)."
            ])
        #expect(mock.trafficProblems.map(\.isWarning) == [true])
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
