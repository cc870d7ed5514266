import HTTPMock

extension HTTPMock {
    /// Checks every GraphQL request that this mock receives, and every registered answer, against a schema.
    ///
    /// ```swift
    /// HTTPMock.current.check(against: contract)
    /// ```
    ///
    /// An answer is checked when it is served, because its shape depends on the request. A response that is registered
    /// with `.graphQL(operation:)` is checked at its registration, if the contract has the client's operations. A
    /// violation fails the test. The issue is at the registration of the response, or, for a request, at the test.
    /// Without a test, a violation is printed on standard error.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - url: The URL of the service, with patterns as in `forURL:`. If nil, every request that has the form of a
    ///     GraphQL request is checked. The contract may be checked at several URLs, with a call for each. A further
    ///     call with the same URL replaces the settings. Where URLs overlap, the latest call counts.
    ///   - undocumentedProperties: The treatment of members that were not selected, of variables that were not
    ///     declared, of misspelled members of an error, and of integers as an `ID`.
    ///   - refusesInvalidRequests: Whether an invalid request is answered with its errors, as a service does. Such a
    ///     request uses no response.
    ///   - optional: True if not every test of a suite calls the service. If false, a test fails if the contract
    ///     applies to none of its requests and responses.
    /// - SeeAlso: [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/)
    public func check(
        against contract: GraphQLContract, at url: String? = nil,
        undocumentedProperties: UndocumentedProperties = .warn, refusesInvalidRequests: Bool = false,
        optional: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let checker = GraphQLChecker(
            contract: contract, undocumented: undocumentedProperties, endpoint: url.map { GraphQLEndpoint($0) })
        let inspector = insert(ifMissing: ContractInspector(toolAdvice: engine.store.toolAdvice))
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        inspector.add(
            checker,
            .init(refusesInvalidRequests: refusesInvalidRequests, isOptional: optional, location: location))
        inspectRegistrations(with: inspector)
    }
}
