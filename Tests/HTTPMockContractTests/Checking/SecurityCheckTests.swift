import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract

@Suite(.bounded) struct SecurityCheckTests {
    private static func document(_ security: String, _ operation: String = "{}") -> String {
        #"""
        {"openapi": "3.1.0", "security": \#(security), "paths": {
          "/a": {"get": {"responses": {"200": {}}}}, "/b": {"get": \#(operation)}},
         "components": {"securitySchemes": {
          "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
          "token": {"type": "apiKey", "in": "query", "name": "token"},
          "session": {"type": "apiKey", "in": "cookie", "name": "sid"},
          "basic": {"type": "http", "scheme": "basic"},
          "login": {"type": "oauth2", "flows": {}},
          "tls": {"type": "mutualTLS"}}}}
        """#
    }

    private func problems(
        _ document: String, _ path: String, _ fields: [(String, String)] = [], status: Int? = 200,
        ignoring: Set<ContractRule> = []
    ) throws -> [String] {
        let checker = ContractChecker(
            try APIContract(Data(document.utf8)), undocumented: .fail, ignoring: ignoring, server: nil)
        let request = CheckedRequest(
            method: "GET", url: RequestURL("https://a.com\(path)"), fields: HTTPMock.HeaderFields(pairs: fields))
        let match = checker.match(request)
        return
            (checker.problems(of: request, match)
            + checker.securityProblems(of: request, answeredWith: status, match)).map(\.text.withoutLines)
    }

    @Test(arguments: [
        (#"[{"key": []}]"#, "/a", [("x-key", "1")]), (#"[{"token": []}]"#, "/a?token=1", []),
        (#"[{"session": []}]"#, "/a", [("Cookie", "a=b; sid=1")]),
        (#"[{"basic": []}]"#, "/a", [("Authorization", "basic dTpw")]),
        (#"[{"login": ["read"]}]"#, "/a", [("Authorization", "Bearer x")]),
        (#"[{"key": [], "token": []}, {"login": []}]"#, "/a?token=1", [("X-Key", "1")]),
        (#"[{"key": []}, {}]"#, "/a", []), (#"[{"tls": []}]"#, "/a", []), (#"[{"unknown": []}]"#, "/a", []),
        ("[]", "/a", []),
    ])
    func requestWithTheCredentialsIsValid(security: String, path: String, fields: [(String, String)]) throws {
        #expect(try problems(Self.document(security), path, fields) == [])
    }

    @Test(arguments: [
        (#"[{"key": []}]"#, [], "header X-Key, got none"),
        (#"[{"key": []}]"#, [("X-Key", "")], "header X-Key, got none"),
        (#"[{"session": []}]"#, [("Cookie", "a=b")], "cookie sid, got none"),
        (#"[{"login": []}]"#, [("Authorization", "Basic dTpw")], "Authorization: Bearer, got Authorization: Basic"),
        (#"[{"login": []}]"#, [("Authorization", "s3cret")], "Authorization: Bearer, got others"),
        (
            #"[{"key": [], "token": []}, {"basic": []}]"#, [("X-Key", "1")],
            "header X-Key with query token or Authorization: Basic, got none"
        ),
    ])
    func requestWithoutTheCredentialsIsReported(
        security: String, fields: [(String, String)], expectation: String
    ) throws {
        #expect(
            try problems(Self.document(security), "/a", fields) == [
                "GET /a request: expected the credentials \(expectation) (#/security)"
            ])
    }

    @Test(arguments: [401, 403])
    func refusedRequestNeedsNoCredentials(status: Int) throws {
        let document = Self.document(#"[{"key": []}]"#)
        #expect(try problems(document, "/a", status: status) == [])
        #expect(try problems(document, "/a", status: nil).count == 1)
    }

    @Test func operationsOwnSecurityReplacesTheDocuments() throws {
        let own = #"{"security": [{"basic": []}], "responses": {}}"#
        #expect(
            try problems(Self.document(#"[{"key": []}]"#, own), "/b", [("X-Key", "1")]) == [
                "GET /b request: expected the credentials Authorization: Basic, got none (#/paths/~1b/get/security)"
            ])
        let none = #"{"security": [], "responses": {}}"#
        #expect(try problems(Self.document(#"[{"key": []}]"#, none), "/b") == [])
    }

    private static let uncheckable: [(security: String, defect: String)] = [
        (#"[{"missing": []}]"#, "/security/0/missing: components.securitySchemes has no such scheme"),
        (##"[{"#/components/missing": []}]"##, "components.securitySchemes has no such scheme"),
        (#"[{"nameless": []}]"#, "/components/securitySchemes/nameless: an API key needs \"name\""),
        (#"[{"schemeless": []}]"#, "/components/securitySchemes/schemeless: the type \"http\" needs \"scheme\""),
        (#"[{"old": []}]"#, "/components/securitySchemes/old/type: the type \"basic\" is unknown"),
        (#"[{"typeless": []}]"#, "/components/securitySchemes/typeless: the scheme has no \"type\""),
        (#"[{"body": []}]"#, "/components/securitySchemes/body/in: no API key is in \"body\""),
    ]

    private static func schemes(_ security: String) -> String {
        #"""
        {"openapi": "3.2.0", "security": \#(security), "paths": {
          "/a": {"get": {"responses": {"200": {}}}}, "/b": {"get": {"responses": {"200": {}}}}},
         "components": {"securitySchemes": {
          "other": {"type": "http", "scheme": "bearer"},
          "nameless": {"type": "apiKey", "in": "query"},
          "schemeless": {"type": "http"},
          "old": {"type": "basic"},
          "typeless": {},
          "body": {"type": "apiKey", "in": "body", "name": "key"}}}}
        """#
    }

    @Test(arguments: uncheckable)
    func uncheckableSchemeIsADefectAndCountsAsGiven(security: String, defect: String) throws {
        let document = Self.schemes(security)
        let defects = try APIContract(Data(document.utf8)).defects.map(\.description)
        #expect(defects.count == 1)
        #expect(defects.allSatisfy { $0.contains(defect) }, "\(defects)")
        #expect(try problems(document, "/a") == [])
    }

    @Test func unusedSchemeIsNoDefect() throws {
        let contract = try APIContract(Data(Self.schemes(#"[{"other": []}]"#).utf8))
        #expect(contract.defects == [])
    }

    @Test func schemeIsKnownByItsURI() throws {
        let document = Self.schemes(##"[{"#/components/securitySchemes/other": []}]"##)
        #expect(try APIContract(Data(document.utf8)).defects == [])
        #expect(try problems(document, "/a").count == 1)
        #expect(try problems(document, "/a", [("Authorization", "Bearer x")]) == [])
    }

    @Test func schemesOfReferencedComponentsAreKnown() throws {
        let document = #"""
            {"openapi": "3.1.0", "security": [{"key": []}], "paths": {"/a": {"get": {"responses": {"200": {}}}}},
             "x-parts": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
             "components": {"securitySchemes": {"$ref": "#/x-parts/securitySchemes"}}}
            """#
        #expect(
            try APIContract(Data(document.utf8)).defects.map(\.reason) == [
                "OpenAPI knows no reference here; it is followed"
            ])
        #expect(try problems(document, "/a").count == 1)
        #expect(try problems(document, "/a", [("X-Key", "1")]) == [])
    }

    @Test func securityCanBeIgnored() throws {
        #expect(try problems(Self.document(#"[{"key": []}]"#), "/a", ignoring: [.security]) == [])
    }
}
