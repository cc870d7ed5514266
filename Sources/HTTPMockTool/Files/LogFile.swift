import Foundation
import HTTPMock
import HTTPMockRecording

/// A network log or a recording, with all of its entries, playable or not.
struct LogFile {
    /// The file as it was given.
    let path: String
    let url: URL
    /// The bytes of the file, unpacked.
    let data: Data
    /// Whether the file is packed with gzip.
    let isPacked: Bool
    /// The entries that can be played, and the reasons why others can't.
    let recording: CassetteFile
    let entries: [LogEntry]
    /// The member `_test` of a log that a test has written; nil for other files.
    let test: JSONValue?

    /// Reads a HAR of any tool, or Stubborn Network's JSON.
    ///
    /// - Throws: The reason why the file can't be read, with line and column for an error of JSON's syntax.
    init(_ path: String) throws {
        let input = try InputFile(path)
        self.path = path
        url = input.url
        guard input.exists else {
            throw HTTPMockError.missingCassette(
                at: url, command: "http-mock record ORIGIN --to \(url.lastPathComponent)")
        }
        let file = try CassetteFile(contentsOf: url)
        recording = file
        data = file.data
        isPacked = file.isPacked
        let problems = Dictionary(file.problems.map { ($0.number, $0.reason) }) { first, _ in first }
        if let elements = file.root.elements {
            // Stubborn Network's format has other members, so its playable entries are read as entries of a HAR.
            let playable = Dictionary(file.entries.map { ($0.number, $0) }) { first, _ in first }
            entries = elements.enumerated().map { index, element in
                let shown = playable[index + 1].flatMap { JSONValue($0.json.data) } ?? element
                return LogEntry(shown, number: index + 1, problem: problems[index + 1])
            }
            test = nil
        } else {
            let notes = Dictionary(file.notes.map { ($0.number, $0.reason) }) { first, _ in first }
            let elements = file.root["log"]?["entries"]?.elements ?? []
            entries = elements.enumerated().map { index, element in
                LogEntry(element, number: index + 1, problem: problems[index + 1], note: notes[index + 1])
            }
            test = file.root["log"]?["_test"]
        }
    }
}
