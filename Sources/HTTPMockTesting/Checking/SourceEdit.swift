import Foundation
import HTTPMock

/// A source file with one call of `expectRequests()` completed; all other bytes stay the same.
struct SourceEdit {
    let content: Data
    let addedLines: Int

    /// Creates an edit of a source file.
    ///
    /// - Parameters:
    ///   - content: The file.
    ///   - name: Its name, for messages.
    ///   - line: The line of the call, from 1.
    ///   - column: The column of the call, in bytes from 1, as `#column` has it: some compilers count from the method's
    ///     name, others from its parenthesis.
    ///   - summary: The expected lines.
    /// - Throws: ``HTTPMockError`` if the call can't be located safely.
    init(of content: Data, name: String, line: Int, column: Int, summary: String) throws {
        var lines = Array(content).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(
            Array.init)
        guard lines.indices.contains(line - 1) else {
            throw HTTPMockError("\(name) has no line \(line)")
        }
        let call = Array("expectRequests()".utf8)
        let bytes = lines[line - 1]
        let positions = bytes.indices.filter { bytes[$0...].starts(with: call) }
        guard let start = positions.first, positions.count == 1,
            [start + 1, start + "expectRequests".utf8.count + 1].contains(column)
        else {
            throw HTTPMockError("line \(line) of \(name) does not have `expectRequests()` once, where it was compiled")
        }
        let before = String(decoding: bytes[..<start], as: UTF8.self)
        guard !["\"", "//", "/*"].contains(where: before.contains) else {
            throw HTTPMockError("line \(line) of \(name) has a string or a comment before `expectRequests()`")
        }
        let hasReturn = bytes.last == UInt8(ascii: "\r")
        let after = bytes[(start + call.count)...].dropLast(hasReturn ? 1 : 0)
        let indentation = before.prefix { $0 == " " || $0 == "\t" }
        let unit = indentation.hasPrefix("\t") ? "\t" : Self.unit(of: lines)
        let block = Self.lines(of: summary, indentation: String(indentation), unit: unit)
        var replaced = block.map { Array($0.utf8) }
        replaced[0] = Array("\(before)expectRequests \(block[0])".utf8)
        replaced[replaced.count - 1] += after
        lines.replaceSubrange(line - 1...line - 1, with: replaced.map { hasReturn ? $0 + [UInt8(ascii: "\r")] : $0 })
        self.content = Data(lines.joined(separator: [UInt8(ascii: "\n")]))
        addedLines = replaced.count - 1
    }

    /// Returns a closure with the lines as a string literal.
    ///
    /// The first line has no indentation.
    static func lines(of summary: String, indentation: String, unit: String) -> [String] {
        // A raw literal, if a plain one would give some of the text another meaning.
        var hashes = ""
        while summary.contains("\"\"\"\(hashes)") || summary.contains("\\\(hashes)") { hashes += "#" }
        let inner = indentation + unit
        let lines = summary.isEmpty ? [] : summary.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.map { $0.isEmpty ? "" : "\(inner)\($0)" }
        return ["{", "\(inner)\(hashes)\"\"\""] + body + ["\(inner)\"\"\"\(hashes)", "\(indentation)}"]
    }

    /// Returns the indentation that a file uses most often; four spaces if unknown.
    private static func unit(of lines: [[UInt8]]) -> String {
        var counts: [Int: Int] = [:]
        var previous = 0
        for line in lines {
            let width = line.prefix { $0 == UInt8(ascii: " ") }.count
            guard line.count > width, line[width] != UInt8(ascii: "\r") else { continue }
            if width > previous + 1 { counts[width - previous, default: 0] += 1 }
            previous = width
        }
        let best = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        return String(repeating: " ", count: best?.key ?? 4)
    }
}
