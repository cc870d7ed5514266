import Foundation
import HTTPMock

/// Writes the requests of a test into its source file, at the call of `expectRequests()`.
struct SourceWriter: Sendable {
    static let shared = SourceWriter()

    /// The files that this run has written: the content, and the insertions by their lines in the compiled file.
    private let written = Locked<[URL: (content: Data, lineCounts: [Int: Int])]>([:])
    var isInCI = ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty } ?? false
    /// The time at which the running program was built; nil if unknown.
    var buildDate = dateOfProgram

    /// Completes a call of `expectRequests()`, and returns the message of the test's failure.
    func write(_ summary: String, path: String, line: Int, column: Int) -> String {
        // The target of a link is written, so that the link stays.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let name = file.lastPathComponent
        do {
            try written.withLock { written in
                if isInCI { throw HTTPMockError("nothing is written in CI") }
                var lineCounts = written[file]?.lineCounts ?? [:]
                let (content, attributes) = try read(file, known: written[file]?.content)
                if lineCounts[line] != nil {
                    throw HTTPMockError(
                        "\(name):\(line) ran more than once, with an argument or in a loop, and the first run's "
                            + "requests were written there")
                }
                let moved = lineCounts.filter { $0.key < line }.values.reduce(0, +)
                let edit = try SourceEdit(of: content, name: name, line: line + moved, column: column, summary: summary)
                try edit.content.write(to: file, options: .atomic)
                // An atomic write creates a new file, so the permissions are set again.
                try FileManager.default.setAttributes(
                    attributes.filter { $0.key == .posixPermissions }, ofItemAtPath: file.path)
                lineCounts[line] = edit.addedLines
                written[file] = (edit.content, lineCounts)
            }
            return "HTTPMock: the requests were written into \(name):\(line). Review them and run the test again."
        } catch {
            let lines = SourceEdit.lines(of: summary, indentation: "", unit: "    ").joined(separator: "\n")
            let reason = (error as? HTTPMockError)?.message ?? "\(name) can't be written: \(error)"
            return "HTTPMock: \(reason). To fix this, paste:\nmock.expectRequests \(lines)"
        }
    }

    /// Reads a file that is as it was compiled, or as this run has written it.
    private func read(_ file: URL, known: Data?) throws -> (Data, attributes: [FileAttributeKey: Any]) {
        let name = file.lastPathComponent
        guard let content = try? Data(contentsOf: file),
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        else { throw HTTPMockError("\(name) can't be read") }
        var isUnchanged = content == known
        if known == nil {
            guard let buildDate, let changed = attributes[.modificationDate] as? Date
            else { throw HTTPMockError("\(name) may have changed since it was compiled") }
            isUnchanged = changed <= buildDate
        }
        guard isUnchanged else {
            throw HTTPMockError("\(name) has changed since it was compiled, so the call can't be found for certain")
        }
        return (content, attributes)
    }

    /// The time at which the tests were linked; that of their bundle, if another program loaded them.
    private static var dateOfProgram: Date? {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let path = tests?.executablePath ?? Bundle.main.executablePath ?? CommandLine.arguments.first
        return path.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date }
    }
}

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
        let unit = indentation.hasPrefix("\t") ? "\t" : Self.unit(of: lines)
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
        while summary.contains("\"\"\"\(hashes)") || summary.contains("\\\(hashes)") { hashes += "#" }
        let inner = indentation + unit
        let lines = summary.isEmpty ? [] : summary.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.map { $0.isEmpty ? "" : "\(inner)\($0)" }
        return ["{", "\(inner)\(hashes)\"\"\""] + body + ["\(inner)\"\"\"\(hashes)", "\(indentation)}"]
    }

    /// Returns the indentation that a file uses most often; four spaces if unknown.
    private static func unit(of lines: [[UInt8]]) -> String {
        let widths = lines.compactMap { line in
            line.firstIndex { $0 != UInt8(ascii: " ") }.flatMap { line[$0] == UInt8(ascii: "\r") ? nil : $0 }
        }
        let steps = zip([0] + widths, widths).map { $1 - $0 }.filter { $0 > 1 }
        let counts = Dictionary(steps.map { ($0, 1) }, uniquingKeysWith: +)
        let best = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        return String(repeating: " ", count: best?.key ?? 4)
    }
}

func lineDifference(from expected: String, to actual: String) -> String {
    func lines(_ text: String) -> ArraySlice<Substring> {
        text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    }
    var (old, new) = (lines(expected), lines(actual))
    // Without its insertions, a difference leads to the lines that both texts have.
    let removals = CollectionDifference(new.difference(from: old).removals)
    let common = removals.flatMap { old.applying($0) } ?? []
    var output: [String] = []
    for line in common {
        while let removed = old.popFirst(), removed != line { output.append("  − \(removed)") }
        while let inserted = new.popFirst(), inserted != line { output.append("  + \(inserted)") }
        output.append("    \(line)")
    }
    output += old.map { "  − \($0)" } + new.map { "  + \($0)" }
    return (output + ["  (− expected, + arrived)"]).joined(separator: "\n")
}
