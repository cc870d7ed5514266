import HTTPMock

/// A contract of either kind, with the settings of one mock's check.
protocol ContractCheck: Sendable {
    /// The identity of the contract.
    var id: ObjectIdentifier { get }
    /// The defects that leave parts of the contract unchecked.
    var seriousDefects: [ContractDefect] { get }
    /// The Swift source, for a message, of the initializer that throws for a contract with a defect.
    var strictLoading: String { get }

    /// Finds what the contract has for a request.
    func match(_ request: CheckedRequest) -> ContractMatch

    /// Finds what the contract has for a registration; nil if only a request decides.
    func match(_ registration: MockRegistration) -> ContractMatch?

    /// Returns whether a registration without a match may still answer requests of the contract.
    ///
    /// If so, no other contract reports that it lacks the path of the registration.
    func mayHaveOperation(_ registration: MockRegistration) -> Bool

    /// Returns the problems of a request, without those of its credentials.
    func problems(of request: CheckedRequest, _ match: ContractMatch) -> [ContractProblem]

    /// Returns the problems of a request's credentials.
    ///
    /// - Parameter status: The status of the service's answer; nil without one, and for a request that was refused.
    func securityProblems(
        of request: CheckedRequest, answeredWith status: Int?, _ match: ContractMatch
    ) -> [ContractProblem]

    /// Returns the problems of a response.
    func problems(
        of response: CheckedResponse, to request: CheckedRequest, _ match: ContractMatch
    ) -> [ContractProblem]

    /// Returns the documented statuses by which the service refuses a request.
    ///
    /// A registered response with such a status expects the problems of its request.
    func refusals(_ match: ContractMatch) -> Set<Int>

    /// Returns the service's own answer to an invalid request.
    ///
    /// - Parameters:
    ///   - match: The match of the request.
    ///   - text: The violations, for the log.
    /// - Returns: nil for a valid request, and for a contract whose service has no answer of its own.
    func answer(toInvalid match: ContractMatch, _ text: String) -> InvalidRequest?

    /// Notes for the coverage that a response was registered or received.
    func note(
        _ match: ContractMatch, _ response: CheckedResponse, _ state: ContractCoverage.State, at location: CallSite?)

    /// Notes for the coverage that all operations of a registration have a registered response.
    func noteAnswers(_ status: Int, of registration: MockRegistration)

    /// Returns the message about a contract that applied to nothing.
    ///
    /// - Parameters:
    ///   - hosts: The first ten hosts of the test's requests and responses, each with its port if that is unusual.
    ///   - paths: The paths with a defect that the test used.
    func unused(hosts: [String], unusablePaths paths: [String]) -> String
}

extension ContractCheck {
    func refusals(_ match: ContractMatch) -> Set<Int> { [] }
}
