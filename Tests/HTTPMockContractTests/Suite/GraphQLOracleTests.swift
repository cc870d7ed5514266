import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Verdicts and answers for GraphQL documents that graphql-core judges as well, if a file is named;
/// `.ci/graphql-oracle` names it.
@Suite(.enabled(if: GraphQLOracleCases.given != nil))
struct GraphQLOracleTests {
    @Test func writesVerdictsAndAnswers() async throws {
        let file = try URL(fileURLWithPath: #require(GraphQLOracleCases.given))
        var cases = GraphQLOracleCases()
        var lines: [String] = []
        for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
            lines.append(try await cases.result(of: JSONValue(parsing: Data(line))).text)
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file.appendingPathExtension("results"))
    }
}

/// The schemas of the cases, each with a mock that answers from it.
struct GraphQLOracleCases {
    /// The file that the environment names.
    static let given = ProcessInfo.processInfo.environment["GRAPHQL_CASES"]

    private struct Service {
        let contract: GraphQLContract
        let mock: HTTPMock
    }

    private static let url = "https://api.example.com/graphql"
    /// The violations of a request, which a document alone does not have.
    private static let otherKeywords: Set = ["VariableValues", "OperationName"]

    private var services: [String: Service] = [:]

    /// Returns the violations of a document, and the answer to it if it has none.
    mutating func result(of test: JSONValue) async throws -> JSONValue {
        let service = try service(test["schema"]?.string ?? "")
        let document = test["document"]?.string ?? ""
        let violations = service.contract.violations(ofOperation: document)
        let ofDocument = violations.filter { !Self.otherKeywords.contains($0.keyword) }
        var result: JSONObject = ["violations": .array(ofDocument.map(Self.place))]
        if violations.isEmpty { result["answer"] = try await Self.answer(to: document, service.mock) }
        return .object(result)
    }

    private mutating func service(_ path: String) throws -> Service {
        if let known = services[path] { return known }
        let contract = try GraphQLContract(contentsOf: URL(fileURLWithPath: path))
        let mock = HTTPMock()
        mock.registerExamples(from: contract, at: Self.url)
        let service = Service(contract: contract, mock: mock)
        services[path] = service
        return service
    }

    private static func place(of violation: ContractViolation) -> JSONValue {
        .object([
            "rule": .string(violation.keyword), "line": number(violation.documentLine),
            "column": number(violation.documentColumn), "message": .string(violation.message),
        ])
    }

    private static func number(_ value: Int?) -> JSONValue {
        value.map { JSONValue.number(JSONNumber($0)) } ?? .null
    }

    private static func answer(to document: String, _ mock: HTTPMock) async throws -> JSONValue {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["query": document])
        let (body, _) = try await mock.data(for: request)
        return try JSONValue(parsing: body)
    }
}
