import HTTPMock

/// An OpenAPI or a GraphQL contract, for the tool and for sweeps.
package protocol ServiceContract: AnyObject, Sendable {
    /// The defects and notes of the contract.
    var defects: [ContractDefect] { get }

    /// The URLs of the servers of the document as a whole; none for GraphQL.
    var serverURLs: [String] { get }

    /// Checks everything that a mock answers and receives.
    ///
    /// - Parameters:
    ///   - mock: The mock.
    ///   - server: The URL of the service; nil for the contract's servers, and for any URL of a GraphQL service.
    ///   - undocumentedProperties: The treatment of names that the contract does not document.
    ///   - refusesInvalidRequests: Whether a request with a violation is refused.
    ///   - optional: Whether the contract may apply to no request and no response; if false, an unused contract is a
    ///     problem.
    func check(
        _ mock: HTTPMock, server: String?, undocumentedProperties: UndocumentedProperties,
        refusesInvalidRequests: Bool, optional: Bool)

    /// Returns the answers that the contract has, or that are made from its schemas.
    ///
    /// - Parameter server: The URL of a GraphQL service; nil for `/graphql`. Ignored for OpenAPI, whose documents name
    ///   their servers.
    func examples(server: String?) -> any ServiceExamples

    /// Returns the problems of recorded exchanges, in the order of the exchanges.
    ///
    /// Credentials are not checked. An invalid request has no problems if its response is a documented refusal.
    ///
    /// - Parameters:
    ///   - exchanges: The exchanges.
    ///   - server: The URL of the service; nil for the contract's servers, and for any URL of a GraphQL service.
    /// - Returns: The problems of each exchange; nil for an exchange that goes to another service, or whose path has a
    ///   defect in the contract.
    func problems(of exchanges: [RecordedExchange], server: String?) -> [RecordedExchange.Problems?]

    /// Returns whether the path of a recorded exchange has a defect in the contract; always false for GraphQL.
    ///
    /// - Parameters:
    ///   - exchanges: The exchanges.
    ///   - server: The URL of the service; nil for the contract's servers.
    func hasUnusablePath(in exchanges: [RecordedExchange], server: String?) -> Bool

    /// Makes other responses that the contract allows as answers to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - server: The URL of a GraphQL service; nil for `/graphql`. Ignored for OpenAPI, whose documents name their
    ///     servers.
    ///   - answer: The response that answered the request.
    ///   - limit: The most variants.
    func variants(
        of request: MockRequest, server: String?, answer: AnsweredResponse, limit: Int
    ) -> ResponseVariants
}

extension HTTPMock {
    /// Whether a request or a registration was not checked, because its path has a defect in a contract.
    package var hasRequestOfUnusablePath: Bool {
        insert(ifMissing: ContractInspector()).hasUnusablePaths
    }
}

extension APIContract: ServiceContract {
    package func check(
        _ mock: HTTPMock, server: String?, undocumentedProperties: UndocumentedProperties,
        refusesInvalidRequests: Bool, optional: Bool
    ) {
        mock.check(
            against: self, undocumentedProperties: undocumentedProperties,
            refusesInvalidRequests: refusesInvalidRequests, server: server, optional: optional)
    }

    package func examples(server: String?) -> any ServiceExamples { OpenAPIExamples(self) }
}

extension GraphQLContract: ServiceContract {
    package var serverURLs: [String] { [] }

    package func check(
        _ mock: HTTPMock, server: String?, undocumentedProperties: UndocumentedProperties,
        refusesInvalidRequests: Bool, optional: Bool
    ) {
        mock.check(
            against: self, at: server, undocumentedProperties: undocumentedProperties,
            refusesInvalidRequests: refusesInvalidRequests, optional: optional)
    }

    package func examples(server: String?) -> any ServiceExamples { GraphQLExamples(self, at: server ?? "/graphql") }

    package func problems(of exchanges: [RecordedExchange], server: String?) -> [RecordedExchange.Problems?] {
        let checker = GraphQLChecker(
            contract: self, undocumented: .warn, endpoint: server.map { GraphQLEndpoint($0) })
        return exchanges.map { exchange in
            let match = checker.match(exchange.request)
            guard match.hasOperation else { return nil }
            let problems =
                checker.problems(of: exchange.request, match)
                + checker.problems(of: exchange.response, to: exchange.request, match)
            return RecordedExchange.Problems(problems)
        }
    }

    package func hasUnusablePath(in exchanges: [RecordedExchange], server: String?) -> Bool { false }
}
