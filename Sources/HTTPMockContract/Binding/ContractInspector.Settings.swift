import HTTPMock

extension ContractInspector {
    /// The settings of a check.
    struct Settings: Sendable {
        /// Whether a request that breaks the contract is answered with the violations instead of a response.
        let refusesInvalidRequests: Bool
        /// False if the test fails when the contract applies to no request and no response.
        let isOptional: Bool
        /// The source location of the check.
        let location: CallSite
    }
}
