import Foundation
import HTTPMock

/// Checks requests and responses against a GraphQL contract.
///
/// Created for each check of a mock, and for generated answers, variants and recorded exchanges.
struct GraphQLChecker: ContractCheck {
    let contract: GraphQLContract
    let undocumented: UndocumentedProperties
    /// The URL of the service; nil if every GraphQL request is checked.
    let endpoint: GraphQLEndpoint?

    var id: ObjectIdentifier { ObjectIdentifier(contract) }
    var url: String? { endpoint?.description }
    var seriousDefects: [ContractDefect] { contract.seriousDefects }
    var strictLoading: String { "GraphQLContract(contentsOf: url, strict: true)" }

    func match(_ request: CheckedRequest) -> ContractMatch {
        if let endpoint, !endpoint.matches(request.url) { return .elsewhere }
        guard let read = GraphQLRequest(request, isAtURL: endpoint != nil, contract.known) else { return .elsewhere }
        let operations = read.items.map { CheckedOperation($0, contract) }
        return .graphQL(GraphQLMatch(path: request.url.path, method: request.method, read, operations))
    }

    /// Finds the client's operation that a registration's condition names; nil without such a condition.
    ///
    /// The match is nil too if the operations of the client are not known, or if the registration is for another URL.
    /// For a name that no operation of the client has, the match has a reason instead of an operation.
    func match(_ registration: MockRegistration) -> ContractMatch? {
        guard let expected = registration.graphQL, !contract.known.operations.isEmpty else { return nil }
        if let endpoint, !endpoint.matches(registration) { return nil }
        let method = registration.method?.rawValue ?? "POST"
        let path = registration.path ?? "/graphql"
        guard let known = contract.known.operation(expected.operation) else {
            let near = NearName.nearest(to: expected.operation, in: contract.known.operations.map(\.name))
            let reason = "the client has no operation \(expected.operation.short)\(NearName.hint(near))"
            return .graphQL(GraphQLMatch(path: path, method: method, unknownOperation: reason))
        }
        let operation = CheckedOperation(known: known, variables: expected.variables ?? [:])
        return .graphQL(GraphQLMatch(path: path, method: method, nil, [operation]))
    }

    func claimsPath(of registration: MockRegistration) -> Bool {
        if let endpoint { return endpoint.matches(registration) }
        return registration.graphQL != nil || registration.path?.hasSuffix("/graphql") == true
    }

    // MARK: Requests

    func problems(of request: CheckedRequest, _ match: ContractMatch) -> [ContractProblem] {
        guard case .graphQL(let match) = match else { return [] }
        let problems = match.requestIssues.compactMap { problem($0.issue, match, $0.index, status: nil) }
        let notes = match.operations.compactMap { operation in
            operation.note.map { note in
                ContractProblem(text: "\(match.name(of: nil)): \(note)", isWarning: true, isUnchecked: true)
            }
        }
        return problems + notes
    }

    /// Returns none, because a GraphQL schema documents no credentials.
    func securityProblems(
        of request: CheckedRequest, answeredWith status: Int?, _ match: ContractMatch
    ) -> [ContractProblem] { [] }

    /// Returns the answer to a request that is not valid, as GraphQL over HTTP has it; nil for a valid request.
    ///
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/#sec-Response)
    func answer(toInvalid match: ContractMatch, _ text: String) -> InvalidRequest? {
        guard case .graphQL(let match) = match, let answer = match.answerToInvalid(undocumented) else { return nil }
        return InvalidRequest(text, response: answer)
    }

    // MARK: Responses

    func problems(
        of response: CheckedResponse, to request: CheckedRequest, _ match: ContractMatch
    ) -> [ContractProblem] {
        guard case .graphQL(let match) = match else { return [] }
        if let problem = match.problemOfName { return [problem] }
        // The response to a request that is wrong as a whole is not checked, because it may answer no operation.
        if match.request?.issue != nil { return [] }
        let found = GraphQLResponse(response, match, contract).issues
        return found.compactMap { problem($0, match, $0.batchIndex, status: response.status) }
    }

    /// Returns the problem that an issue is for this mock; nil for an undocumented name that is allowed.
    ///
    /// - Parameters:
    ///   - issue: The issue.
    ///   - match: The match of the request.
    ///   - index: The index of the operation; nil for the first or only operation, and for the request as a whole.
    ///   - status: The status of the response; nil for an issue of the request.
    private func problem(
        _ issue: GraphQLIssue, _ match: GraphQLMatch, _ index: Int?, status: Int?
    ) -> ContractProblem? {
        if issue.isUndocumented, undocumented == .allow { return nil }
        let operation = match.operation(index)
        var document = operation?.document
        // The positions of a response's issues are those of the answered document.
        if status != nil { document = operation?.answeredDocument }
        let name = match.name(of: index) + (status.map { " → \($0)" } ?? "")
        let place = GraphQLPlace(of: issue, contract.types, document?.source, isRequest: status == nil)
        let text = ContractViolation(issue, at: place).text(of: "")
        let isUndocumentedWarning = issue.isUndocumented && undocumented == .warn
        return ContractProblem(
            text: issue.path.isEmpty ? "\(name): \(text)" : "\(name) \(text)",
            isUndocumented: issue.isUndocumented, isWarning: isUndocumentedWarning || issue.isUnchecked,
            isUnchecked: issue.isUnchecked, isNearMiss: issue.isNearMiss,
            isIntegerID: issue.rule == GraphQLIssue.integerID)
    }

    // MARK: Coverage

    var uses: CoverageLog { contract.uses }

    func documentedResponses(for response: CheckedResponse, _ match: ContractMatch) -> [CoverageLog.Key] {
        guard case .graphQL(let match) = match else { return [] }
        return contract.documentedResponses(for: response, match)
    }

    /// Returns none, because without a match only a request tells the operation.
    func documentedResponses(for status: Int, of registration: MockRegistration) -> [CoverageLog.Key] { [] }

    func unused(hosts: [String], unusablePaths: [String]) -> String {
        let place = endpoint.map { "\($0)" } ?? "any URL"
        return """
            HTTPMock: nothing was checked against the contract "\(contract.title)", because it applies to no request and \
            no response of the test
              the contract's URL: \(place)
              the hosts of the test: \(hosts.isEmpty ? "none" : hosts.joined(separator: ", "))
              To fix this, make the code under test send a GraphQL request there, or write check(against: contract, \
            optional: true).
            """
    }
}
