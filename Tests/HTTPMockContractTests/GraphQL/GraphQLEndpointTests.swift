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
struct GraphQLEndpointTests {
    @Test(arguments: [
        ("https://a.com/graphql", "https://a.com/graphql?query=1", true),
        ("https://a.com/graphql", "https://a.com/graphql/", true),
        ("https://a.com/graphql/", "https://a.com/graphql", true),
        ("https://a.com/graphql", "https://a.com/Graphql", false),
        ("https://a.com/graphql", "https://b.com/graphql", false),
        ("https://a.com", "https://a.com", true),
        ("https://a.com", "https://a.com/graphql", false),
        ("/graphql", "https://b.com/graphql", true),
        ("https://*.a.com/{version}/graphql", "https://api.a.com/v1/graphql", true),
        ("https://*.a.com/{version}/graphql", "https://api.a.com/graphql", false),
        ("https://**/graphql-*", "https://api.a.com/graphql-v1", true),
        ("https://a.com/caf%C3%A9", "https://a.com/caf%c3%a9", true),
    ])
    func aURLIsAPattern(_ pattern: String, _ url: String, _ expected: Bool) {
        #expect(GraphQLEndpoint(pattern).matches(RequestURL(url)) == expected)
    }

    @Test(arguments: [
        ("https://a.com/**/graphql", "https://a.com/upload", false),
        ("https://a.com/**/graphql", "https://a.com/graphql/upload", false),
        ("https://a.com/**/graphql", "https://a.com/graphql", true),
        ("https://a.com/**/graphql", "https://a.com/v1/eu/graphql", true),
        ("https://a.com/api/**", "https://a.com/api/v1/graphql", true),
    ])
    func whatFollowsTwoStarsCounts(_ pattern: String, _ url: String, _ expected: Bool) {
        #expect(GraphQLEndpoint(pattern).matches(RequestURL(url)) == expected)
    }

    @Test(arguments: [
        ("http://[::1]:8080/graphql", "http://[::1]:8080/graphql", true),
        ("http://[::1]/graphql", "http://[::1]:8080/graphql", true),
        ("http://[::1]:8080/graphql", "http://[::1]:9090/graphql", false),
        ("http://[::1]:8080/graphql", "http://[::2]:8080/graphql", false),
        ("http://a.com:8080/graphql", "http://a.com:8080/graphql", true),
        ("https://a.com:443/graphql", "https://a.com/graphql", true),
    ])
    func anAddressInBracketsIsAHost(_ pattern: String, _ url: String, _ expected: Bool) {
        #expect(GraphQLEndpoint(pattern).matches(RequestURL(url)) == expected)
    }

    // MARK: Several checks of one contract

    private static let graphQL = "https://api.example.com/graphql"
    private static let admin = "https://api.example.com/admin"

    /// Sends an operation whose answer has a member that was not selected.
    private static func send(to url: String, of mock: HTTPMock) async throws {
        mock.addResponses(
            forURL: url, responses: [.json(#"{"data": {"viewer": {"id": "1", "zzz": 1}}}"#)])
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"query": "query Viewer { viewer { id } }"}"#.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        _ = try await mock.data(for: request)
    }

    @Test(
        arguments: [
            ([(graphQL, .warn), (admin, .fail)], ["failure /admin", "warning /graphql"]),
            ([(graphQL, .fail), (graphQL, .allow)], []),
            ([(nil, .warn), (graphQL, .fail)], ["failure /graphql", "warning /admin"]),
            ([(graphQL, .fail), (nil, .warn)], ["warning /admin", "warning /graphql"]),
        ] as [([(String?, UndocumentedProperties)], [String])])
    func theLatestCheckForAURLCounts(_ checks: [(String?, UndocumentedProperties)], _ expected: [String]) async throws {
        let mock = HTTPMock()
        mock.hasSummary = true
        let contract = try #require(CatalogSchema.contract)
        for (url, undocumented) in checks {
            mock.check(against: contract, at: url, undocumentedProperties: undocumented)
        }
        try await Self.send(to: Self.graphQL, of: mock)
        try await Self.send(to: Self.admin, of: mock)
        let problems = ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems
        let found = problems.map { problem in
            let path = problem.text.contains("POST /admin query Viewer → 200 data.viewer.zzz") ? "/admin" : "/graphql"
            return "\(problem.isWarning ? "warning" : "failure") \(path)"
        }
        #expect(found.sorted() == expected, "\(problems)")
    }

    @Test func aContractThatAppliesAtOneOfItsURLsIsUsed() async throws {
        let mock = HTTPMock()
        mock.hasSummary = true
        let contract = try #require(CatalogSchema.contract)
        for url in [Self.graphQL, Self.admin] {
            mock.check(against: contract, at: url, undocumentedProperties: .allow)
        }
        let inspector = mock.insert(ifMissing: ContractInspector())
        let lines = inspector.problemsOfUnusedContracts.map { $0.text.split(separator: "\n").dropFirst().first }
        #expect(lines == ["  the contract's URL: \(Self.graphQL)", "  the contract's URL: \(Self.admin)"])
        try await Self.send(to: Self.admin, of: mock)
        #expect(inspector.problemsOfUnusedContracts.isEmpty)
    }
}
