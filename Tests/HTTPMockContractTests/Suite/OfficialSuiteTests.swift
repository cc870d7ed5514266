import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract

/// The official suite, if a directory is given; `.ci/json-schema-suite` gives it.
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
