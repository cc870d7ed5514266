import Foundation
import Testing

@testable import HTTPMock

/// The folder of a copy of the JSONTestSuite.
private let folder = ProcessInfo.processInfo.environment["JSON_TEST_SUITE"]

/// Runs the parser over a copy of the public JSONTestSuite, whose folder `JSON_TEST_SUITE` names.
///
/// - SeeAlso: [JSONTestSuite](https://github.com/nst/JSONTestSuite)
@Suite(.enabled(if: folder != nil, "JSON_TEST_SUITE is not set"))
struct JSONTestSuiteTests {
    /// The texts whose file names begin with a prefix: `y_` must be accepted, `n_` must be rejected.
    private func texts(_ prefix: String) throws -> [(name: String, data: Data)] {
        let folder = URL(fileURLWithPath: try #require(folder)).appendingPathComponent("test_parsing")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
            .map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) }
    }

    @Test func validTextsAreAccepted() throws {
        let texts = try texts("y_")
        #expect(texts.count > 90)
        for (name, data) in texts { #expect(JSONValue(data) != nil, "\(name)") }
    }

    @Test func invalidTextsAreRejected() throws {
        let texts = try texts("n_")
        #expect(texts.count > 180)
        for (name, data) in texts { #expect(JSONValue(data) == nil, "\(name)") }
    }

    @Test func otherTextsAreAcceptedOrRejectedWithoutCrash() throws {
        let texts = try texts("i_")
        #expect(texts.count > 30)
        for (_, data) in texts { _ = JSONValue(data) }
    }
}
