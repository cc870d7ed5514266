import Foundation
import HTTPMock

/// The coverage of several contracts, as a file has it.
package struct CoverageReport: Sendable {
    /// The coverage of each contract, sorted by ``ContractCoverage/contract``.
    package private(set) var contracts: [ContractCoverage] = []

    /// Creates a report without contracts.
    init() {}

    /// Reads the file that tests have written.
    ///
    /// - Parameter url: The file that `HTTPMOCK_COVERAGE` named.
    /// - Throws: `HTTPMockError` if the file is missing, can't be read, or has no coverage.
    package init(contentsOf url: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw HTTPMockError(
                "HTTPMock: the coverage \(url.path) can't be read: \(error.reason). To fix this, run the tests with "
                    + "\(CoverageCollector.variable)=\(url.path), or correct the path.")
        }
        let elements = JSONValue(data)?["contracts"]?.elements
        // Fewer than the elements if an element has another shape.
        let contracts = elements?.compactMap { ContractCoverage($0) }
        guard let contracts, contracts.count == elements?.count else {
            throw HTTPMockError(
                "HTTPMock: \(url.path) is no coverage of contracts. To fix this, delete the file, and run the tests "
                    + "with \(CoverageCollector.variable)=\(url.path).")
        }
        for contract in contracts { add(contract) }
    }

    /// The percentage of documented responses that were mocked or requested; 0 without documented responses.
    ///
    /// Rounded down to a tenth, so that a text never shows a minimum that is not reached.
    package var percent: Double {
        let responses = contracts.flatMap(\.responses)
        guard !responses.isEmpty else { return 0 }
        return Double(1_000 * responses.count { $0.state != .never } / responses.count) / 10
    }

    /// True if no response of any contract was mocked or requested.
    package var isEmpty: Bool {
        contracts.allSatisfy { contract in contract.responses.allSatisfy { $0.state == .never } }
    }

    /// The tables of all contracts, each after the name of its contract, and the percentage.
    package var text: String {
        let tables = contracts.map { "\($0.contract)\n\($0.report)\n" }
        let summary = "\(String(format: "%.1f", percent)) % of the documented responses were mocked or requested"
        return (tables + [summary]).joined(separator: "\n")
    }

    /// Adds a contract's coverage, merged with the coverage of a contract with the same name.
    mutating func add(_ coverage: ContractCoverage) {
        guard let index = contracts.firstIndex(where: { $0.contract == coverage.contract }) else {
            contracts.append(coverage)
            contracts.sort { $0.contract < $1.contract }
            return
        }
        contracts[index].formUnion(coverage)
    }

    /// The report as JSON text.
    var json: Data {
        Data((JSONValue.object(["contracts": .array(contracts.map(\.value))]).text + "\n").utf8)
    }
}

extension ContractCoverage {
    /// Adds the responses and uses of another coverage of the same contract.
    fileprivate mutating func formUnion(_ other: ContractCoverage) {
        var indexes: [CoverageLog.Key: Int] = [:]
        for (index, response) in responses.enumerated() { indexes[response.key] = index }
        for response in other.responses {
            guard let index = indexes[response.key] else {
                responses.append(response)
                continue
            }
            responses[index].mockedCount += response.mockedCount
            responses[index].requestedCount += response.requestedCount
            responses[index].locations = Set(responses[index].locations + response.locations).sorted()
        }
        joinOperations()
    }

    /// Brings the statuses of each operation together, sorted, because another run may add statuses.
    private mutating func joinOperations() {
        let byOperation = Dictionary(grouping: responses, by: \.operation)
        var known: Set<String> = []
        let operations = responses.map(\.operation).filter { known.insert($0).inserted }
        // In this order, `default` comes after all statuses.
        responses = operations.flatMap { operation in
            (byOperation[operation] ?? []).sorted { $0.status < $1.status }
        }
    }

    /// Reads the coverage of one contract; nil for a value of another shape.
    fileprivate init?(_ value: JSONValue) {
        guard let contract = value["contract"]?.string, let elements = value["responses"]?.elements else { return nil }
        var responses: [Response] = []
        for element in elements {
            guard let operation = element["operation"]?.string, let status = element["status"]?.string,
                let mocked = element["mocked"]?.integer, let requested = element["requested"]?.integer
            else { return nil }
            responses.append(
                Response(
                    operation: operation, status: status, mockedCount: mocked, requestedCount: requested,
                    locations: element["locations"]?.elements?.compactMap(\.string) ?? []))
        }
        self.init(contract: contract, responses: responses)
    }

    /// The coverage as a JSON value.
    var value: JSONValue {
        .object([
            "contract": .string(contract),
            "responses": .array(
                responses.map { response in
                    .object([
                        "operation": .string(response.operation), "status": .string(response.status),
                        "state": .string("\(response.state)"),
                        "mocked": .number(JSONNumber(response.mockedCount)),
                        "requested": .number(JSONNumber(response.requestedCount)),
                        "locations": .array(response.locations.map { .string($0) }),
                    ])
                }),
        ])
    }
}
