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

/// Variants of the success responses of documents, if documents are named; `.ci/contract-oracle` names them.
@Suite(.enabled(if: VariantCases.given != nil))
struct VariantOracleTests {
    @Test func writesVariants() throws {
        for path in try #require(VariantCases.given).split(separator: ":") {
            try VariantCases(document: URL(fileURLWithPath: String(path))).write()
        }
    }
}

/// The success responses of a document: one body for each schema, an example if the document has one.
struct VariantCases {
    /// The paths that the environment names.
    static let given = ProcessInfo.processInfo.environment["CONTRACT_VARIANTS"]
    /// The most variants of one body.
    private static let limit = 200

    let document: URL

    /// Writes the variants, one JSON object a line, into a file next to the document, and prints what they cost.
    func write() throws {
        let contract = try APIContract(contentsOf: document)
        let lines = try LargeStack.run {
            var (lines, schemas) = ([String](), Set<Int>())
            var largest = (count: 0, name: "", seconds: 0.0)
            for operation in contract.operations {
                for (key, response) in operation.responses.sorted(by: { $0.key < $1.key }) where key.hasPrefix("2") {
                    for type in response.content.mediaTypes where type.name.isJSON {
                        guard let schema = type.schema, schemas.insert(schema).inserted,
                            let body = Self.body(of: type, schema, contract.validator)
                        else { continue }
                        let start = clock()
                        var maker = SchemaVariants(contract.validator, schema: schema)
                        let variants = maker.variants(of: body, limit: Self.limit).variants
                        let count = body.text.utf8.count
                        if count > largest.count {
                            let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
                            largest = (count, "\(variants.count) variants of \(operation.name) → \(key)", seconds)
                        }
                        let place = contract.validator.schemas[schema].location.text
                        lines += variants.map { variant in
                            let name = "\(variant.path.text(after: "body")) \(variant.change)"
                            return JSONValue.object([
                                "schema": .string(place), "name": .string(name), "value": variant.body,
                            ]).text
                        }
                    }
                }
            }
            print(
                "\(document.lastPathComponent): \(schemas.count) response schemas, \(lines.count) variants; "
                    + "\(largest.name), a body of \(largest.count) bytes, in \(largest.seconds) s of processor time")
            return lines
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: document.appendingPathExtension("variants"))
    }

    private static func body(of type: ContractMediaType, _ schema: Int, _ validator: SchemaValidator) -> JSONValue? {
        if let example = type.examples.first(where: { validator.allows($0, schema, .response) }) { return example }
        var sampler = SchemaSampler(validator, direction: .response)
        return sampler.sample(of: [schema], variant: 0)
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
            var result: JSONObject = ["schema": .string(contract.validator.schemas[schema].location.text)]
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
