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
    /// A violation fails the test, at the registration or, for a request, at the test. Without a test, a violation is
    /// printed on standard error. Requests to hosts that the contract does not name are not checked. If there are
    /// several contracts, the request's server decides which of them counts.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - undocumentedProperties: The treatment of members of a body that no reachable branch of its schema documents.
    ///   - refusesInvalidRequests: Whether a request with a violation is answered with 422 and the violations. Such a
    ///     request uses no response.
    ///   - server: The URL before all paths, instead of the contract's servers.
    public func check(
        against contract: APIContract, undocumentedProperties: UndocumentedProperties = .warn,
        refusesInvalidRequests: Bool = false, server: String? = nil
    ) {
        let checker = ContractChecker(contract, undocumented: undocumentedProperties, server: server)
        let inspector = insert(ifMissing: ContractInspector())
        inspector.add(checker, refuses: refusesInvalidRequests)
        inspectRegistrations(with: inspector)
    }
}

extension MockResponse {
    /// The same response, exempt from the contracts that its mock is checked against.
    ///
    /// Use the property for a response that breaks the contract on purpose, such as the HTML page of a proxy.
    public func offContract() -> MockResponse {
        var copy = self
        copy.isOffContract = true
        return copy
    }
}
