import Foundation
import HTTPMock

/// Writes what a test saw into its source file, and edits nothing but the call it stands at.
final class SourceWriter: Sendable {
    static let shared = SourceWriter()

    /// For each file: how many lines have been put in behind which line of the file as it was compiled.
    private let insertions = Locked<[String: [(line: Int, count: Int)]]>([:])
    private let isInCI: Bool
    /// When the running program was built; nil if that can't be told.
    private let buildDate: Date?

    init(
        isInCI: Bool = ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty } ?? false,
        buildDate: Date? = SourceWriter.dateOfProgram
    ) {
        self.isInCI = isInCI
        self.buildDate = buildDate
    }

    /// Completes the call `expectRequests()` at a place.
    ///
    /// - Returns: What the test is to fail with: what was written, or why nothing was, and the lines to paste.
    func write(_ summary: String, at place: SourcePlace) -> String {
        if isInCI {
            return Self.refusal("nothing is written in CI", summary, indentation: "")
        }
        return insertions.withLock { insertions in
            let path = place.filePath.description
            let known = insertions[path] ?? []
            do {
                let edit = try SourceEdit(
                    path: path,
                    line: Int(place.line) + known.filter { $0.line < place.line }.reduce(0) { $0 + $1.count },
                    summary: summary, newerThan: known.isEmpty ? buildDate : nil)
                try edit.text.write(toFile: path, atomically: true, encoding: .utf8)
                insertions[path] = known + [(Int(place.line), edit.addedLines)]
                return "HTTPMock: the requests were written into \(place). Look at them, and run the test again."
            } catch {
                return Self.refusal("\(error)", summary, indentation: "")
            }
        }
    }

    private static func refusal(_ reason: String, _ summary: String, indentation: String) -> String {
        let lines = SourceEdit.lines(of: summary, indentation: indentation, unit: "    ").joined(separator: "\n")
        return "HTTPMock: \(reason). To fix this, paste:\nmock.expectRequests \(lines)"
    }

    private static var dateOfProgram: Date? {
        let path = Bundle.main.executablePath ?? CommandLine.arguments.first
        return path.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date }
    }
}

/// One source file with its call `expectRequests()` completed.
struct SourceEdit {
    let text: String
    let addedLines: Int

    /// - Parameters:
    ///   - path: The file.
    ///   - line: The line of the call, from 1.
    ///   - summary: What is expected.
    ///   - newerThan: If the file was changed after this, its lines may have moved, so it is left alone.
    /// - Throws: ``HTTPMockError`` saying why it can't be sure.
    init(path: String, line: Int, summary: String, newerThan buildDate: Date?) throws {
        let name = path.split(separator: "/").last ?? "?"
        let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        if let buildDate, let changed, changed > buildDate {
            throw HTTPMockError("\(name) has changed since it was compiled, so the call can't be found for certain")
        }
        guard let source = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw HTTPMockError("\(name) can't be read")
        }
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let call = "expectRequests()"
        guard lines.indices.contains(line - 1) else {
            throw HTTPMockError("\(name) has no line \(line)")
        }
        let parts = lines[line - 1].components(separatedBy: call)
        guard parts.count == 2, !parts[0].contains("//"), !parts[0].contains("\"") else {
            throw HTTPMockError("line \(line) of \(name) does not have `\(call)` once")
        }
        let ending = lines[line - 1].hasSuffix("\r") ? "\r" : ""
        let indentation = String(lines[line - 1].prefix { $0 == " " || $0 == "\t" })
        let unit = indentation.hasPrefix("\t") ? "\t" : Self.unit(of: lines)
        let block = Self.lines(of: summary, indentation: indentation, unit: unit)
        var replaced = block
        replaced[0] = "\(parts[0])expectRequests \(block[0])"
        replaced[replaced.count - 1] += parts[1].trimmingCharacters(in: ["\r"])
        lines.replaceSubrange(line - 1...line - 1, with: replaced.map { $0 + ending })
        text = lines.joined(separator: "\n")
        addedLines = replaced.count - 1
    }

    /// A closure with the lines as a string literal, the first line without indentation.
    static func lines(of summary: String, indentation: String, unit: String) -> [String] {
        // A raw literal where the text has what a plain one would read as more than itself.
        var hashes = ""
        while summary.contains("\"\"\"\(hashes)") || summary.contains("\\\(hashes)") { hashes += "#" }
        let inner = indentation + unit
        let body = summary.split(separator: "\n", omittingEmptySubsequences: false).map { "\(inner)\($0)" }
        return ["{", "\(inner)\(hashes)\"\"\""] + body + ["\(inner)\"\"\"\(hashes)", "\(indentation)}"]
    }

    /// The least indentation in a file, four spaces where it has none.
    private static func unit(of lines: [String]) -> String {
        let widths = lines.filter { $0.contains { $0 != " " } }.map { $0.prefix { $0 == " " }.count }
        return String(repeating: " ", count: widths.filter { $0 > 1 }.min() ?? 4)
    }
}
