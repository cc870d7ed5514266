import Foundation
import HTTPMock

/// A request or a registration for a GraphQL service, with its operations.
final class GraphQLMatch: Sendable {
    /// The request; nil for a registration.
    let request: GraphQLRequest?
    let operations: [CheckedOperation]
    /// The reason why the operation of a registration is not known; nil for others.
    private let unknownOperation: String?
    private let address: String

    init(path: String, method: String, _ request: GraphQLRequest?, _ operations: [CheckedOperation]) {
        address = "\(method) \(path)"
        self.request = request
        self.operations = operations
        unknownOperation = nil
    }

    init(path: String, method: String, unknownOperation reason: String) {
        address = "\(method) \(path)"
        request = nil
        operations = []
        unknownOperation = reason
    }

    var isBatch: Bool { request?.isBatch ?? false }

    /// Returns an operation of a batch; without an index, the first or only operation.
    func operation(_ index: Int?) -> CheckedOperation? {
        let index = index ?? 0
        return operations.indices.contains(index) ? operations[index] : nil
    }

    /// Returns the beginning of messages: `POST /graphql query Viewer`, in a batch `POST /graphql[1] query Viewer`.
    ///
    /// A long name of an operation is cut off.
    func name(of index: Int?) -> String {
        var name = address
        if isBatch, let index { name += "[\(index)]" }
        if let operation = operation(index)?.name { name += " \(operation.short)" }
        return name
    }

    /// The problem of a registration whose operation is not known; nil for others.
    var problemOfName: ContractProblem? {
        unknownOperation.map { ContractProblem(text: "\(name(of: nil)): \($0)") }
    }

    /// The key of an answer that was checked at its registration; nil if it has to be checked again.
    ///
    /// Where variables decide which fields an answer has, the variables of each request may allow other answers.
    var checkedKey: String? {
        guard !isBatch, unknownOperation == nil, let only = operations.first, let document = only.document,
            !document.hasConditions
        else { return nil }
        return "\(only.name ?? "") \(document.tokens)"
    }

    /// A breach of the request.
    struct RequestIssue {
        /// The index of the operation; nil for the request as a whole.
        let index: Int?
        let issue: GraphQLIssue
    }

    /// The breaches of the request: that of the request as a whole, or else those of its operations.
    var requestIssues: [RequestIssue] {
        if let issue = request?.issue { return [RequestIssue(index: nil, issue: issue)] }
        var found = operations.enumerated().flatMap { index, operation in
            operation.issues.map { RequestIssue(index: index, issue: $0) }
        }
        if request?.method == "GET", let index = operations.firstIndex(where: { $0.operation?.kind == .mutation }) {
            let reason = "a mutation is not allowed by GET, only by POST"
            let issue = GraphQLIssue(rule: GraphQLIssue.transport, message: reason, status: 405)
            found.append(RequestIssue(index: index, issue: issue))
        }
        return found
    }

    /// Returns the answer to an invalid request; nil for a valid one.
    ///
    /// An undocumented name makes a request invalid only if undocumented names fail.
    func answerToInvalid(_ undocumented: UndocumentedProperties) -> MockResponse? {
        let failures = requestIssues.filter { !$0.issue.isUndocumented || undocumented == .fail }
        guard let first = failures.first else { return nil }
        let errors = failures.prefix(ContractChecker.listLimit).map { failure -> JSONValue in
            let issue = failure.issue
            let place = issue.path.isEmpty ? "" : "\(issue.path.text(after: "")): "
            var error: JSONObject = ["message": .string("\(place)\(issue.message)")]
            if let source = operation(failure.index)?.document?.source, let offset = issue.offset {
                let position = source.position(of: offset)
                let line = JSONValue.number(JSONNumber(position.line))
                error["locations"] = .array([
                    .object(["line": line, "column": .number(JSONNumber(position.column))])
                ])
            }
            return .object(error)
        }
        let accepts = request?.acceptsResponseType ?? false
        return .data(
            Data(JSONValue.object(["errors": .array(errors)]).text.utf8),
            status: MockResponse.Status(first.issue.status), lifetime: .eternal,
            contentType: accepts ? GraphQLRequest.responseType : "application/json")
    }
}
