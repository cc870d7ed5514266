import HTTPMock

/// An OpenAPI or a GraphQL contract, with the settings of one mock's check.
protocol ContractCheck: Sendable {
    /// The identity of the contract.
    var id: ObjectIdentifier { get }
    /// The URL that the check is limited to; nil by default.
    ///
    /// A later check of the same contract replaces an earlier one with the same URL, and is added to those with others.
    var url: String? { get }
    /// The defects that leave parts of the contract unchecked.
    var seriousDefects: [ContractDefect] { get }
    /// The Swift source, for a message, of the initializer that throws for a contract with a defect.
    var strictLoading: String { get }

    /// Finds the part of the contract that a request belongs to.
    func match(_ request: CheckedRequest) -> ContractMatch

    /// Finds the part of the contract that a registration belongs to; nil if the registration alone does not show it.
    func match(_ registration: MockRegistration) -> ContractMatch?

    /// Returns whether the contract claims the path of a registration without a match.
    ///
    /// If so, no other contract reports the path as unknown.
    func claimsPath(of registration: MockRegistration) -> Bool

    /// Returns the problems of a request, without those of its credentials.
    func problems(of request: CheckedRequest, _ match: ContractMatch) -> [ContractProblem]

    /// Returns the problems of a request's credentials.
    ///
    /// - Parameter status: The status of the service's answer; 401 and 403 excuse missing credentials. Nil if the
    ///   service has not answered, as when a check refuses the request.
    func securityProblems(
        of request: CheckedRequest, answeredWith status: Int?, _ match: ContractMatch
    ) -> [ContractProblem]

    /// Returns the problems of a response.
    func problems(
        of response: CheckedResponse, to request: CheckedRequest, _ match: ContractMatch
    ) -> [ContractProblem]

    /// Returns the documented statuses by which the service refuses a request; none by default.
    ///
    /// A registered response with such a status expects the problems of its request.
    func refusals(_ match: ContractMatch) -> Set<Int>

    /// Returns the service's own answer to an invalid request.
    ///
    /// - Parameters:
    ///   - match: The match of the request.
    ///   - text: The problems of the request, for the log.
    /// - Returns: nil for a valid request, and for a contract whose service has no answer of its own.
    func answer(toInvalid match: ContractMatch, _ text: String) -> InvalidRequest?

    /// The uses of the contract's responses by tests.
    var uses: CoverageLog { get }

    /// Returns the documented responses that the coverage notes as used for a response.
    func documentedResponses(for response: CheckedResponse, _ match: ContractMatch) -> [CoverageLog.Key]

    /// Returns the documented responses that the coverage notes as used for a status of a registration without a match.
    func documentedResponses(for status: Int, of registration: MockRegistration) -> [CoverageLog.Key]

    /// Returns the message about a contract that applied to nothing.
    ///
    /// - Parameters:
    ///   - hosts: Up to ten hosts of the test's requests and registrations, each with its port if that is unusual.
    ///   - paths: The contract's paths with a defect that the test used.
    func unused(hosts: [String], unusablePaths paths: [String]) -> String
}

extension ContractCheck {
    var url: String? { nil }

    func refusals(_ match: ContractMatch) -> Set<Int> { [] }
}
