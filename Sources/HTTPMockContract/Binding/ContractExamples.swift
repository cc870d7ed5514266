import Foundation
import HTTPMock

/// The examples of a contract as answers to requests, for a server of the document.
package struct ContractExamples: Sendable {
    /// The answer to one request.
    package enum Answer: Sendable {
        /// The example, and the operation that has it.
        case response(MockResponse, operation: String)
        /// The reason why the document has no answer.
        case nothing(String)
        /// The request goes to a host that the document does not name.
        case elsewhere
    }

    private let checker: ContractChecker
    /// The example of each operation; nil for an operation without one.
    private let responses: [MockResponse?]

    /// Collects the examples of a contract.
    package init(_ contract: APIContract) {
        checker = ContractChecker(contract, undocumented: .allow, server: nil)
        responses = contract.operations.map(\.exampleResponse)
    }

    /// The origins of the document's servers in their order; none if the document is for every origin.
    package var origins: [String] {
        var known: Set<String> = []
        let origins = checker.servers.compactMap { server in
            server.host.map { "https://\($0)\(server.port.map { ":\($0)" } ?? "")" }
        }
        return origins.filter { known.insert($0).inserted }
    }

    /// The operations without an example.
    package var operationsWithoutExample: [String] {
        zip(checker.contract.operations, responses).filter { $1 == nil }.map(\.0.name)
    }

    /// Returns the answer to a request.
    package func answer(to request: MockRequest) -> Answer {
        let checked = CheckedRequest(request)
        let match = checker.match(checked)
        switch match {
        case .elsewhere: return .elsewhere
        case .operation(let number, _):
            let operation = checker.contract.operations[number]
            guard let response = responses[number] else {
                return .nothing("\(operation.name) has no example")
            }
            return .response(response, operation: operation.name)
        case .otherMethods, .unknownPath:
            return .nothing(checker.problems(of: checked, match).first?.text ?? "\(checked.name): not documented")
        }
    }
}
