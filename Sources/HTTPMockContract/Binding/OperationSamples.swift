import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sample requests for the operations of a contract.
///
/// The samples show which operations a registration with a pattern answers. A pattern that only some values of a path
/// parameter match may match no sample. Created by ``OpenAPICheck``.
final class OperationSamples: Sendable {
    private struct Sample {
        let operation: ContractOperation
        let request: MockRequest
        /// Whether the operation's server names the host; if false, the host of the sample is arbitrary.
        let namesHost: Bool
    }

    private let contract: APIContract
    private let checker: ContractChecker
    // Created for the first registration with a pattern, because most mocks have none.
    private let samples = Locked<[Sample]?>(nil)

    init(_ contract: APIContract, _ checker: ContractChecker) {
        self.contract = contract
        self.checker = checker
    }

    /// Notes for the coverage that a response of a status is registered for each operation that a registration answers.
    func note(_ status: Int, of registration: MockRegistration) {
        if let url = RequestURL(registration) {
            // A single URL without a method, because a registration with both has a match of its own.
            for method in Set(contract.operations.map(\.method)) {
                contract.note(
                    checker.match(CheckedRequest(method: method, url: url)), status, .mocked, at: registration.location)
            }
            return
        }
        let known = samples.withLock { $0 } ?? makeSamples()
        note(status, of: registration, host: registration.host, among: known.filter(\.namesHost))
        // Without a host, because an arbitrary host has to match every registration.
        note(status, of: registration, host: nil, among: known.filter { !$0.namesHost })
    }

    private func note(_ status: Int, of registration: MockRegistration, host: String?, among samples: [Sample]) {
        guard let filter = try? RequestFilter(method: registration.method, host: host, path: registration.path)
        else { return }
        for sample in samples where filter.matches(sample.request) {
            contract.note(sample.operation, status, .mocked, at: registration.location)
        }
    }

    private func makeSamples() -> [Sample] {
        let made = zip(contract.operations, checker.servers).compactMap { operation, server -> Sample? in
            // The digit stands for any value of a parameter.
            let path = server.basePath + operation.path.replacing(/\{[^}]*\}/, with: "0")
            let port = server.port.map { ":\($0)" } ?? ""
            guard let url = URL(string: "https://\(server.host ?? "localhost")\(port)\(path)") else { return nil }
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
