import Foundation
import HTTPMock

/// Generated answers to the operations of requests for a GraphQL service.
package final class GraphQLExamples: ServiceExamples {
    private let contract: GraphQLContract
    private let settings: AnswerSettings
    private let checker: GraphQLChecker

    /// Creates the answers of a contract with the default settings.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - url: The URL of the service, with patterns as in `forURL:`.
    package convenience init(_ contract: GraphQLContract, at url: String = "/graphql") {
        self.init(contract, at: GraphQLEndpoint(url), AnswerSettings())
    }

    init(_ contract: GraphQLContract, at endpoint: GraphQLEndpoint, _ settings: AnswerSettings) {
        self.contract = contract
        self.settings = settings
        checker = GraphQLChecker(contract: contract, undocumented: .allow, endpoint: endpoint)
    }

    package var origins: [String] { [] }
    package var replacedExamples: [String] { [] }
    package var sampleRequests: [MockRequest] { [] }

    package var summary: String {
        let types = contract.types.types.count { !$0.place.isBuiltIn }
        let defects = contract.seriousDefects.count
        let summary = "GraphQL schema, \(types.counted("type")), at \(address)"
        guard defects > 0 else { return summary }
        return "\(summary), \(defects.counted("defect"))"
    }

    private var address: String { checker.endpoint?.description ?? "" }

    package func matches(_ request: MockRequest) -> Bool {
        guard case .graphQL = checker.match(CheckedRequest(request)) else { return false }
        return true
    }

    package func canAnswer(_ request: MockRequest) -> Bool { matches(request) }
    package func generates(_ request: MockRequest) -> Bool { matches(request) }

    package func answer(to request: MockRequest) -> ExampleAnswer {
        let checkedRequest = CheckedRequest(request)
        let advice = "To fix this, send POST \(address) with {\"query\": \"…\"}"
        guard checker.endpoint?.matches(checkedRequest.url) == true else {
            return .nothing("the GraphQL service answers at \(address). \(advice)")
        }
        guard case .graphQL(let match) = checker.match(checkedRequest) else {
            return .nothing("\(checkedRequest.name) has no query. \(advice)")
        }
        if let refusal = match.answerToInvalid(.allow) { return .response(refusal, "refused") }
        do {
            return .response(try generatedResponse(to: match, request), "generated")
        } catch {
            return .nothing(Redaction.text(of: error))
        }
    }

    /// Returns the response to a request; nil for a request that is not for the service.
    ///
    /// - Throws: `HTTPMockError` if the answer is too large or breaks the schema, and errors of the test's closures.
    func response(to request: MockRequest) throws -> MockResponse? {
        guard case .graphQL(let match) = checker.match(CheckedRequest(request)) else { return nil }
        return try match.answerToInvalid(.allow) ?? generatedResponse(to: match, request)
    }

    /// A document with more bytes is answered on a larger stack.
    private static let longText = 20_000

    private func generatedResponse(to match: GraphQLMatch, _ request: MockRequest) throws -> MockResponse {
        // A long operation may nest deeper than the caller's stack allows.
        let mayBeDeep = match.operations.compactMap(\.document).contains { $0.source.bytes.count > Self.longText }
        guard mayBeDeep else { return try makeResponse(to: match, request) }
        return try LargeStack.run { try self.makeResponse(to: match, request) }
    }

    private func makeResponse(to match: GraphQLMatch, _ request: MockRequest) throws -> MockResponse {
        let answers = try match.operations.indices.map { index in
            try answer(to: match.operations[index], match.name(of: index), request)
        }
        let body = match.isBatch ? JSONValue.array(answers) : answers.first ?? .null
        var type = "application/json"
        // Without data, `application/graphql-response+json` would need a status for errors.
        let hasData = answers.allSatisfy { $0["data"] != nil }
        if hasData, match.request?.acceptsResponseType == true { type = GraphQLRequest.responseType }
        return .data(Data(body.text.utf8), lifetime: .eternal, contentType: type)
    }

    private func answer(to checked: CheckedOperation, _ name: String, _ request: MockRequest) throws -> JSONValue {
        guard let document = checked.answeredDocument, let operation = checked.answeredOperation else {
            // After this error, a client of persisted queries sends the document.
            let code = JSONValue.object(["code": .string("PERSISTED_QUERY_NOT_FOUND")])
            let error = JSONValue.object(["message": .string("PersistedQueryNotFound"), "extensions": code])
            return .object(["errors": .array([error])])
        }
        guard let shape = checked.answeredShape else {
            throw HTTPMockError(
                "HTTPMock: \(name) is too large for a generated answer. To fix this, register a response.")
        }
        let arguments = ArgumentValues(operation, checked.variables)
        var maker = AnswerMaker(shape, arguments, settings, contract.types, request)
        let data: JSONValue
        do {
            data = try maker.data()
        } catch let failure as AnswerMaker.Failure {
            throw HTTPMockError(
                "HTTPMock: no answer to \(name) was made: \(failure.reason). To fix this, register a response.")
        }
        let found = checked.issues(ofAnswer: .object(["data": data]), at: [], contract)
        guard let issue = found.first(where: { !$0.isUndocumented }) else { return .object(["data": data]) }
        throw error(about: issue, document.source, name, maker.givenNames)
    }

    /// Returns the error about a value that breaks the schema, whether it was given or generated.
    private func error(
        about issue: GraphQLIssue, _ source: GraphQLSource, _ name: String, _ givenNames: [[PathStep]: String]
    ) -> HTTPMockError {
        let place = GraphQLPlace(of: issue, contract.types, source, isRequest: false)
        let text = ContractViolation(issue, at: place).text(of: "")
        var lines = ["HTTPMock: the generated answer to \(name) breaks the schema", "  \(text)"]
        // The location in `data` of the value, or of the nearest given value around it.
        var path = Array(issue.path.dropFirst())[...]
        while givenNames[Array(path)] == nil, !path.isEmpty { path.removeLast() }
        if let given = givenNames[Array(path)] {
            lines.append("  To fix this, correct \(given.quoted) of values:")
        } else {
            lines.append("  To fix this, give a value: values: [\((issue.coordinate ?? "Type.field").quoted): …]")
        }
        return HTTPMockError(lines.joined(separator: "\n"))
    }
}
