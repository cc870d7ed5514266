import Foundation
import HTTPMock

/// Writes the requests of a test into its source file, at the call of `expectRequests()`.
struct SourceWriter: Sendable {
    static let shared = SourceWriter()

    /// A file that this run has written.
    private struct WrittenFile {
        var content: Data
        /// The numbers of inserted lines, by the lines of the calls in the compiled file.
        var insertions: [Int: Int] = [:]
    }

    private let written = Locked<[URL: WrittenFile]>([:])
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
                let (content, attributes) = try read(file, known: written[file]?.content)
                var insertions = written[file]?.insertions ?? [:]
                if insertions[line] != nil {
                    throw HTTPMockError(
                        "\(name):\(line) ran more than once, with an argument or in a loop, and the first run's "
                            + "requests were written there")
                }
                let moved = insertions.filter { $0.key < line }.values.reduce(0, +)
                let edit = try SourceEdit(of: content, name: name, line: line + moved, column: column, summary: summary)
                try edit.content.write(to: file, options: .atomic)
                // An atomic write creates a new file, so the permissions are set again.
                let permissions = attributes.filter { $0.key == .posixPermissions }
                try FileManager.default.setAttributes(permissions, ofItemAtPath: file.path)
                insertions[line] = edit.addedLines
                written[file] = WrittenFile(content: edit.content, insertions: insertions)
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
        guard let path = tests?.executablePath ?? Bundle.main.executablePath ?? CommandLine.arguments.first,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        else { return nil }
        return attributes[.modificationDate] as? Date
    }
}
