import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract

/// The official suite, if a directory is given; `.ci/extended` gives it.
@Suite(.enabled(if: SchemaSuite.given != nil))
struct OfficialSuiteTests {
    private let suite: SchemaSuite

    init() throws {
        suite = try SchemaSuite(URL(fileURLWithPath: #require(SchemaSuite.given)))
    }

    @Test func passesRequiredTests() throws {
        // The suite's required tests of `format` want an annotation.
        let annotated = try suite.cases(in: "", files: ["format"])
        let others = try suite.cases(in: "").filter { !$0.name.hasPrefix("format.json") }
        let failures =
            suite.failures(annotated, assertsFormats: false) + suite.failures(others, assertsFormats: true)
        report("required", annotated.count + others.count, failures)
        #expect(failures.isEmpty)
    }

    @Test func passesOptionalTestsOfFormats() throws {
        let cases = try suite.cases(in: "optional/format", files: SchemaSuite.formats)
        let failures = suite.failures(cases, assertsFormats: true)
        report("optional formats", cases.count, failures)
        #expect(failures.isEmpty)
    }

    /// Not promised, but printed.
    @Test func reportsOtherOptionalTests() throws {
        let cases = try suite.cases(in: "optional")
        report("other optional", cases.count, suite.failures(cases, assertsFormats: true))
    }

    private func report(_ name: String, _ total: Int, _ failures: [String]) {
        print("\(name): \(total - failures.count) of \(total) passed")
        for failure in failures { print("  failed: \(failure)") }
    }
}

/// The official JSON-Schema-Test-Suite in a directory.
///
/// - SeeAlso: [JSON-Schema-Test-Suite](https://github.com/json-schema-org/JSON-Schema-Test-Suite)
struct SchemaSuite {
    /// A case of the suite.
    struct Case {
        let name: String
        let schema: JSONValue
        let value: JSONValue
        let isValid: Bool
    }

    /// The directory that the environment names.
    static let given = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"]

    private let directory: URL
    private let remotes: [(uri: String, root: JSONValue)]

    /// The formats whose optional cases count.
    static let formats = [
        "date", "date-time", "duration", "ecmascript-regex", "email", "hostname", "ipv4", "ipv6", "json-pointer",
        "regex",
        "time", "unknown", "uri", "uri-reference", "uuid",
    ]

    init(_ directory: URL) throws {
        self.directory = directory
        let root = directory.appendingPathComponent("remotes")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        remotes = (files ?? []).filter { $0.pathExtension == "json" }.compactMap { file in
            guard let data = try? Data(contentsOf: file), let value = JSONValue(data) else { return nil }
            let path = file.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count)
            return ("http://localhost:1234\(path)", value)
        }
    }

    /// The cases of the files directly in a folder, or of some files.
    func cases(in folder: String, files: [String]? = nil) throws -> [Case] {
        let url = directory.appendingPathComponent("tests/draft2020-12/\(folder)")
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            .filter { $0.hasSuffix(".json") && files?.contains(String($0.dropLast(5))) ?? true }
        return try names.flatMap { name in
            try Self.cases(in: JSONValue(parsing: Data(contentsOf: url.appendingPathComponent(name))), name)
        }
    }

    /// The names of the cases with another verdict than the suite's.
    func failures(_ cases: [Case], assertsFormats: Bool) -> [String] {
        var compiled: [JSONValue: Result<(SchemaValidator, Int), any Error>] = [:]
        return cases.compactMap { test in
            let outcome = compiled[test.schema] ?? Result { try self.compile(test.schema, assertsFormats) }
            compiled[test.schema] = outcome
            switch outcome {
            case .failure(let error): return "\(test.name): \(error)"
            case .success(let (validator, root)):
                let violations = validator.violations(of: test.value, against: root, direction: nil)
                return violations.isEmpty == test.isValid ? nil : "\(test.name): \(violations)"
            }
        }
    }

    private func compile(_ schema: JSONValue, _ assertsFormats: Bool) throws -> (SchemaValidator, Int) {
        var library = SchemaLibrary()
        for remote in remotes { library.add(remote.root, uri: remote.uri) }
        return try SchemaValidator.compile(schema, in: library, assertsFormats: assertsFormats)
    }

    private static func cases(in file: JSONValue, _ name: String) throws -> [Case] {
        guard case .array(let groups) = file else { return [] }
        return groups.flatMap { group -> [Case] in
            guard case .array(let tests)? = group[member: "tests"], let schema = group[member: "schema"] else {
                return []
            }
            return tests.compactMap { test in
                guard let value = test[member: "data"], case .bool(let isValid)? = test[member: "valid"] else {
                    return nil
                }
                let texts = [group[member: "description"], test[member: "description"]].map { $0?.description ?? "" }
                return Case(
                    name: "\(name) \(texts.joined(separator: " "))", schema: schema, value: value, isValid: isValid)
            }
        }
    }
}
