import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Verdicts for GraphQL schemas, documents and answers that graphql-core judges as well, if a file is named;
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

/// Cases about one schema at a time: the schema itself, or a document with variables and answers.
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

    private var services: [String: Result<Service, any Error>] = [:]

    /// Returns what is found: in a schema that is a text or a file, or in a document.
    mutating func result(of test: JSONValue) async throws -> JSONValue {
        if let text = test["text"]?.string { return Self.defects { try GraphQLContract(Data(text.utf8)) } }
        let service = service(test["schema"]?.string ?? "")
        guard let document = test["document"]?.string else {
            return Self.defects { try service.get().contract }
        }
        return try await Self.result(of: document, test, service.get())
    }

    private mutating func service(_ path: String) -> Result<Service, any Error> {
        if let known = services[path] { return known }
        let service = Result {
            let contract = try GraphQLContract(contentsOf: URL(fileURLWithPath: path))
            let mock = HTTPMock()
            mock.registerExamples(from: contract, at: Self.url)
            return Service(contract: contract, mock: mock)
        }
        services[path] = service
        return service
    }

    /// Returns the defects of a schema, or the error that refuses it.
    private static func defects(_ load: () throws -> GraphQLContract) -> JSONValue {
        do {
            let found = try load().defects.map { defect in
                JSONValue.object([
                    "line": number(defect.line), "column": number(defect.column), "reason": .string(defect.reason),
                    "isNote": .bool(defect.severity == .note),
                ])
            }
            return .object(["defects": .array(found)])
        } catch {
            return .object(["error": .string("\(error)")])
        }
    }

    private static func result(
        of document: String, _ test: JSONValue, _ service: Service
    ) async throws -> JSONValue {
        let variables = Data((test["variables"] ?? .object([:])).text.utf8)
        let violations = service.contract.violations(ofOperation: document, variables: variables)
        let ofDocument = violations.filter { !otherKeywords.contains($0.keyword) }
        var result: JSONObject = ["violations": .array(ofDocument.map(place))]
        if let answers = test["answers"]?.elements {
            result["answers"] = .array(
                answers.map { answer in
                    let json = Data(answer.text.utf8)
                    let found = service.contract.violations(of: json, to: document, variables: variables)
                    return .array(found.map(message))
                })
        }
        guard violations.isEmpty else { return .object(result) }
        let request = try request(document, test["variables"] ?? .object([:]))
        let (body, response) = try await service.mock.data(for: request)
        result["answer"] = try JSONValue(parsing: body)
        if let limit = test["variants"].flatMap({ Int($0.text) }), limit > 0 {
            let answered = AnsweredResponse(
                status: (response as? HTTPURLResponse)?.statusCode ?? 0,
                headers: ["Content-Type": response.mimeType ?? ""], body: body)
            result["variants"] = .array(try await variants(of: request, answered, service.contract, limit))
        }
        return .object(result)
    }

    private static func place(of violation: ContractViolation) -> JSONValue {
        .object([
            "rule": .string(violation.keyword), "line": number(violation.documentLine),
            "column": number(violation.documentColumn), "message": .string(violation.message),
        ])
    }

    private static func message(of violation: ContractViolation) -> JSONValue {
        .object([
            "message": .string("\(violation)"), "isUndocumented": .bool(violation.isUndocumented),
        ])
    }

    private static func number(_ value: Int?) -> JSONValue {
        value.map { JSONValue.number(JSONNumber($0)) } ?? .null
    }

    private static func request(_ document: String, _ variables: JSONValue) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(JSONValue.object(["query": .string(document), "variables": variables]).text.utf8)
        return request
    }

    /// Returns the bodies that a sweep serves instead of an answer.
    private static func variants(
        of request: URLRequest, _ answer: AnsweredResponse, _ contract: GraphQLContract, _ limit: Int
    ) async throws -> [JSONValue] {
        let mocked = MockRequest(request, url: try #require(URL(string: url)), body: request.httpBody ?? Data())
        let made = contract.variants(of: mocked, server: url, answer: answer, limit: limit)
        var values: [JSONValue] = []
        for variant in made.variants {
            let mock = HTTPMock()
            mock.addResponses(forURL: url, responses: [variant.response])
            let (body, _) = try await mock.data(for: request)
            values.append(.object(["name": .string(variant.name), "value": try JSONValue(parsing: body)]))
        }
        return values
    }
}
