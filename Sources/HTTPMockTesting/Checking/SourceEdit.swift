import Foundation
import HTTPMock

/// A source file with one call of `expectRequests()` completed; all other bytes stay the same.
struct SourceEdit {
    let content: Data
    let addedLines: Int

    /// Creates an edit; throws ``HTTPMockError`` if the call can't be located safely.
    ///
    /// - Parameter column: The column of the call, in bytes from 1, as `#column` has it: some compilers count from the
    ///   method's name, others from its parenthesis.
    init(of content: Data, name: String, line: Int, column: Int, summary: String) throws {
        var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        guard lines.indices.contains(line - 1) else { throw HTTPMockError("\(name) has no line \(line)") }
        let call = Array("expectRequests()".utf8)
        let bytes = lines[line - 1]
        let positions = bytes.indices.filter { bytes[$0...].starts(with: call) }
        guard let start = positions.first, positions.count == 1,
            [start + 1, start + "expectRequests".utf8.count + 1].contains(column)
        else {
            throw HTTPMockError("line \(line) of \(name) does not have `expectRequests()` once, where it was compiled")
        }
        let before = String(decoding: bytes[..<start], as: UTF8.self)
        guard !["\"", "//", "/*"].contains(where: before.contains)
        else { throw HTTPMockError("line \(line) of \(name) has a string or a comment before `expectRequests()`") }
        let lineEnd = bytes.last == UInt8(ascii: "\r") ? "\r\n" : "\n"
        let indentation = before.prefix { $0 == " " || $0 == "\t" }
        var unit = Self.unit(of: lines)
        if indentation.hasPrefix("\t") { unit = "\t" }
        let block = Self.lines(of: summary, indentation: String(indentation), unit: unit)
        let completed = Array("\(before)expectRequests \(block.joined(separator: lineEnd))".utf8)
        lines[line - 1] = completed + bytes[(start + call.count)...]
        self.content = Data(lines.joined(separator: [UInt8(ascii: "\n")]))
        addedLines = block.count - 1
    }

    /// Returns a closure with the lines as a string literal; its first line has no indentation.
    static func lines(of summary: String, indentation: String, unit: String) -> [String] {
        // A raw literal, if a plain one would give some of the text another meaning.
        var hashes = ""
        // By byte, because a combining mark after the last sign is no part of it for the compiler.
        while ["\"\"\"\(hashes)", "\\\(hashes)"].contains(where: { summary.utf8.firstRange(of: $0.utf8) != nil }) {
            hashes += "#"
        }
        let inner = indentation + unit
        var lines = ["{", "\(inner)\(hashes)\"\"\""]
        if !summary.isEmpty {
            for line in summary.split(separator: "\n", omittingEmptySubsequences: false) {
                // An empty line stays without indentation.
                lines.append(line.isEmpty ? "" : "\(inner)\(line)")
            }
        }
        lines.append("\(inner)\"\"\"\(hashes)")
        lines.append("\(indentation)}")
        return lines
    }

    /// Returns the step by which indentation grows most often in a file, in spaces; four spaces if it never grows.
    private static func unit(of lines: [[UInt8]]) -> String {
        var counts: [Int: Int] = [:]
        var width = 0
        for line in lines {
            // Blank lines are skipped; before the line feed, they may have a carriage return.
            guard let start = line.firstIndex(where: { $0 != UInt8(ascii: " ") }), line[start] != UInt8(ascii: "\r")
            else { continue }
            let step = start - width
            // A step of one blank aligns, as in the lines of a block comment.
            if step > 1 { counts[step, default: 0] += 1 }
            width = start
        }
        let most = counts.values.max()
        let best = counts.keys.filter { counts[$0] == most }.min()
        return String(repeating: " ", count: best ?? 4)
    }
}
