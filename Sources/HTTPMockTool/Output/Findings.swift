import Foundation
import HTTPMock

/// The findings of `check`, in one of several formats.
struct Findings {
    /// One finding in a file, or about a whole file.
    struct Finding {
        /// The file as it was given.
        var file = ""
        /// The line in the file; nil if the finding has none.
        var line: Int?
        /// The entry, as in `entry 3`; empty if the finding names none.
        var place = ""
        let message: String

        /// The line as it follows the name of the file, as in `:7`; empty without a line.
        var lineSuffix: String { line.map { ":\($0)" } ?? "" }
    }

    /// The severity of all findings: `error`, or `warning` for findings to judge.
    let severity: String
    /// The text for a file without a finding.
    let nothing: String

    private(set) var findings: [Finding] = []
    private var files: [String] = []

    init(severity: String = "error", nothing: String = "fine") {
        self.severity = severity
        self.nothing = nothing
    }

    var isEmpty: Bool { findings.isEmpty }

    /// Adds a file, and its findings if there are any.
    mutating func add(_ new: [Finding], in file: String) {
        files.append(file)
        findings += new.map { Finding(file: file, line: $0.line, place: $0.place, message: $0.message) }
    }

    /// Writes all findings.
    ///
    /// - Parameter format: `text`, `json`, `github` or `junit`.
    func write(as format: String, to output: Output) {
        switch format {
        case "json": output.json(json)
        case "github": for finding in findings { output.text(command(of: finding)) }
        case "junit": output.text(junit)
        default:
            for file in files {
                let own = findings.filter { $0.file == file }
                for finding in own { output.text("\(file)\(finding.lineSuffix): \(finding.message)") }
                if own.isEmpty { output.text("\(file): \(nothing)") }
            }
        }
    }

    private var json: Data {
        OrderedJSON.array(
            findings.map { finding -> OrderedJSON in
                let line = finding.line.map(OrderedJSON.integer) ?? .value(.null)
                return .object([
                    "file": .string(finding.file),
                    "line": line,
                    "place": .string(finding.place), "message": .string(finding.message),
                    "severity": .string(severity),
                ])
            }
        ).data + Data("\n".utf8)
    }

    /// Returns the command that annotates a file in a workflow of GitHub.
    private func command(of finding: Finding) -> String {
        func escaped(_ text: String) -> String {
            text.escaping(["%": "%25", "\r": "%0D", "\n": "%0A"])
        }
        let file = escaped(finding.file).escaping([":": "%3A", ",": "%2C"])
        let line = finding.line.map { ",line=\($0)" } ?? ""
        return "::\(severity) file=\(file)\(line)::\(escaped(finding.message))"
    }

    /// The report with a test case for each finding, and for each file without findings.
    private var junit: String {
        func escaped(_ text: String) -> String {
            text.printable.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
        }
        let cases = files.flatMap { file -> [String] in
            let own = findings.filter { $0.file == file }
            guard !own.isEmpty else { return ["    <testcase classname=\"\(escaped(file))\" name=\"\(nothing)\"/>"] }
            return own.map { finding in
                let place = finding.place.isEmpty ? "file" : finding.place
                let line = finding.line.map { " line=\"\($0)\"" } ?? ""
                return """
                        <testcase classname="\(escaped(file))" name="\(escaped(place))" file="\(escaped(file))"\(line)>
                            <failure message="\(escaped(finding.message))"/>
                        </testcase>
                    """
            }
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite name="http-mock check" tests="\(cases.count)" failures="\(findings.count)">
            \(cases.joined(separator: "\n"))
            </testsuite>
            </testsuites>
            """
    }
}

extension String {
    /// Returns the text with escapes for scalars, which may form one character with the scalar after them.
    fileprivate func escaping(_ escapes: [Unicode.Scalar: String]) -> String {
        unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
