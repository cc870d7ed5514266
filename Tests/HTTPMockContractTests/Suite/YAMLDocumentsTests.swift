import Foundation
import HTTPMock
import Testing

@testable import HTTPMockContract

/// Reads the documents that a file lists, for the scripts `.ci/yaml-suite` and `.ci/yaml-vendors`.
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
