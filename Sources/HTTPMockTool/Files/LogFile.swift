import Foundation
import HTTPMock
import HTTPMockRecording

/// A network log or a recording, with all of its entries, playable or not.
struct LogFile {
    let url: URL
    let entries: [LogEntry]
    /// The member `_test` of a log that a test has written.
    let test: JSONValue?

    /// Reads a HAR of any tool, or Stubborn Network's JSON.
    ///
    /// - Throws: The reason why the file can't be read, with line and column.
    init(_ path: String) throws {
        url = URL(fileURLWithPath: path)
        guard FileManager.default.fileExists(atPath: path) else {
            throw MissingFile(url: url, command: "http-mock record ORIGIN --to \(url.lastPathComponent)").error
        }
        let file = try CassetteFile(contentsOf: url)
        let problems = Dictionary(file.problems.map { ($0.number, $0.reason) }) { first, _ in first }
        if let elements = file.root.elements {
            // The format has other members, so its playable entries are read as they would be written in a HAR.
            let playable = Dictionary(file.entries.map { ($0.number, $0) }) { first, _ in first }
            entries = elements.enumerated().map { index, element in
                let shown = playable[index + 1].flatMap { JSONValue($0.json.data) } ?? element
                return LogEntry(shown, number: index + 1, problem: problems[index + 1])
            }
            test = nil
        } else {
            let elements = file.root["log"]?["entries"]?.elements ?? []
            entries = elements.enumerated().map { index, element in
                LogEntry(element, number: index + 1, problem: problems[index + 1])
            }
            test = file.root["log"]?["_test"]
        }
    }
}
