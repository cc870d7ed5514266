import HTTPMock

/// The reasons why one request is answered as invalid.
///
/// Only contracts that refuse invalid requests add reasons.
struct InvalidRequestReasons {
    private var violations: [ContractProblem] = []
    private var credentialProblems: [ContractProblem] = []
    /// The service's own answer, of the first contract that has one.
    private var answerOfService: InvalidRequest?
    /// The documented statuses by which the services refuse the request.
    private var refusals: Set<Int> = []

    /// Adds the reasons that one contract has, if any.
    ///
    /// - Parameters:
    ///   - problems: The problems of the request, without those of its credentials.
    ///   - request: The request.
    ///   - refusals: The documented statuses by which the service refuses the request.
    ///   - check: The contract.
    ///   - match: The match of the request in the contract.
    mutating func add(
        _ problems: [ContractProblem], of request: CheckedRequest, _ refusals: Set<Int>, _ check: any ContractCheck,
        _ match: ContractMatch
    ) {
        violations += problems.filter { !$0.isWarning }
        credentialProblems += check.securityProblems(of: request, answeredWith: nil, match)
        self.refusals.formUnion(refusals)
        if answerOfService == nil {
            answerOfService = check.answer(toInvalid: match, problems.map(\.text).joined(separator: "\n"))
        }
    }

    /// Returns the answer to the request with a number; nil if there is no reason.
    func invalidRequest(_ number: Int) -> InvalidRequest? {
        if !credentialProblems.isEmpty {
            // A registered 401 or 403 is served, because the test may expect such a refusal.
            let text = text(of: credentialProblems, number)
            return InvalidRequest(text, status: .unauthorized, unlessServed: [401, 403])
        }
        if let answerOfService { return answerOfService }
        if violations.isEmpty { return nil }
        return InvalidRequest(text(of: violations, number), status: 422, unlessServed: refusals)
    }

    private func text(of problems: [ContractProblem], _ number: Int) -> String {
        ContractReport.text(of: problems, in: "request \(number)", from: .request, .breaking)
    }
}
