import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockRecording

/// Reports problems of recordings, for CI.
struct CheckCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        if arguments.has(.review) { return try review() }
        if arguments.has(.server), !arguments.has(.against) {
            throw ToolError("--server needs a document. To fix this, name it: --against CONTRACT")
        }
        let contract = try arguments.text(.against).map {
            try ContractFile.contract(at: $0, resolvingIn: arguments.documentFolder)
        }
        var all = Findings()
        var isContractUsed = false
        var hasUnusablePath = false
        var printedWarnings: Set<String> = []
        for path in paths {
            let log = try LogFile(path)
            let lines = EntryLines(log.data)
            var findings = findings(in: log, lines)
            if let contract {
                let exchanges = exchanges(in: log.recording)
                let checked = checkedEntries(exchanges, contract)
                if !checked.isEmpty {
                    isContractUsed = true
                } else if contract.hasUnusablePath(in: exchanges.map(\.exchange), server: arguments.text(.server)) {
                    hasUnusablePath = true
                }
                findings += checked.flatMap { Self.findings($0.problems.violations, of: $0, lines) }
                for entry in checked { Self.printWarnings(of: entry, in: path, lines, &printedWarnings) }
            }
            all.add(findings, in: path)
        }
        if let contract, !isContractUsed {
            let finding = Self.finding(ofUnused: contract, hasUnusablePath: hasUnusablePath)
            all.add([finding], in: arguments.text(.against) ?? "")
        }
        all.write(as: arguments.text(.format) ?? "text", to: .standard)
        return all.isEmpty ? .fine : .found
    }

    /// The files as they were given, each only once, however often and by whatever path it was given.
    private var paths: [String] {
        var known: Set<String> = []
        return arguments.operands.filter { path in
            // The name of standard input is no path.
            if path == InputFile.standardInput { return known.insert(path).inserted }
            return known.insert(URL(fileURLWithPath: path).resolvingSymlinksInPath().path).inserted
        }
    }

    /// Returns a finding for each of some problems of one entry.
    private static func findings(
        _ problems: [String], of entry: CheckedEntry, _ lines: EntryLines
    ) -> [Findings.Finding] {
        let place = "entry \(entry.number)"
        return problems.map { text in
            let line = lines[entry.number, part(ofProblem: text)]
            return .init(line: line, place: place, message: "\(place): \(text)")
        }
    }

    /// The most warnings about one entry that are printed, as in the report of a test.
    private static let warningLimit = 10

    /// Prints the warnings about an entry to standard error, without those that were printed for an earlier entry.
    private static func printWarnings(
        of entry: CheckedEntry, in path: String, _ lines: EntryLines, _ printed: inout Set<String>
    ) {
        var known = printed
        let new = entry.problems.warnings.filter { known.insert($0).inserted }
        let shown = Array(new.prefix(warningLimit))
        printed.formUnion(shown)
        for warning in findings(shown, of: entry, lines) {
            Output.error.text("\(path)\(warning.lineSuffix): warning: \(warning.message)")
        }
        let rest = new.count - warningLimit
        if rest > 0 { Output.error.text("\(path): warning: entry \(entry.number): \(rest) more") }
    }

    /// Returns the finding of a contract that applies to no entry, with some of its servers.
    ///
    /// - Parameter hasUnusablePath: Whether the path of an entry has a defect in the contract.
    private static func finding(
        ofUnused contract: any ServiceContract, hasUnusablePath: Bool
    ) -> Findings.Finding {
        guard !hasUnusablePath else {
            return .init(
                message:
                    "nothing was checked, because each path of the document that was requested has a defect. To fix this, "
                    + "correct the document")
        }
        let servers = contract.serverURLs
        var examples = ""
        if !servers.isEmpty { examples = " (\(servers.prefix(3).joined(separator: ", ")))" }
        return .init(
            message:
                "nothing was checked, because no entry is for a server of the document\(examples). To fix this, name the "
                + "document of the recorded service, or the recorded service as its server: --server URL")
    }

    /// Lists the values that look random, for a person to judge.
    private func review() throws -> ExitStatus {
        var all = Findings(severity: "warning", nothing: "nothing looks random")
        for path in paths {
            let log = try LogFile(path)
            let lines = EntryLines(log.data)
            let findings = SecretReview(log.recording.entries, in: log.url.lastPathComponent).findings
            all.add(
                findings.map { finding in
                    .init(
                        line: lines[finding.entry, finding.part], place: "entry \(finding.entry)",
                        message: "\(finding.value) looks random: \(finding.place)")
                }, in: path)
        }
        all.write(as: arguments.text(.format) ?? "text", to: .standard)
        return .fine
    }

    /// Returns the findings that need no contract: unplayable entries, secrets and age.
    private func findings(in log: LogFile, _ lines: EntryLines) -> [Findings.Finding] {
        var findings = log.entries.compactMap { entry in
            entry.problem.map { problem in
                let place = "entry \(entry.number)"
                return Findings.Finding(
                    line: lines[entry.number], place: place,
                    message: "\(place) (\(entry.method) \(entry.url)) can't be played: \(problem)")
            }
        }
        let redaction = FileRedaction(log.data, redacting: arguments.redacting)
        var command = "redact \(log.path) --in-place"
        if InputFile.isReadOnce(log.path) { command = "redact - > FILE" }
        findings += redaction.secrets.map {
            .init(
                line: $0.line, place: $0.entry.map { "entry \($0)" } ?? "",
                message: "\($0.text) is a secret. To fix this: http-mock \(command)")
        }
        findings += redaction.remainders.map { .init(line: $0.line, message: $0.textOfRemainder) }
        if let age = arguments.age(.failAfter) {
            do {
                let command = "http-mock record ORIGIN --to \(log.path) --replace"
                // A file without times has no age, which is no finding.
                _ = try Expiry(warnAfter: nil, failAfter: age)
                    .check(log.recording.entries, of: log.url, command: command)
            } catch {
                // The name is removed, because each line of the report begins with the file.
                findings.append(.init(message: error.message.withoutPrefix("\(log.url.lastPathComponent) ")))
            }
        }
        return findings
    }

    /// Returns the part of an entry that a problem names, as in `GET /user → 200 application/json body.id: …`.
    private static func part(ofProblem text: String) -> EntryLines.Part {
        // In GraphQL the operation follows the path, and every problem is one of a body.
        if text.contains(/^\S+ \S+ (query|mutation|subscription)\b/) {
            return text.contains(/^[^:]* → [0-9]+/) ? .responseBody : .requestBody
        }
        guard let match = text.firstMatch(of: /^\S+ \S+ (request|→ [0-9]+)(?: \S+)? (body|header)(?:\.([^\s:]+))?/)
        else { return .url }
        let isRequest = match.1 == "request"
        if match.2 == "body" { return isRequest ? .requestBody : .responseBody }
        let name = String(match.3 ?? "")
        return isRequest ? .requestHeader(name) : .responseHeader(name)
    }

    /// An entry that the contract applies to, with its problems.
    private struct CheckedEntry {
        let number: Int
        let problems: RecordedExchange.Problems
    }

    /// An entry that has a response.
    private struct Answered {
        let number: Int
        let exchange: RecordedExchange
    }

    /// Returns the entries of a file without those that have no response.
    private func exchanges(in file: CassetteFile) -> [Answered] {
        file.entries.compactMap { entry in
            let response = entry.response
            guard response.status > 0, let request = entry.request.mockRequest else { return nil }
            let headers = response.headers.map { (name: $0.name, value: $0.value) }
            return Answered(
                number: entry.number,
                exchange: .init(request, status: response.status, headers: headers, body: response.body.bytes))
        }
    }

    /// Checks entries, and leaves out those that the contract does not apply to.
    private func checkedEntries(_ entries: [Answered], _ contract: any ServiceContract) -> [CheckedEntry] {
        let problems = contract.problems(of: entries.map(\.exchange), server: arguments.text(.server))
        return zip(entries, problems).compactMap { entry, problems in
            problems.map { CheckedEntry(number: entry.number, problems: $0) }
        }
    }
}
