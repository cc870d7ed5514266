import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct ContractInspectorTests {
    private let mock: HTTPMock

    init() {
        mock = HTTPMock()
        mock.hasSummary = true
    }

    private func failures(_ mock: HTTPMock) -> [String] {
        ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems.filter { !$0.isWarning }.map(\.text)
    }

    private func status(of url: String) async throws -> Int? {
        let request = URLRequest(url: try #require(URL(string: url)))
        return (try await mock.data(for: request).1 as? HTTPURLResponse)?.statusCode
    }

    // MARK: Known problems

    private static let drifting = MockResponse.json(#"{"id": "a", "name": "Rex"}"#)

    /// Registers two equal responses that break the contract of pets, before or after the checks.
    @Test(arguments: [true, false])
    func reportAtTheRequestListsEachProblemOnce(isRegisteredFirst: Bool) async throws {
        let inspector = mock.insert(ifMissing: ContractInspector())
        let other =
            #"{"openapi": "3.1.0", "servers": [{"url": "https://b.com"}], "paths": {"/x": {"get": {"responses": {"200": {}}}}}}"#
        let register = {
            mock.addResponses(
                forPath: "/v1/pets/7", host: "eu.example.com", method: .get, responses: [Self.drifting, Self.drifting])
        }
        if isRegisteredFirst { register() }
        mock.check(against: try Petstore.contract())
        if !isRegisteredFirst { register() }
        mock.check(against: try APIContract(Data(other.utf8)), optional: true)
        let url = try #require(URL(string: "https://eu.example.com/v1/pets/7"))
        _ = try await mock.data(for: URLRequest(url: url))
        let record = try #require(mock.requests.first)
        let report = try #require(inspector.completed(record).first?.text)
        #expect(report.components(separatedBy: "body.id: expected integer").count == 2, "\(report)")
    }

    // MARK: Credentials

    private static func secured(_ title: String) throws -> APIContract {
        let document = """
            {"openapi": "3.1.0", "info": {"title": "\(title)", "version": "1"}, "servers": [{"url": "https://a.com"}],
             "security": [{"\(title)": []}], "paths": {"/x": {"get": {"responses": {"200": {}, "401": {}}}}},
             "components": {"securitySchemes": {"\(title)": {"type": "apiKey", "in": "header", "name": "X-\(title)"}}}}
            """
        return try APIContract(Data(document.utf8))
    }

    @Test(arguments: [true, false])
    func refusalOfOneContractExcusesNoCredentialsOfAnother(isFirst: Bool) async throws {
        if isFirst { mock.check(against: try Self.secured("One"), refusesInvalidRequests: true) }
        mock.check(against: try Self.secured("Two"))
        if !isFirst { mock.check(against: try Self.secured("One"), refusesInvalidRequests: true) }
        #expect(try await status(of: "https://a.com/x") == 401)
        let texts = failures(mock).joined(separator: "\n")
        #expect(texts.contains("expected the credentials header X-One, got none"))
        #expect(texts.contains("expected the credentials header X-Two, got none"))
    }

    @Test func registeredRefusalExcusesTheCredentialsOfEachContract() async throws {
        mock.check(against: try Self.secured("One"), refusesInvalidRequests: true)
        mock.check(against: try Self.secured("Two"))
        mock.addResponses(forPath: "/x", host: "a.com", method: .get, responses: [.status(.unauthorized)])
        #expect(try await status(of: "https://a.com/x") == 401)
        #expect(failures(mock) == [])
    }

    // MARK: Unused contracts

    private func servers(ofUnused document: String) throws -> String? {
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.check(against: try APIContract(Data(document.utf8)))
        let text = mock.insert(ifMissing: ContractInspector()).problemsOfUnusedContracts.first?.text
        let beginning = "  the contract's servers: "
        let line = text?.split(separator: "\n").first { $0.hasPrefix(beginning) }
        return line.map { String($0.dropFirst(beginning.count)) }
    }

    private static func servers(_ urls: String...) -> String {
        #""servers": [\#(urls.map { #"{"url": "\#($0)"}"# }.joined(separator: ","))]"#
    }

    private static func document(_ servers: String, _ paths: String) -> String {
        #"{"openapi": "3.1.0", \#(servers), "paths": {\#(paths)}}"#
    }

    private static let unused: [(document: String, servers: String)] = [
        (
            document(
                #""tags": []"#,
                #""/x": {\#(servers("https://a.com")), "get": {}}, "/y": {\#(servers("https://a.com", "https://b.com"))}"#
            ),
            "https://a.com, https://b.com"
        ),
        (document(#""tags": []"#, #""/x": {"get": {\#(servers("https://a.com"))}}"#), "https://a.com"),
        (
            document(servers("https://a.com"), #""/x": {"get": {}}, "/y": {"get": {\#(servers("https://b.com"))}}"#),
            "https://a.com, https://b.com"
        ),
        (document(#""tags": []"#, #""/x": {"get": {}}, "/y": {"get": {\#(servers("https://b.com"))}}"#), "any"),
    ]

    @Test(arguments: unused)
    func reportOfAnUnusedContractListsTheServersOfItsOperations(document: String, expected: String) throws {
        #expect(try servers(ofUnused: document) == expected)
    }

    @Test func reportOfAnUnusedContractCountsTheServersThatItLeavesOut() throws {
        let urls = (1...12).map { "https://h\($0).com" }
        let paths = urls.enumerated().map { #""/\#($0 + 10)": {\#(Self.servers($1)), "get": {}}"# }
        let listed = urls.prefix(10).joined(separator: ", ")
        #expect(
            try servers(ofUnused: Self.document(#""tags": []"#, paths.joined(separator: ",")))
                == "\(listed), and 2 more")
    }
}
