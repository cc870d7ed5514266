import Foundation
import HTTPMock

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
            lhs != rhs && (lhs == .never || rhs == .requested)
        }
    }

    /// A documented response of an operation.
    public struct Response: Hashable, Sendable {
        /// The operation: `GET /pets/{petId}`.
        public let operation: String
        /// The status as the document has it: `200`, `2XX` or `default`.
        public let status: String
        /// The number of registrations that have the response, counted for each instance of a mock.
        public internal(set) var mockedCount = 0
        /// The number of requests that have received the response.
        public internal(set) var requestedCount = 0
        /// The registrations that have the response, as `FILEID:LINE`, sorted.
        public internal(set) var locations: [String] = []

        /// The coverage of the response.
        public var state: State { requestedCount > 0 ? .requested : mockedCount > 0 ? .mocked : .never }
    }

    /// The title and the version of the contract's document: `Pets 1.0`.
    public let contract: String
    /// All documented responses, by path, method and status.
    public internal(set) var responses: [Response]

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
        let counts = State.allCases.reversed().map { state in "\(responses.count { $0.state == state }) \(state)" }
        return (lines + ["\(responses.count.counted("response")): \(counts.joined(separator: ", "))"])
            .joined(separator: "\n")
    }

    /// The coverage as a JSON text, for other programs.
    ///
    /// An object with `contract` and `responses`. Each response has `operation`, `status`, `state`, the counts `mocked`
    /// and `requested`, and `locations`.
    public var json: Data { Data((value.text + "\n").utf8) }
}

extension LoadedDocument {
    /// The documented responses as if no test had used them.
    var documentedResponses: ContractCoverage {
        ContractCoverage(
            contract: title,
            responses: operations.flatMap { operation in
                operation.statusKeys.map { .init(operation: operation.name, status: $0) }
            })
    }
}

/// The uses of a contract's responses by tests.
///
/// Owned by the contract, and by the ``CoverageCollector`` of the run. Used by any thread.
final class CoverageLog: Sendable {
    struct Key: Hashable, Sendable {
        let operation: String
        let status: String
    }

    private struct Use: Sendable {
        var mocked = 0
        var requested = 0
        var locations: Set<CallSite> = []
    }

    private let uses = Locked<[Key: Use]>([:])

    /// Notes that a response was registered or received.
    ///
    /// - Parameters:
    ///   - state: The new state of the response.
    ///   - key: The documented response.
    ///   - location: The source location of the registration, if it is known.
    func note(_ state: ContractCoverage.State, of key: Key, at location: CallSite?) {
        uses.withLock { uses in
            switch state {
            case .never: break
            case .mocked: uses[key, default: Use()].mocked += 1
            case .requested: uses[key, default: Use()].requested += 1
            }
            if let location { uses[key]?.locations.insert(location) }
        }
    }

    /// Returns the documented responses with their uses.
    func coverage(of documented: ContractCoverage) -> ContractCoverage {
        let uses = uses.withLock { $0 }
        var coverage = documented
        for index in coverage.responses.indices {
            let response = coverage.responses[index]
            guard let use = uses[Key(operation: response.operation, status: response.status)] else { continue }
            coverage.responses[index].mockedCount = use.mocked
            coverage.responses[index].requestedCount = use.requested
            coverage.responses[index].locations = use.locations.map { "\($0.fileID):\($0.line)" }.sorted()
        }
        return coverage
    }
}
