import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract

/// Verdicts for cases that another validator judges as well, if a file is named; `.ci/contract-oracle` names it.
@Suite(.enabled(if: OracleCases.given != nil))
struct OracleTests {
    @Test func writesVerdicts() throws {
        let cases = try OracleCases(URL(fileURLWithPath: #require(OracleCases.given)))
        try cases.writeResults()
    }
}

/// Examples made from the response schemas of documents, if documents are named; `.ci/contract-oracle` names them.
@Suite(.enabled(if: ExampleCases.given != nil))
struct GeneratedExampleOracleTests {
    @Test func writesExamples() throws {
        for path in try #require(ExampleCases.given).split(separator: ":") {
            try ExampleCases(document: URL(fileURLWithPath: String(path))).write()
        }
    }
}

/// The response schemas of a document.
struct ExampleCases {
    /// The paths that the environment names.
    static let given = ProcessInfo.processInfo.environment["CONTRACT_EXAMPLES"]

    let document: URL

    /// Writes an example for each schema, or the reason for none, one JSON object a line, into a file next to it.
    func write() throws {
        let contract = try APIContract(try Data(contentsOf: document), assertsFormats: false)
        let mediaTypes = contract.operations.flatMap { operation in
            operation.responses.values.flatMap { response in
                response.content.mediaTypes.filter { $0.name.isJSON && $0.schema != nil }
            }
        }
        var lines: [String] = []
        let start = ContinuousClock.now
        let schemas = Set(mediaTypes.compactMap(\.schema)).sorted()
        let outcomes = try LargeStack.run {
            var sampler = SchemaSampler(contract.validator, direction: .response)
            return schemas.map { (sampler.sample(of: $0), sampler.sample(of: $0, seed: UInt64($0))) }
        }
        for (schema, (smallest, random)) in zip(schemas, outcomes) {
            var result: [String: JSONValue] = ["schema": .string(contract.validator.schemas[schema].pointer.text)]
            for (key, outcome) in [("random", random), ("value", smallest)] {
                switch outcome {
                case .value(let value): result[key] = value
                case .none(let reason): result["reason"] = .string(reason)
                }
            }
            lines.append(JSONValue.object(result).text)
        }
        print("\(document.lastPathComponent): \(lines.count) response schemas, \(ContinuousClock.now - start)")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: document.appendingPathExtension("examples"))
    }
}

/// A file of cases, one JSON object a line: `document`, `schema`, `value`.
struct OracleCases {
    /// The file that the environment names.
    static let given = ProcessInfo.processInfo.environment["CONTRACT_CASES"]

    private let file: URL

    init(_ file: URL) {
        self.file = file
    }

    /// Writes the violations of each case, one JSON object a line, into a file next to the cases.
    func writeResults() throws {
        var contracts: [String: Result<APIContract, any Error>] = [:]
        var lines: [String] = []
        for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
            let test = try JSONValue(parsing: Data(line))
            let path = test[member: "document"]?.string ?? ""
            let contract = contracts[path] ?? Result { try Self.load(path) }
            contracts[path] = contract
            lines.append(Self.result(of: test, contract).text)
        }
        let results = lines.joined(separator: "\n") + "\n"
        try Data(results.utf8).write(to: file.appendingPathExtension("results"))
    }

    private static func load(_ path: String) throws -> APIContract {
        let url = URL(fileURLWithPath: path)
        let count = try Data(contentsOf: url).count
        let start = ContinuousClock.now
        let contract = try APIContract(contentsOf: url, assertsFormats: false)
        print(
            "\(path): \(count) bytes, \(contract.operations.count) operations, \(contract.defects.count) defects, "
                + "\(ContinuousClock.now - start)")
        return contract
    }

    private static func result(
        of test: JSONValue, _ contract: Result<APIContract, any Error>
    ) -> JSONValue {
        do {
            let contract = try contract.get()
            let pointer = test[member: "schema"]?.string ?? ""
            let value = test[member: "value"] ?? .null
            let violations = contract.validate(Data(value.text.utf8), against: pointer)
            let schema = contract.schema(at: pointer)
            let further = schema.map { contract.validator.undocumentedMembers(of: value, in: $0) } ?? []
            return .object([
                "violations": .array(violations.map { .string($0.instancePointer) }),
                "messages": .array(violations.map { .string($0.description) }),
                "undocumented": .array(further.map { .string($0.instancePointer) }),
            ])
        } catch {
            return .object(["error": .string("\(error)")])
        }
    }
}

/// Reads the documents that a file lists, for the script `.ci/yaml`.
@Suite struct YAMLDocumentsTests {
    private static let list = ProcessInfo.processInfo.environment["YAML_DOCUMENTS"]

    @Test(.enabled(if: list != nil), .timeLimit(.minutes(30)))
    func writesTheValueOfEachDocument() throws {
        let list = try #require(Self.list)
        let paths = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(String.init)
        let results = try paths.map { path -> String in
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return switch YAMLOutcome(data) {
            case .value(let value): "{\"value\":\(value.text)}\n"
            case .error(let position, let reason):
                JSONValue.object(["error": .string("\(position): \(reason)")]).text + "\n"
            }
        }
        #expect(!results.isEmpty)
        try results.joined().write(toFile: "\(list).results", atomically: true, encoding: .utf8)
    }
}
