import Foundation
import HTTPMock
import HTTPMockRecording
import TestSupport
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct ContractBindingTests {
    private let mock: HTTPMock
    private let contract: APIContract

    init() throws {
        mock = HTTPMock()
        mock.hasSummary = true
        contract = try Petstore.contract()
    }

    private func register(_ path: String, _ method: HTTPMock.HTTPMethod? = .get, _ response: MockResponse) -> UInt {
        mock.addResponses(forPath: "/v1\(path)", host: "eu.example.com", method: method, responses: [response])
        return #line - 1
    }

    /// The problems of the test's end, without those of unused responses.
    private var failures: [String] {
        ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems.filter { !$0.isWarning }
            .map(\.text.withoutLines)
    }

    private func get(_ path: String, _ method: String = "GET", _ body: String? = nil) async throws -> (String, Int) {
        var request = URLRequest(url: try #require(URL(string: "https://eu.example.com/v1\(path)")))
        request.httpMethod = method
        request.setValue("trace", forHTTPHeaderField: "X-Trace")
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await mock.data(for: request)
        return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode ?? 0)
    }

    private static func badId(_ subject: String, _ line: UInt) -> String {
        """
        HTTPMock: \(subject) breaks the contract
          GET /v1/pets/7 → 200 application/json body.id: expected integer, got string "a" (#/components/schemas/Pet/properties/id)
          registered at ContractBindingTests.swift:\(line)
          To fix this, correct the response, or mark it .offContract() if it breaks the contract on purpose.
        """
    }

    @Test func driftingResponseIsReportedWhereItIsRegistered() {
        mock.check(against: contract)
        let line = register("/pets/7", .get, .json(#"{"id": "a", "name": "Rex"}"#))
        #expect(failures == [Self.badId("a registered response", line)])
        #expect(mock.problems.first?.location?.line == line)
    }

    @Test func responseRegisteredBeforeTheCheckIsReported() {
        let line = register("/pets/7", .get, .json(#"{"id": "a", "name": "Rex"}"#))
        #expect(failures == [])
        mock.check(against: contract)
        #expect(failures == [Self.badId("a registered response", line)])
    }

    @Test func playedResponseOfACassetteIsChecked() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har")
        defer { try? FileManager.default.removeItem(at: file) }
        let entry = """
            {"request": {"method": "GET", "url": "https://eu.example.com/v1/pets/7"}, "response": {"status": 200,
            "content": {"mimeType": "application/json", "text": "{\\"id\\": \\"a\\", \\"name\\": \\"Rex\\"}"}}}
            """
        try Data(#"{"log": {"entries": [\#(entry)]}}"#.utf8).write(to: file)
        mock.insert(try Cassette(at: file, environment: [:]))
        mock.check(against: contract)
        #expect(failures == [])

        #expect(try await get("/pets/7").1 == 200)
        let violation = """
            HTTPMock: the response to request 1 breaks the contract
              GET /v1/pets/7 → 200 application/json body.id: expected integer, got string "a" (#/components/schemas/Pet/properties/id)
              played from GET https://eu.example.com/v1/pets/7 (\(file.lastPathComponent), entry 1)
              To fix this, record the response again, or correct the contract.
            """
        #expect(failures == [violation])
    }

    @Test func fileIsCheckedWhenItIsRegistered() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        try Data(#"{"id": "a", "name": "Rex"}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        mock.check(against: contract)
        let line = register("/pets/7", .get, .file(url: file))
        #expect(failures == [Self.badId("a registered response", line)])
    }

    @Test func builtRegistrationsAreChecked() {
        mock.check(against: contract)
        mock.registerResponses(host: "eu.example.com") {
            Path("/v1/pets/7", method: .get) { MockResponse.status(.internalServerError) }
        }
        #expect(
            mock.problems.map(\.text).first?.contains(
                "GET /v1/pets/7 → 500: not documented, only 200 and 404 are") == true)
    }

    @Test func responseThatOnlyAnotherContractAllowsIsReportedWhenItServes() async throws {
        let named = Petstore.document.replacing(
            #""name": {"type": "string", "nullable": true}"#, with: #""name": {"type": "integer"}"#)
        mock.check(against: contract, server: "https://eu.example.com:8443/v1")
        mock.check(against: try APIContract(Data(named.utf8)), server: "https://eu.example.com:9443/v1")
        _ = register("/pets/7", .get, .json(#"{"id": 7, "name": "Rex"}"#))
        #expect(failures.isEmpty)
        _ = try await mock.urlSession.data(from: #require(URL(string: "https://eu.example.com:9443/v1/pets/7")))
        #expect(failures.count == 1)
        #expect(failures.first?.contains("body.name: expected integer, got string \"Rex\"") == true)
    }

    @Test func fileThatChangesAfterItsRegistrationIsCheckedWhenItServes() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"id": 7, "name": "Rex"}"#.utf8).write(to: file)
        mock.check(against: contract)
        let line = register("/pets/7", .get, .file(url: file))
        #expect(failures.isEmpty)
        try Data(#"{"id": "a", "name": "Rex"}"#.utf8).write(to: file)
        _ = try await get("/pets/7")
        #expect(failures == [Self.badId("the response to request 1", line)])
    }

    @Test func handlerIsCheckedWhenItServes() async throws {
        mock.check(against: contract)
        let line = register("/pets/7", .get, .handler { _ in .json(#"{"id": "a", "name": "Rex"}"#) })
        #expect(failures == [])
        _ = try await get("/pets/7")
        _ = try await get("/pets/7")
        #expect(failures == [Self.badId("the response to request 1", line)])
    }

    @Test func streamIsCheckedAtItsEnd() async throws {
        mock.check(against: contract)
        let chunks = [#"{"id": "#, #""a", "name": "Rex"}"#].map { Data($0.utf8) }
        let response = MockResponse.stream(
            AsyncStream { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            }, headers: ["Content-Type": "application/json"])
        let line = register("/pets/7", .get, response)
        #expect(failures == [])
        _ = try await get("/pets/7")
        #expect(failures == [Self.badId("the response to request 1", line)])
    }

    @Test func patternIsCheckedWhenItServes() async throws {
        mock.check(against: contract)
        let line = register("/pets/*", nil, .json(#"{"id": "a", "name": "Rex"}"#))
        #expect(failures == [])
        _ = try await get("/pets/7")
        #expect(failures == [Self.badId("the response to request 1", line)])
    }

    @Test func offContractResponseIsExempt() async throws {
        mock.check(against: contract)
        _ = register("/pets/7", .get, MockResponse.html("<h1>500</h1>", status: .internalServerError).offContract())
        _ = register("/pets/8", .get, .handler { _ in MockResponse.html("no", status: .badGateway).offContract() })
        #expect(try await get("/pets/7").1 == 500)
        #expect(try await get("/pets/8").1 == 502)
        #expect(failures == [])
    }

    @Test func invalidRequestIsAnIssueOfItsTest() async throws {
        mock.check(against: contract)
        _ = register("/pets", .post, .json(#"{"id": 1, "name": "Rex"}"#, status: .created))
        #expect(try await get("/pets", "POST", #"{"name": "Rex"}"#).1 == 201)
        #expect(
            failures == [
                """
                HTTPMock: request 1 breaks the contract
                  POST /v1/pets request application/json body.password: missing, but required (#/components/schemas/Pet)
                  To fix this, correct the code that makes the request, because the service would refuse it.
                """
            ])
        #expect(mock.problems.map(\.location) == [nil])
    }

    @Test func refusedRequestUsesNoResponse() async throws {
        mock.check(against: contract, refusesInvalidRequests: true)
        _ = register("/pets", .post, .json(#"{"id": 1, "name": "Rex"}"#, status: .created))
        let (text, status) = try await get("/pets", "POST", #"{"name": "Rex"}"#)
        #expect(status == 422)
        #expect(text.withoutLines == failures.first)
        #expect(mock.unusedResponses.count == 1)
        #expect(try await get("/pets", "POST", #"{"name": "Rex", "password": "x"}"#).1 == 201)
        #expect(mock.unusedResponses.isEmpty)
    }

    /// A contract whose operation documents 400, and another one that documents `default` only.
    private static func refusing() throws -> APIContract {
        try APIContract(
            Data(
                #"""
                {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://eu.example.com/v1"}],
                 "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "integer"}}}},
                   "responses": {"200": {}, "400": {}}}},
                  "/b": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "integer"}}}},
                   "responses": {"200": {}, "default": {}}}}}}
                """#.utf8))
    }

    @Test(arguments: [
        ("/a", 400, true), ("/a", 200, false), ("/b", 400, false), ("/b", 200, false),
    ])
    func documentedRefusalExpectsTheProblemsOfItsRequest(_ path: String, _ status: Int, _ isExpected: Bool) async throws
    {
        mock.check(against: try Self.refusing())
        _ = register(path, .post, .status(MockResponse.Status(status)))
        #expect(try await get(path, "POST", #""a""#).1 == status)
        #expect(failures.isEmpty == isExpected, "\(failures)")
        // A valid request has no problem, whatever answers it.
        _ = register(path, .post, .status(MockResponse.Status(status)))
        _ = try await get(path, "POST", "1")
        #expect(failures.count == (isExpected ? 0 : 1))
    }

    @Test func refusalThatIsNotRegisteredExpectsNothing() async throws {
        mock.check(against: try Self.refusing(), refusesInvalidRequests: true)
        #expect(try await get("/a", "POST", #""a""#).1 == 422)
        #expect(failures.count == 1)
        // A registered refusal is served instead of the answer of the contract.
        _ = register("/a", .post, .status(.badRequest))
        #expect(try await get("/a", "POST", #""b""#).1 == 400)
        #expect(failures.count == 1)
        #expect(mock.unusedResponses.isEmpty)
    }

    @Test func undocumentedMembersAreNoFailureUnlessChosen() {
        let reports = InterceptedReports(containing: "body.staus: not documented")
        mock.hasSummary = false
        _ = register("/pets/7", .get, .json(#"{"id": 1, "name": "Rex", "staus": "sold"}"#))
        mock.check(against: contract)
        #expect(failures == [])
        #expect(reports.texts.count == 1)
        mock.check(against: contract, undocumentedProperties: .fail)
        #expect(failures.count == 1)
    }

    @Test func otherHostsAndUnmockedAnswersAreLeftAlone() async throws {
        mock.check(against: contract)
        mock.addResponses(forPath: "/anything", host: "other.com", method: .get, responses: [.json("[]")])
        #expect(try await get("/pets/mine").1 == 404)
        #expect(failures == [])
    }

    /// The second contract wants a number as name, the first one a string.
    @Test func everyContractOfTheServerCounts() async throws {
        let second = Petstore.document.replacing(
            #""name": {"type": "string", "nullable": true}"#, with: #""name": {"type": "integer"}"#)
        mock.check(against: contract)
        mock.check(against: try APIContract(Data(second.utf8)))
        _ = register("/pets/7", .get, .json(#"{"id": 7, "name": "Rex"}"#))
        #expect(failures.count == 1)
        #expect(failures.first?.contains(#"body.name: expected integer, got string "Rex""#) == true)
        _ = register("/pets/8", .get, .handler { _ in .json(#"{"id": 7, "name": "Rex"}"#) })
        _ = try await get("/pets/8")
        #expect(failures.count == 2)
    }

    @Test func missingCredentialsAreReportedUnlessTheRequestIsRefused() async throws {
        let secured = Petstore.document.replacing(
            #""paths": {"#, with: #""security": [{"login": []}], "paths": {"#
        )
        .replacing(
            #""schemas": {"#, with: #""securitySchemes": {"login": {"type": "http", "scheme": "bearer"}}, "schemas": {"#
        )
        .replacing(#""404": {}"#, with: #""404": {}, "401": {}"#)
        mock.check(against: try APIContract(Data(secured.utf8)))
        _ = register("/pets/7", .get, .status(.unauthorized))
        _ = try await get("/pets/7")
        #expect(failures == [])
        _ = register("/pets/8", .get, .json(#"{"id": 8, "name": "Rex"}"#))
        _ = try await get("/pets/8")
        #expect(
            failures == [
                """
                HTTPMock: request 2 breaks the contract
                  GET /v1/pets/8 request: expected the credentials Authorization: Bearer, got none (#/security)
                  To fix this, correct the code that makes the request, because the service would refuse it.
                """
            ])
    }

    @Test func requestWithoutCredentialsIsRefusedWith401() async throws {
        let secured = Petstore.document.replacing(
            #""paths": {"#, with: #""security": [{"login": []}], "paths": {"#
        )
        .replacing(
            #""schemas": {"#, with: #""securitySchemes": {"login": {"type": "http", "scheme": "bearer"}}, "schemas": {"#
        )
        .replacing(#""404": {}"#, with: #""404": {}, "401": {}"#)
        mock.check(against: try APIContract(Data(secured.utf8)), refusesInvalidRequests: true)
        // A registered refusal is served, without an issue.
        _ = register("/pets/7", .get, .status(.unauthorized))
        #expect(try await get("/pets/7").1 == 401)
        #expect(failures == [])
        #expect(mock.unusedResponses.isEmpty)
        // Another response is not used, and the credentials come before the body.
        _ = register("/pets", .post, .json(#"{"id": 1, "name": "Rex"}"#, status: .created))
        let (text, status) = try await get("/pets", "POST", #"{"name": 5, "password": "x"}"#)
        #expect(status == 401)
        #expect(
            text.withoutLines == """
                HTTPMock: request 2 breaks the contract
                  POST /v1/pets request: expected the credentials Authorization: Bearer, got none (#/security)
                  To fix this, correct the code that makes the request, because the service would refuse it.
                """)
        #expect(failures.contains(text.withoutLines))
        #expect(mock.unusedResponses.count == 1)
    }

    private var unused: [Problem] {
        mock.insert(ifMissing: ContractInspector()).problemsOfUnusedContracts
    }

    @Test func contractThatAppliesToNothingIsReported() async throws {
        mock.check(against: contract)
        let line = UInt(#line - 1)
        #expect(unused.map(\.location?.line) == [line])
        #expect(
            unused.map(\.text) == [
                """
                HTTPMock: nothing was checked against the contract "Pets 1", because it applies to no request and no response of the test
                  the contract's servers: https://{region}.example.com/v1
                  the hosts of the test: none
                  To fix this, make the code under test call the service, or write check(against: contract, optional: true).
                """
            ])
        mock.addResponses(forPath: "/x", host: "shop.example:8080", method: .get, responses: [.status(.ok)])
        _ = try await mock.data(for: URLRequest(url: #require(URL(string: "https://shop.example:8080/x"))))
        #expect(
            unused.map(\.text) == [
                """
                HTTPMock: nothing was checked against the contract "Pets 1", because it applies to no request and no response of the test
                  the contract's servers: https://{region}.example.com/v1
                  the hosts of the test: shop.example:8080
                  To fix this, if that is the service, give its server: check(against: contract, server: "https://shop.example:8080/v1"). If not every test calls the service, write check(against: contract, optional: true).
                """
            ])
        _ = register("/pets/mine", .get, .status(.noContent))
        #expect(unused == [])
    }

    @Test func fixOfAWrongServerHasTheBasePathOfTheDocument() async throws {
        mock.check(against: contract, server: "https://staging.example.com")
        mock.addResponses(forPath: "/v1/x", host: "shop.example", method: .get, responses: [.status(.ok)])
        let text = try #require(unused.first?.text)
        #expect(text.contains("the contract's servers: staging.example.com\n"))
        #expect(text.contains("server: \"https://shop.example/v1\""))
    }

    @Test func requestAppliesTheContract() async throws {
        mock.check(against: contract)
        _ = register("/pets/*", nil, .json(#"{"id": 7, "name": "Rex"}"#))
        #expect(unused.count == 1)
        _ = try await get("/pets/7")
        #expect(unused == [])
    }

    @Test func optionalContractMayApplyToNothing() {
        mock.check(against: contract, optional: true)
        #expect(unused == [])
        mock.check(against: contract)
        #expect(unused.count == 1)
    }

    @Test func contractOfTheRequestsServerCounts() throws {
        let other =
            #"{"openapi": "3.1.0", "servers": [{"url": "https://b.com"}], "paths": {"/x": {"get": {"responses": {"200": {}}}}}}"#
        mock.check(against: contract)
        mock.check(against: try APIContract(Data(other.utf8)))
        mock.addResponses(forPath: "/x", host: "b.com", method: .get, responses: [.status(.ok)])
        _ = register("/pets/mine", .get, .status(.noContent))
        #expect(failures == [])
        mock.addResponses(forPath: "/y", host: "b.com", method: .get, responses: [.status(.ok)])
        #expect(failures.first?.contains("GET /y: not documented") == true)
    }

    @Test(arguments: ["http://a.com:80", "http://a.com:8080", "http://a.com"])
    func registrationWithoutAPortIsForTheServersPort(server: String) throws {
        let document =
            #"{"openapi": "3.1.0", "servers": [{"url": "\#(server)"}], "paths": {"/x": {"get": {"responses": {"200": {}}}}}}"#
        mock.check(against: try APIContract(Data(document.utf8)))
        mock.addResponses(forPath: "/x", host: "a.com", method: .get, responses: [.status(.notFound)])
        #expect(failures.count == 1)
    }

    @Test func largeFileIsCheckedWithoutItsBody() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        try FileHandle(forWritingTo: file).truncate(atOffset: 1 << 40)
        mock.check(against: contract)
        _ = register("/pets/7", .get, .file(url: file))
        #expect(failures == [])
        let line = register("/pets/8", .get, .file(url: file, status: .created))
        #expect(mock.problems.map(\.location?.line) == [line])
    }
}
