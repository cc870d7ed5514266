import Foundation
import HTTPMock

/// The error for a cassette that is not there.
struct MissingFile {
    let url: URL
    let command: String

    /// The path looked for, the nearest existing name, and the command that records the file.
    var error: HTTPMockError {
        var text = "there is no cassette at \(url.path)."
        if let nearest { text += " The nearest name there is \(nearest)." }
        return HTTPMockError("\(text) To fix this, record it: \(command)")
    }

    /// The name in the same folder that needs the fewest edits.
    private var nearest: String? {
        let folder = url.deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let cassettes = names.filter { !$0.hasPrefix(".") && ($0.hasSuffix(".har") || $0.hasSuffix(".json")) }
        let wanted = url.lastPathComponent
        return cassettes.min {
            (Self.editCount($0, wanted), $0) < (Self.editCount($1, wanted), $1)
        }
    }

    /// Returns the number of characters to insert, remove or replace to turn one text into another.
    private static func editCount(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (index, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = diagonal + (character == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
