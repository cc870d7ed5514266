import HTTPMock

extension APIContract {
    /// The coverage of the contract by all mocks that were checked against the contract.
    public var coverage: ContractCoverage { uses.coverage(of: document.documentedResponses) }

    /// Notes that a response was registered or received.
    func note(
        _ operation: ContractOperation, _ status: Int, _ state: ContractCoverage.State, at location: CallSite? = nil
    ) {
        guard let response = operation.response(for: status) else { return }
        uses.note(state, of: .init(operation: operation.name, status: response.key), at: location)
    }

    /// Notes that a response to a request was registered or received, if the request has an operation.
    func note(_ match: ContractRoutes.Match, _ status: Int, _ state: ContractCoverage.State, at location: CallSite?) {
        guard case .operation(let number, _, _) = match else { return }
        note(operations[number], status, state, at: location)
    }
}
