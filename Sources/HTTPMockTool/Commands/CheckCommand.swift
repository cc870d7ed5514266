import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockRecording

/// Reports what is wrong with recordings, for CI.
struct CheckCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> ExitStatus {
        let contract = try arguments.text(.against).map(OpenAPIFile.contract)
        var all = Findings()
        var isContractUsed = false
        for path in arguments.operands {
            let log = try LogFile(path)
            let file = try CassetteFile(contentsOf: log.url)
            var findings = try findings(in: file, log, path)
            if let contract {
                let violations = violations(of: contract, in: file)
                isContractUsed = isContractUsed || violations.contains { $0.texts != nil }
                findings += violations.flatMap { entry in
                    (entry.texts ?? []).map { ("entry \(entry.number)", "entry \(entry.number): \($0)") }
                }
            }
            all.add(findings, in: path)
        }
        if let contract, !isContractUsed {
            let servers = contract.serverURLs
            all.add(
                [
                    (
                        "",
                        "nothing was checked, because no entry is for a server of the document"
                            + "\(servers.isEmpty ? "" : " (\(servers.prefix(3).joined(separator: ", ")))"). To fix this, name the "
                            + "document of the recorded service."
                    )
                ], in: arguments.text(.against) ?? "")
        }
        all.write(as: arguments.text(.format) ?? "text", to: .standard)
        return all.isEmpty ? .fine : .found
    }

    private func findings(
        in file: CassetteFile, _ log: LogFile, _ path: String
    ) throws -> [(place: String, message: String)] {
        var findings = log.entries.compactMap { entry in
            entry.problem.map { problem in
                let place = "entry \(entry.number)"
                return (place: place, message: "\(place) (\(entry.method) \(entry.url)) can't be played: \(problem)")
            }
        }
        let redaction = FileRedaction(try Data(contentsOf: log.url))
        findings += redaction.secrets.map {
            (Self.entry(in: $0), "\($0) is a secret. To fix this: http-mock redact \(path) --in-place")
        }
        if let secret = redaction.remainder {
            findings.append(("", "\(secret) where redaction does not recognize it. To fix this, remove it by hand"))
        }
        if let age = arguments.age(.failAfter) {
            do {
                let command = "http-mock record ORIGIN --to \(path) --replace"
                _ = try Expiry(warnAfter: nil, failAfter: age).check(file.entries, of: log.url, command: command)
            } catch {
                // Each line begins with the name already.
                let (text, name) = (error.message, "\(log.url.lastPathComponent) ")
                findings.append(("", text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text))
            }
        }
        return findings
    }

    /// Returns the entry that a description ends with, as in `the query item a in the request of entry 2`.
    private static func entry(in text: String) -> String {
        text.firstMatch(of: /entry [0-9]+/).map { String($0.output) } ?? ""
    }

    /// The violations of each entry; nil for one that the contract does not apply to.
    private func violations(
        of contract: APIContract, in file: CassetteFile
    ) -> [(number: Int, texts: [String]?)] {
        let exchanges = file.entries.compactMap { entry -> (number: Int, exchange: APIContract.RecordedExchange)? in
            let response = entry.response
            guard response.status > 0, let request = entry.request.mockRequest else { return nil }
            let headers = response.headers.map { (name: $0.name, value: $0.value) }
            return (
                entry.number, .init(request, status: response.status, headers: headers, body: response.body.bytes)
            )
        }
        return zip(exchanges.map(\.number), contract.violations(of: exchanges.map(\.exchange))).map { ($0, $1) }
    }
}
