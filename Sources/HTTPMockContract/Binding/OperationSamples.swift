import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sample requests for the operations of a contract.
///
/// The samples show which operations a registration with a pattern answers. A pattern that only some values of a path
/// parameter match may match no sample. Created by ``OpenAPICheck`` and ``OpenAPIExamples``.
final class OperationSamples: Sendable {
    private struct Sample {
        let operation: ContractOperation
        let request: MockRequest
        /// Whether the operation's server names the host; if false, the host of the sample is arbitrary.
        let namesHost: Bool
    }

    private let contract: APIContract
    private let checker: ContractChecker
    // Made when first needed, because most mocks have no registration with a pattern.
    private let samples = Locked<[Sample]?>(nil)

    init(_ contract: APIContract, _ checker: ContractChecker) {
        self.contract = contract
        self.checker = checker
    }

    /// The operations found for each registration, kept because a registration may have many responses.
    private let answered = Locked<[MockRegistration: [ContractOperation]]>([:])

    /// Returns the operations that a registration answers.
    func operations(of registration: MockRegistration) -> [ContractOperation] {
        if let known = answered.withLock({ $0[registration] }) { return known }
        let found = findOperations(of: registration)
        answered.withLock { $0[registration] = found }
        return found
    }

    private func findOperations(of registration: MockRegistration) -> [ContractOperation] {
        if let url = RequestURL(registration) {
            // A single URL without a method, because a registration with both has a match of its own.
            return Set(contract.operations.map(\.method)).compactMap { method in
                let match = checker.match(CheckedRequest(method: method, url: url))
                guard case .operation(let number, _, _) = match else { return nil }
                return contract.operations[number]
            }
        }
        let known = knownSamples
        // An arbitrary host of a sample is not compared, because the operation may be on any host.
        return operations(of: registration, host: registration.host, among: known.filter(\.namesHost))
            + operations(of: registration, host: nil, among: known.filter { !$0.namesHost })
    }

    private func operations(
        of registration: MockRegistration, host: String?, among samples: [Sample]
    ) -> [ContractOperation] {
        guard let filter = try? RequestFilter(method: registration.method, host: host, path: registration.path)
        else { return [] }
        return samples.filter { filter.matches($0.request) }.map(\.operation)
    }

    /// A request for each operation.
    var requests: [MockRequest] { knownSamples.map(\.request) }

    /// The samples, made when they are first needed.
    private var knownSamples: [Sample] { samples.withLock { $0 } ?? makeSamples() }

    private func makeSamples() -> [Sample] {
        let made = zip(contract.operations, checker.servers).compactMap { operation, server -> Sample? in
            // The digit stands for any value of a parameter.
            let path = server.basePath + operation.path.replacing(/\{[^}]*\}/, with: "0")
            guard let url = URL(string: "https://\(server.host ?? "localhost")\(server.portText)\(path)") else {
                return nil
            }
            var request = URLRequest(url: url)
            request.httpMethod = operation.method
            return Sample(
                operation: operation, request: MockRequest(request, url: url, body: Data()),
                namesHost: server.host != nil)
        }
        samples.withLock { $0 = made }
        return made
    }
}
