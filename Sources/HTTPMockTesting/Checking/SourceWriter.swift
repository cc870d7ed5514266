import Foundation
import HTTPMock

/// Writes the requests of a test into its source file, at the call of `expectRequests()`.
final class SourceWriter: Sendable {
    static let shared = SourceWriter()

    /// The changes that this run has made to a file.
    private struct Written {
        /// The numbers of inserted lines, each with the preceding line of the compiled file.
        var insertions: [(line: Int, count: Int)] = []
        /// The content after the latest change.
        var content = Data()
    }

    private let written = Locked<[String: Written]>([:])
    private let isInCI: Bool
    /// The time at which the running program was built; nil if unknown.
    private let buildDate: Date?

    init(
        isInCI: Bool = ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty } ?? false,
        buildDate: Date? = SourceWriter.dateOfProgram
    ) {
        self.isInCI = isInCI
        self.buildDate = buildDate
    }

    /// Completes the call `expectRequests()` at a source location.
    ///
    /// - Returns: The message of the test's failure: where the lines were written, or why not, with the lines to paste.
    func write(_ summary: String, at location: CallSite) -> String {
        write(summary, path: location.filePath.description, line: Int(location.line), column: Int(location.column))
    }

    /// Completes the call at a line and column of a file.
    func write(_ summary: String, path: String, line: Int, column: Int) -> String {
        // The target of a link is written, so that the link stays.
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let location = "\(Self.name(of: path)):\(line)"
        return written.withLock { written in
            do {
                if isInCI { throw HTTPMockError("nothing is written in CI") }
                var file = written[path] ?? Written()
                let content = try read(path, known: file)
                if file.insertions.contains(where: { $0.line == line }) {
                    throw HTTPMockError(
                        "\(location) ran more than once, with an argument or in a loop, and the first run's requests were "
                            + "written there")
                }
                let moved = file.insertions.filter { $0.line < line }.reduce(0) { $0 + $1.count }
                let edit = try SourceEdit(
                    of: content, name: Self.name(of: path), line: line + moved, column: column,
                    summary: summary)
                // An atomic write creates a new file, so the permissions are set again.
                let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                try edit.content.write(to: URL(fileURLWithPath: path), options: .atomic)
                if let permissions {
                    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
                }
                file.insertions.append((line, edit.addedLines))
                file.content = edit.content
                written[path] = file
                return "HTTPMock: the requests were written into \(location). Review them and run the test again."
            } catch {
                let lines = SourceEdit.lines(of: summary, indentation: "", unit: "    ").joined(separator: "\n")
                let reason = (error as? HTTPMockError)?.message ?? "\(Self.name(of: path)) can't be written: \(error)"
                return "HTTPMock: \(reason). To fix this, paste:\nmock.expectRequests \(lines)"
            }
        }
    }

    /// Reads a file, if it is the compiled file with the changes of this run.
    private func read(_ path: String, known: Written) throws -> Data {
        let name = Self.name(of: path)
        guard let content = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw HTTPMockError("\(name) can't be read")
        }
        let changed = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        let isUnchanged: Bool
        if known.insertions.isEmpty {
            guard let buildDate, let changed else {
                throw HTTPMockError("\(name) may have changed since it was compiled")
            }
            isUnchanged = changed <= buildDate
        } else {
            isUnchanged = content == known.content
        }
        guard isUnchanged else {
            throw HTTPMockError("\(name) has changed since it was compiled, so the call can't be found for certain")
        }
        return content
    }

    private static func name(of path: String) -> String {
        String(path.split(separator: "/").last ?? "?")
    }

    /// The time at which the tests were linked.
    ///
    /// If another program loaded the tests, it is the time of their bundle.
    private static var dateOfProgram: Date? {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let path = tests?.executablePath ?? Bundle.main.executablePath ?? CommandLine.arguments.first
        return path.flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date }
    }
}
