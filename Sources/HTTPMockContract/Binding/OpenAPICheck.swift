import HTTPMock

/// An OpenAPI contract with the settings of one mock's check.
struct OpenAPICheck: ContractCheck {
    private let contract: APIContract
    private let checker: ContractChecker
    private let samples: OperationSamples

    init(_ contract: APIContract, _ checker: ContractChecker) {
        self.contract = contract
        self.checker = checker
        samples = OperationSamples(contract, checker)
    }

    var id: ObjectIdentifier { ObjectIdentifier(contract) }
    var seriousDefects: [ContractDefect] { contract.seriousDefects }
    var strictLoading: String { "APIContract(contentsOf: url, strict: true)" }

    func match(_ request: CheckedRequest) -> ContractMatch { .openAPI(checker.match(request)) }

    func match(_ registration: MockRegistration) -> ContractMatch? {
        CheckedRequest(registration).map { match($0) }
    }

    /// Returns false, because no contract reports the path of a registration that matches several requests.
    func claimsPath(of registration: MockRegistration) -> Bool { false }

    func problems(of request: CheckedRequest, _ match: ContractMatch) -> [ContractProblem] {
        guard case .openAPI(let match) = match else { return [] }
        return checker.problems(of: request, match)
    }

    func securityProblems(
        of request: CheckedRequest, answeredWith status: Int?, _ match: ContractMatch
    ) -> [ContractProblem] {
        guard case .openAPI(let match) = match else { return [] }
        return checker.securityProblems(of: request, answeredWith: status, match)
    }

    /// Returns the problems of a response.
    ///
    /// Undocumented names are ignored if the body is equal to a registered example of the document, because the test
    /// did not write these names.
    func problems(
        of response: CheckedResponse, to request: CheckedRequest, _ match: ContractMatch
    ) -> [ContractProblem] {
        guard case .openAPI(let match) = match else { return [] }
        let problems = checker.problems(of: response, to: request, match)
        guard problems.contains(where: \.isUndocumented), let body = response.body,
            contract.registeredExamples.withLock({ $0.contains(body) })
        else { return problems }
        return problems.filter { !$0.isUndocumented }
    }

    func answer(toInvalid match: ContractMatch, _ text: String) -> InvalidRequest? { nil }

    var uses: CoverageLog { contract.uses }

    func documentedResponses(for response: CheckedResponse, _ match: ContractMatch) -> [CoverageLog.Key] {
        guard case .openAPI(.operation(let number, _, _)) = match,
            let key = contract.operations[number].coverageKey(for: response.status)
        else { return [] }
        return [key]
    }

    func documentedResponses(for status: Int, of registration: MockRegistration) -> [CoverageLog.Key] {
        samples.operations(of: registration).compactMap { $0.coverageKey(for: status) }
    }

    func refusals(_ match: ContractMatch) -> Set<Int> {
        guard case .openAPI(let match) = match else { return [] }
        return checker.refusals(match)
    }

    func unused(hosts: [String], unusablePaths paths: [String]) -> String {
        guard paths.isEmpty else { return ContractReport.unused(contract, unusablePaths: paths) }
        return ContractReport.unused(checker, hosts: hosts)
    }
}
