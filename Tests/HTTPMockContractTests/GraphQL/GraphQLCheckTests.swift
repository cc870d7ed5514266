import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded)
struct GraphQLCheckTests {
    private let mock = HTTPMock()
    private let contract: GraphQLContract

    init() throws {
        contract = try GraphQLContract(Data(CatalogSchema.text.utf8))
        mock.hasSummary = true
    }

    private var problems: [Problem] { ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems }
    private var failures: [String] { problems.filter { !$0.isWarning }.map { Self.line(of: $0) } }
    private var warnings: [String] { problems.filter(\.isWarning).map { Self.line(of: $0) } }

    /// The second line of a problem, which has the violation.
    private static func line(of problem: Problem) -> String {
        problem.text.split(separator: "\n").dropFirst().first.map { $0.trimmingCharacters(in: .whitespaces) }
            ?? problem.text
    }

    private func post(
        _ body: String, _ contentType: String? = "application/json", path: String = "/graphql",
        accept: String? = nil
    ) async throws -> (text: String, status: Int, type: String?) {
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        request.setValue(accept, forHTTPHeaderField: "Accept")
        let (data, response) = try await mock.data(for: request)
        let http = response as? HTTPURLResponse
        return (
            String(decoding: data, as: UTF8.self), http?.statusCode ?? 0,
            http?.value(forHTTPHeaderField: "Content-Type")
        )
    }

    private func get(_ path: String) async throws {
        let url = try #require(URL(string: "https://api.example.com\(path)"))
        _ = try await mock.data(for: URLRequest(url: url))
    }

    private func query(_ text: String, variables: String = "{}") -> String {
        #"{"query": \#(JSONValue.string(text).text), "variables": \#(variables)}"#
    }

    private func answer(_ json: String, status: Int = 200, type: String = "application/json") {
        mock.addResponses(
            forURL: "https://api.example.com/graphql",
            responses: [.data(Data(json.utf8), status: MockResponse.Status(status), contentType: type)])
    }

    @Test func aValidExchangeHasNoProblem() async throws {
        mock.check(against: contract)
        answer(#"{"data": {"viewer": {"id": "1"}}}"#)
        _ = try await post(query("query Viewer { viewer { id } }"))
        #expect(problems.isEmpty)
    }

    @Test func anAnswerThatLiesIsReportedWhereItIsRegistered() async throws {
        mock.check(against: contract)
        mock.addResponses(
            forPath: "/graphql", host: "api.example.com",
            responses: [.json(#"{"data": {"viewer": {"id": "1", "nme": "A"}}}"#)])
        let line = UInt(#line - 3)
        _ = try await post(query("query Viewer { viewer { id name } }"))
        #expect(
            failures == [
                "POST /graphql query Viewer → 200 data.viewer.name: missing, but selected and not null (User.name, line 16; selected at 1:28 of the document)"
            ])
        #expect(
            warnings == [
                #"POST /graphql query Viewer → 200 data.viewer.nme: not selected; did you mean "name"? (Query.viewer, line 4; selected at 1:16 of the document)"#
            ])
        #expect(problems.first?.location?.line == line)
    }

    @Test(arguments: [
        (
            "{ vewer { id } }",
            #"POST /graphql query: Query has no field vewer; did you mean "viewer"? (FieldsOnCorrectType at 1:3 of the document; Query, line 3)"#
        ),
        ("{ viewer { id }", "POST /graphql: expected a name, found the end (Syntax at 1:16 of the document)"),
        (
            "query A { count } query B { count }",
            "POST /graphql operationName: missing, but the document has several (OperationName)"
        ),
        (
            "query A($id: ID!) { node(id: $id) { id } }",
            "POST /graphql query A variables.id: missing, but ID! (VariableValues at 1:9 of the document)"
        ),
    ]) func anInvalidRequestIsReported(_ text: String, _ expected: String) async throws {
        mock.check(against: contract)
        answer(#"{"data": {"count": 1}}"#)
        _ = try await post(query(text))
        #expect(failures.first == expected)
    }

    @Test func anInvalidRequestIsRefusedAsAServiceDoes() async throws {
        mock.check(against: contract, refusesInvalidRequests: true)
        answer(#"{"data": {"viewer": {"id": "1"}}}"#)
        let validation = try await post(query("{ vewer { id } }"))
        #expect(validation.status == 422)
        #expect(validation.type == "application/json")
        #expect(
            validation.text
                == #"{"errors":[{"locations":[{"column":3,"line":1}],"message":"Query has no field vewer; did you mean \"viewer\"?"}]}"#
        )
        #expect(try await post(query("{"), accept: "application/graphql-response+json").status == 400)
        #expect(try await post(query("{ viewer { id } }")).status == 200)
        #expect(try await post("{", "application/json").status == 404)
    }

    @Test(arguments: [
        ("text/html", "text/html, but application/json or application/graphql-response+json is expected")
    ]) func theMediaTypeOfAnAnswerCounts(_ type: String, _ expected: String) async throws {
        mock.check(against: contract)
        answer("{}", type: type)
        _ = try await post(query("{ viewer { id } }"))
        #expect(failures == ["POST /graphql query → 200: \(expected)"])
    }

    @Test func statusesFollowTheMediaType() async throws {
        mock.check(against: contract)
        answer("<html>", status: 502, type: "text/html")
        answer("", status: 401)
        answer(#"{"message": "Bad credentials"}"#, status: 401)
        answer(#"{"data": {"count": 1}}"#, status: 500)
        answer(#"{"errors": [{"message": "a"}]}"#, status: 200, type: "application/graphql-response+json")
        for _ in 0..<5 { _ = try await post(query("{ count }")) }
        #expect(
            failures == [
                "POST /graphql query → 500 data: an answer with data needs a status of 2xx, got 500",
                "POST /graphql query → 200: an answer without data needs a status of 4xx or 5xx, got 200",
            ])
    }

    @Test func otherRequestsAreLeftAlone() async throws {
        mock.check(against: contract, optional: true)
        mock.addResponses(forPath: "/search", responses: [.json("{}", lifetime: .eternal)])
        mock.addResponses(forPath: "/search", host: "api.example.com", responses: [.json("{}", lifetime: .eternal)])
        _ = try await post(#"{"query": "swift testing"}"#, path: "/search")
        _ = try await post(#"{"query": 7}"#, path: "/search")
        _ = try await post("query", "text/plain", path: "/search")
        try await get("/search?query=query")
        #expect(problems.isEmpty)
    }

    @Test(arguments: [#"{"id": "7"}"#, #"{"documentId": "7"}"#, #"[{"id": "7"}]"#, #"{"id": "7", "query": null}"#])
    func anIdentifierThatNoOperationHasIsLeftAlone(_ body: String) async throws {
        mock.check(against: contract, optional: true)
        mock.addResponses(
            forPath: "/users", host: "api.example.com", responses: [.json(#"{"name": "A"}"#, lifetime: .eternal)])
        _ = try await post(body, path: "/users")
        try await get("/users?documentId=7")
        #expect(problems.isEmpty)
    }

    @Test(arguments: [#"{"id": "7"}"#, #"{"documentId": "7"}"#])
    func aPersistedQueryOfTheClientIsCheckedAtAnyURL(_ body: String) async throws {
        let folder = try CatalogSchema.folder(["manifest.json": #"{"7": "query Count { count }"}"#])
        defer { try? FileManager.default.removeItem(at: folder) }
        let manifest = folder.appendingPathComponent("manifest.json")
        mock.check(
            against: try GraphQLContract(
                contentsOf: folder.appendingPathComponent("schema.graphqls"), operations: manifest))
        answer(#"{"data": {"count": "any"}}"#)
        _ = try await post(body)
        #expect(failures.count == 1)
        #expect(failures.first?.contains(#"data.count: expected Int, got string "any""#) == true)
    }

    @Test func aDocumentOfOperationsMayBeginWithABrace() throws {
        let folder = try CatalogSchema.folder([
            "A.graphql": "{ viewer { id } }", "B.graphql": "query Viewer { viewer { id } }",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appendingPathComponent("schema.graphqls")
        let reason = "A.graphql:1:1: #: an operation without a name can't be found again"
        let contract = try GraphQLContract(contentsOf: schema, operations: folder)
        #expect(contract.defects.map(\.description) == [reason])
        #expect(contract.known.operations.map(\.name) == ["Viewer"])
        let ofFile = try GraphQLContract(
            contentsOf: schema, operations: folder.appendingPathComponent("A.graphql"))
        #expect(ofFile.defects.map(\.description) == [reason])
    }

    @Test func atAURLEveryPostIsMeant() async throws {
        mock.check(against: contract, at: "https://api.example.com/graphql")
        answer(#"{"data": {"count": 1}}"#)
        answer(#"{"data": {"count": 1}}"#)
        _ = try await post(#"{"qery": "{ count }"}"#)
        _ = try await post(query("{ count }"), "text/plain")
        #expect(
            failures == [
                #"POST /graphql query: missing, but required; did you mean "query" by "qery"? (Request)"#,
                "POST /graphql query: text/plain, but only application/json, application/graphql and multipart/form-data are allowed (Request)",
            ])
    }

    @Test func eachOperationOfABatchIsChecked() async throws {
        mock.check(against: contract)
        answer(#"[{"data": {"count": 1}}, {"data": {"count": "2"}}]"#)
        answer(#"{"data": {"count": 1}}"#)
        let batch = "[\(query("query A { count }")), \(query("query B { count }"))]"
        _ = try await post(batch)
        _ = try await post(batch)
        #expect(
            failures == [
                #"POST /graphql[1] query B → 200 [1].data.count: expected Int, got string "2" (Query.count, line 10; selected at 1:11 of the document)"#,
                "POST /graphql query A → 200: expected a list of 2 answers, because the request is a batch",
            ])
    }

    @Test func aMutationByGetIsAViolation() async throws {
        mock.check(against: contract)
        answer(#"{"data": {"rate": 1}}"#)
        try await get("/graphql?query=mutation+M+%7B+rate+%7D")
        #expect(failures == ["GET /graphql mutation M: a mutation is not allowed by GET, only by POST (Request)"])
    }

    @Test func aPersistedQueryThatIsNotKnownIsNamedAsUnchecked() async throws {
        mock.check(against: contract)
        answer(#"{"data": {"count": "any"}}"#)
        _ = try await post(#"{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "ab12"}}}"#)
        #expect(
            problems.map(\.text) == [
                """
                HTTPMock: request 1 is not checked
                  POST /graphql: the persisted query "ab12" is not known
                  To fix this, give the client's operations: GraphQLContract(contentsOf: url, operations: folder).
                """
            ])
        #expect(failures == [])
    }

    @Test func aContractThatAppliesToNothingIsReported() throws {
        mock.check(against: contract, at: "https://api.example.com/graphql")
        let unused = mock.insert(ifMissing: ContractInspector()).problemsOfUnusedContracts
        #expect(unused.first?.text.contains("the contract's URL: https://api.example.com/graphql") == true)
    }

    @Test func knownOperationsAreCheckedAtTheRegistration() throws {
        let folder = try CatalogSchema.folder([
            "a.graphql": "query Viewer { viewer { ...Name } }",
            "b.graphql": "fragment Name on User { name }\n\nquery Bad { nothing }",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appendingPathComponent("schema.graphqls")
        let contract = try GraphQLContract(contentsOf: schema, operations: folder)
        #expect(contract.defects.map(\.description) == ["b.graphql:3:13: Bad: Query has no field nothing"])
        mock.check(against: contract)
        mock.addResponses(
            forPath: "/graphql", method: .post, when: .graphQL(operation: "Viewer"),
            responses: [.json(#"{"data": {"viewer": {}}}"#)])
        mock.addResponses(
            forPath: "/graphql", method: .post, when: .graphQL(operation: "Vewer"), responses: [.json("{}")])
        #expect(
            failures == [
                "POST /graphql query Viewer → 200 data.viewer.name: missing, but selected and not null (User.name, schema.graphqls:16; selected at b.graphql:1:25)",
                #"POST /graphql: the client has no operation Vewer; did you mean "Viewer"?"#,
            ])
    }

    @Test func defectsOfOperationsAreReportedAsThoseOfTheSchema() throws {
        let folder = try CatalogSchema.folder([
            "a.graphql": "query Bad { nothing }", "b.graphql": "query Local { viewer { id @client } }",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let schema = folder.appendingPathComponent("schema.graphqls")
        mock.check(against: try GraphQLContract(contentsOf: schema, operations: folder))
        mock.addResponses(
            forPath: "/graphql", method: .post, when: .graphQL(operation: "Bad"), responses: [.json(#"{"data": {}}"#)])
        #expect(
            problems.map(\.text) == [
                """
                HTTPMock: the contract has 1 defect; what has a defect is not checked
                  a.graphql:1:13: Bad: Query has no field nothing
                  To fix this, correct the document, or refuse it: GraphQLContract(contentsOf: url, strict: true).
                """
            ])
        #expect(failures == [])
        let error = #expect(throws: HTTPMockError.self) {
            try GraphQLContract(contentsOf: schema, operations: folder, strict: true)
        }
        #expect(error.map { "\($0)" }?.contains("a.graphql:1:13: Bad: Query has no field nothing") == true)
    }

    @Test func anOperationThatIsLaidOutOtherwiseIsReportedOnce() async throws {
        let folder = try CatalogSchema.folder([
            "a.graphql": "fragment Name on User { name }\nquery Viewer { viewer { ...Name } }"
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        mock.check(against: try CatalogSchema.contract(in: folder, operations: "a.graphql"))
        mock.addResponses(
            forPath: "/graphql", method: .post, when: .graphQL(operation: "Viewer"),
            responses: [.json(#"{"data": {"viewer": {}}}"#)])
        _ = try await post(query(Self.viewerLaidOutOtherwise))
        #expect(failures.count == 1)
    }

    private static let viewerLaidOutOtherwise =
        "query Viewer {\n  viewer { # whose name\n    ...Name\n  }\n}\nfragment Name on User { name, }"

    @Test func aServedAnswerHasThePlaceInTheFileOfTheOperation() async throws {
        let folder = try CatalogSchema.folder([
            "a.graphql": "\nfragment Name on User { name }\nquery Viewer { viewer { ...Name } }"
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        mock.check(against: try CatalogSchema.contract(in: folder, operations: "a.graphql"))
        answer(#"{"data": {"viewer": {}}}"#)
        answer(#"{"data": {"viewer": {}}}"#)
        _ = try await post(query(Self.viewerLaidOutOtherwise))
        _ = try await post(query("query Viewer { viewer { name } }"))
        let text = "POST /graphql query Viewer → 200 data.viewer.name: missing, but selected and not null"
        #expect(
            failures == [
                "\(text) (User.name, schema.graphqls:16; selected at a.graphql:2:25)",
                "\(text) (User.name, schema.graphqls:16; selected at 1:25 of the document)",
            ])
    }

    @Test func aManifestHasNoPlaceOfItsOperations() async throws {
        let folder = try CatalogSchema.folder(["manifest.json": #"{"7": "query Count { count }"}"#])
        defer { try? FileManager.default.removeItem(at: folder) }
        mock.check(against: try CatalogSchema.contract(in: folder, operations: "manifest.json"))
        answer(#"{"data": {"count": "any"}}"#)
        _ = try await post(#"{"id": "7"}"#)
        #expect(failures.count == 1)
        #expect(failures.first?.hasSuffix("schema.graphqls:10; selected at 1:15 of the document)") == true)
    }

    @Test func aDefectOfAManifestHasThePlaceOfTheOperationThere() throws {
        let folder = try CatalogSchema.folder([
            "apollo.json": """
            {"format": "apollo-persisted-query-manifest", "operations": [
              {"id": "7", "body": "query Count { count }"},
              {"id": "8",
               "body": "query Bad {\\n  nothing\\n}"}
            ]}
            """,
            "relay.json": #"""
            {
              "7": "query Count { count }",
              "a/8": "query Bad { nothing }", "9": "query {", "10": "fragment F on User { id }"
            }
            """#,
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(
            try CatalogSchema.contract(in: folder, operations: "apollo.json").defects.map(\.description) == [
                "apollo.json:4:4: Bad: Query has no field nothing (at 2:3 of the document)"
            ])
        #expect(
            try CatalogSchema.contract(in: folder, operations: "relay.json").defects.map(\.description) == [
                "relay.json:3:51: #: 10: the fragment F is not used (at 1:1 of the document)",
                "relay.json:3:35: #: 9: expected a name, found the end (at 1:8 of the document)",
                "relay.json:3:3: Bad: Query has no field nothing (at 1:13 of the document)",
            ])
    }

    @Test(
        arguments: [
            (["id": "1"], []),
            (["id": "1", "whole": false], []),
            (
                ["id": "1", "whole": true],
                [
                    "POST /graphql query Who → 200 data.character.name: missing, but selected and not null (Character.name, schema.graphqls:19; selected at a.graphql:1:71)"
                ]
            ),
        ] as [(JSONLiteral, [String])])
    func defaultOfAVariableThatARegistrationLeavesOutDecidesNothing(
        _ variables: JSONLiteral, _ expected: [String]
    ) throws {
        let query =
            "query Who($id: ID!, $whole: Boolean = true) { character(id: $id) { id name @include(if: $whole) } }"
        let folder = try CatalogSchema.folder(["a.graphql": query])
        defer { try? FileManager.default.removeItem(at: folder) }
        mock.check(against: try CatalogSchema.contract(in: folder, operations: "a.graphql"))
        mock.addResponses(
            forPath: "/graphql", method: .post, when: .graphQL(operation: "Who", variables: variables),
            responses: [.json(#"{"data": {"character": {"id": "1"}}}"#)])
        #expect(failures == expected)
    }

    @Test func aFolderMayHaveTheExtensionOfAFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "graphql-\(UUID().uuidString).graphql")
        let inner = folder.appendingPathComponent("users.graphql")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("type Query { user: User }".utf8).write(to: folder.appendingPathComponent("query.graphql"))
        try Data("type User { id: ID }".utf8).write(to: inner.appendingPathComponent("user.graphql"))
        let contract = try GraphQLContract(contentsOf: folder, strict: true)
        #expect(contract.types.type("User")?.fields.map(\.name) == ["id"])
    }

    @Test func anIntegerAsAnIDHasWordsOfItsOwn() async throws {
        mock.check(against: contract)
        answer(#"{"data": {"viewer": {"id": 1, "nme": "A", "name": "A"}}}"#)
        _ = try await post(query("query Viewer { viewer { id name } }"))
        let warnings = problems.map { $0.text.split(separator: "\n").map(String.init) }
        #expect(
            warnings.map(\.first) == [
                "HTTPMock: the response to request 1 has names that the contract does not document",
                "HTTPMock: the response to request 1 has integers as IDs",
            ])
        #expect(
            warnings.last?.last
                == "  To fix this, write the IDs as strings, or choose undocumentedProperties: .fail or .allow.")
    }

    @Test func coverageCountsAnswers() async throws {
        mock.check(against: contract)
        answer(#"{"data": {"count": 1}}"#)
        _ = try await post(query("{ count }"))
        let response = contract.coverage.responses.first { $0.operation == "Query.count" && $0.status == "data" }
        #expect(response?.state == .requested)
    }

    @Test func eachAnswerOfARegistrationCountsOnceInTheCoverage() throws {
        let folder = try CatalogSchema.folder(["a.graphql": "query Viewer { viewer { id } }"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let contract = try CatalogSchema.contract(in: folder, operations: "a.graphql")
        mock.check(against: contract)
        let data = #"{"data": {"viewer": {"id": "1"}}}"#
        mock.addResponses(
            forPath: "/graphql", method: .post, when: .graphQL(operation: "Viewer"),
            responses: [.json(data), .json(#"{"errors": [{"message": "down"}]}"#), .json(data)])
        let responses = contract.coverage.responses
        #expect(responses.map(\.status) == ["data", "errors"])
        #expect(responses.map(\.mockedCount) == [1, 1])
    }
}
