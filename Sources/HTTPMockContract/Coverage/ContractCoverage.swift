import Foundation

/// The coverage of a contract by tests: each operation with each documented status.
public struct ContractCoverage: Hashable, Sendable {
    /// The coverage of one documented response.
    public enum State: String, Hashable, Sendable, Comparable, CaseIterable {
        /// No test has registered or received the response.
        case never
        /// A response was registered, but no request has received it.
        case mocked
        /// A request has received the response.
        case requested

        /// Orders states by their coverage, the least first.
        public static func < (lhs: State, rhs: State) -> Bool {
            switch (lhs, rhs) {
            case (.never, .mocked), (.never, .requested), (.mocked, .requested): true
            default: false
            }
        }
    }

    /// A documented response of an operation.
    public struct Response: Hashable, Sendable {
        /// The operation: `GET /pets/{petId}`; for GraphQL, `query Viewer` or `Query.viewer`.
        public let operation: String
        /// The status as the document has it: `200`, `2XX` or `default`; for GraphQL, `data` or `errors`.
        public let status: String
        /// The number of registrations that have the response, counted once for each mock that has the registration.
        public internal(set) var mockedCount = 0
        /// The number of requests that have received the response.
        public internal(set) var requestedCount = 0
        /// The registrations that have the response, as `FILEID:LINE`, sorted.
        public internal(set) var locations: [String] = []

        /// The coverage of the response.
        public var state: State {
            if requestedCount > 0 { return .requested }
            if mockedCount > 0 { return .mocked }
            return .never
        }
    }

    /// The title and the version that the contract's document has: `Pets 1.0`, or `untitled` without both.
    ///
    /// For GraphQL, the name of the schema's file or folder, or `the schema` without a file.
    public let contract: String
    /// All documented responses, by path, method and status; for GraphQL, by operation.
    public internal(set) var responses: [Response]

    /// The coverage as a table of text.
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
        let counts = State.allCases.reversed().map { state in "\(responses.count { $0.state == state }) \(state)" }
        let summary = "\(responses.count.counted("response")): \(counts.joined(separator: ", "))"
        return (lines + [summary]).joined(separator: "\n")
    }

    /// The coverage as a JSON text, for other programs.
    ///
    /// An object with `contract` and `responses`. Each response has `operation`, `status`, `state`, the counts `mocked`
    /// and `requested`, and `locations`.
    public var json: Data { Data((value.text + "\n").utf8) }
}

extension LoadedDocument {
    /// The coverage of the document before any test has used a response.
    var documentedResponses: ContractCoverage {
        ContractCoverage(
            contract: title,
            responses: operations.flatMap { operation in
                operation.statusKeys.map { .init(operation: operation.name, status: $0) }
            })
    }
}
