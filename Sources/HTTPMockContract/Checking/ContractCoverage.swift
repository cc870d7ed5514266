/// The coverage of a contract by tests: each operation with each documented status.
public struct ContractCoverage: Hashable, Sendable {
    /// The coverage of one documented response.
    public enum State: Int, Hashable, Sendable, Comparable {
        /// No test has registered or received the response.
        case never
        /// A response was registered, but no request has received it.
        case mocked
        /// A request has received the response.
        case requested

        /// Orders states by their coverage, the least first.
        public static func < (lhs: State, rhs: State) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// A documented response of an operation.
    public struct Response: Hashable, Sendable {
        /// The operation: `GET /pets/{petId}`.
        public let operation: String
        /// The status as the document has it: `200`, `2XX` or `default`.
        public let status: String
        /// The coverage of the response.
        public let state: State
    }

    struct Key: Hashable {
        let operation: String
        let status: String
    }

    /// All documented responses, by path, method and status.
    public let responses: [Response]

    /// A table as text.
    ///
    /// The table has one line for each operation. The last line has the number of responses in each state.
    public var report: String {
        var names: [String] = []
        for response in responses where names.last != response.operation { names.append(response.operation) }
        let width = names.map(\.count).max() ?? 0
        let byOperation = Dictionary(grouping: responses, by: \.operation)
        let lines = names.map { name in
            let states = (byOperation[name] ?? []).map { "\($0.status) \($0.state)" }.joined(separator: ", ")
            return "\(name)\(String(repeating: " ", count: width - name.count))  \(states)"
        }
        let counts = [State.requested, .mocked, .never].map { state in
            "\(responses.count { $0.state == state }) \(state)"
        }
        return (lines + ["\(responses.count.counted("response")): \(counts.joined(separator: ", "))"])
            .joined(separator: "\n")
    }
}

extension APIContract {
    /// The coverage of the contract by all mocks that were checked against the contract.
    public var coverage: ContractCoverage {
        let uses = uses.withLock { $0 }
        return ContractCoverage(
            responses: operations.flatMap { operation in
                operation.statusKeys.map { status in
                    let key = ContractCoverage.Key(operation: operation.name, status: status)
                    return .init(operation: operation.name, status: status, state: uses[key] ?? .never)
                }
            })
    }

    /// Notes that a response was registered or received.
    func note(_ operation: ContractOperation, _ status: Int, _ state: ContractCoverage.State) {
        guard let response = operation.response(for: status) else { return }
        let key = ContractCoverage.Key(operation: operation.name, status: response.key)
        uses.withLock { $0[key] = max($0[key] ?? .never, state) }
    }
}
