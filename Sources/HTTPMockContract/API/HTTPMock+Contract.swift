import HTTPMock

extension HTTPMock {
    /// Checks everything that this mock answers, and every request that it receives, against a contract.
    ///
    /// ```swift
    /// HTTPMock.current.check(against: contract)
    /// ```
    ///
    /// Responses that are already registered are checked at once. Later responses are checked at registration.
    /// Responses of handlers, streams, cassettes, and registrations with a pattern or without a method are checked when
    /// they are served.
    ///
    /// A violation fails the test. The issue is at the registration of the response, or, for a request and for the
    /// response of a cassette, at the test. Without a test, a violation is printed on standard error.
    ///
    /// Requests to a host or port that the contract does not name are not checked. With several contracts, a request is
    /// checked against each contract that has its operation. If none has the operation, the first contract that applies
    /// to the host reports the request. With Swift 6.3, `withKnownIssue` around a request matches the violations of the
    /// request and of its response.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - undocumentedProperties: The treatment of members of a body that no reachable branch of its schema documents
    ///     for the direction, and of query parameters that the operation does not document.
    ///   - refusesInvalidRequests: Whether a request with a violation is refused: with status 401 if it lacks
    ///     credentials, or else with 422 and the violations. Such a request uses no registered response. The exceptions
    ///     are a registered 401 or 403 for a request that lacks credentials, and for others a registered status from
    ///     400 to 499 that the operation documents.
    ///   - server: The URL before all paths, instead of the contract's servers.
    ///   - ignoring: The parts of the contract that are not checked; none by default.
    ///   - optional: True if not every test of a suite calls the service. If false, a test fails if the contract
    ///     applies to none of its requests and responses.
    public func check(
        against contract: APIContract, undocumentedProperties: UndocumentedProperties = .warn,
        refusesInvalidRequests: Bool = false, server: String? = nil, ignoring: Set<ContractRule> = [],
        optional: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let checker = ContractChecker(
            contract.document, undocumented: undocumentedProperties, ignoring: ignoring, server: server)
        let inspector = insert(ifMissing: ContractInspector(toolAdvice: engine.store.toolAdvice))
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        inspector.add(
            OpenAPICheck(contract, checker),
            .init(
                refusesInvalidRequests: refusesInvalidRequests, isOptional: optional, location: location))
        inspectRegistrations(with: inspector)
    }
}

extension MockResponse {
    /// The same response, exempt from the contracts that its mock is checked against.
    ///
    /// Use this function for a response that breaks the contract on purpose, such as the HTML page of a proxy.
    public func offContract() -> MockResponse {
        var copy = self
        copy.isOffContract = true
        return copy
    }
}
