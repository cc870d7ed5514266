import Foundation
import HTTPMock
import TestSupport
import Testing

@testable import HTTPMockContract
@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The media types and statuses of answers.
@Suite(.bounded)
struct GraphQLResponseTests {
    private static func problems(
        of json: String, _ status: Int, _ type: String, to query: String = "{ count }"
    ) throws -> [ContractProblem] {
        let checker = GraphQLChecker(
            contract: try #require(CatalogSchema.contract), undocumented: .warn, endpoint: nil)
        let request = CheckedRequest(
            method: "POST", url: RequestURL("https://api.example.com/graphql"),
            fields: ["Content-Type": "application/json"],
            body: Data(#"{"query": \#(JSONValue.string(query).text)}"#.utf8))
        let response = CheckedResponse(status: status, headers: ["Content-Type": type], body: Data(json.utf8))
        return checker.problems(of: response, to: request, checker.match(request))
    }

    @Test(arguments: [
        (100, false), (204, false), (302, false), (400, true), (422, true), (500, true), (599, true), (600, false),
    ]) func statusOfAnAnswerWithoutDataIsThatOfAnError(_ status: Int, _ isValid: Bool) throws {
        let problems = try Self.problems(
            of: #"{"errors": [{"message": "a"}]}"#, status, "application/graphql-response+json")
        let expected =
            "POST /graphql query → \(status): an answer without data needs a status of 4xx or 5xx, got \(status)"
        #expect(problems.map(\.text) == (isValid ? [] : [expected]))
    }

    @Test(arguments: [
        ("text/event-stream", "{ count }", 1), ("multipart/mixed; boundary=\"-\"", "{ count }", 1),
        ("text/event-stream", "subscription { added { id } }", 0),
        ("multipart/mixed; boundary=\"-\"", "{ count ... @defer { viewer { id } } }", 0),
    ]) func streamThatNoOperationAsksForIsNamedAsUnchecked(_ type: String, _ query: String, _ count: Int) throws {
        let problems = try Self.problems(of: "event: next", 200, type, to: query)
        let name = type.prefix { $0 != ";" }
        let text = "POST /graphql query → 200: \(name), which is a stream, so the answer is not checked"
        #expect(
            problems == Array(repeating: ContractProblem(text: text, isWarning: true, isUnchecked: true), count: count))
        #expect(try Self.problems(of: "event: next", 502, type, to: query) == [])
    }

    @Test func streamIsAWarning() async throws {
        let mock = HTTPMock()
        mock.hasSummary = true
        mock.check(against: try #require(CatalogSchema.contract))
        mock.addResponses(
            forURL: "https://api.example.com/graphql",
            responses: [.data(Data("event: next".utf8), contentType: "text/event-stream")])
        var request = URLRequest(url: try #require(URL(string: "https://api.example.com/graphql")))
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"query": "{ count }"}"#.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        _ = try await mock.data(for: request)
        let problems = ScopeSummary(mock, in: .swiftTesting, allowsUnused: true).problems
        #expect(problems.map(\.isWarning) == [true])
        let lines = problems.flatMap { $0.text.split(separator: "\n") }
        #expect(
            lines.prefix(2) == [
                "HTTPMock: the response to request 1 is not checked",
                "  POST /graphql query → 200: text/event-stream, which is a stream, so the answer is not checked",
            ])
        #expect(
            lines.last
                == "  To fix this, answer with JSON, or mark the response .offContract() if it is not to be checked.")
    }
}
