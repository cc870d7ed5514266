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
        var status = ExitStatus.fine
        var isContractUsed = false
        for path in arguments.operands {
            let log = try LogFile(path)
            let file = try CassetteFile(contentsOf: log.url)
            var findings = try findings(in: file, log, path)
            if let contract {
                let violations = violations(of: contract, in: file)
                isContractUsed = isContractUsed || violations.contains { $0.texts != nil }
                findings += violations.flatMap { entry in (entry.texts ?? []).map { "entry \(entry.number): \($0)" } }
            }
            let name = URL(fileURLWithPath: path).lastPathComponent
            for finding in findings { Output.standard.text("\(name): \(finding)") }
            if findings.isEmpty {
                Output.standard.text("\(name): fine")
            } else {
                status = .found
            }
        }
        if let contract, !isContractUsed {
            let servers = contract.serverURLs
            Output.standard.text(
                "\(arguments.text(.against) ?? ""): nothing was checked, because no entry is for a server of the document"
                    + "\(servers.isEmpty ? "" : " (\(servers.prefix(3).joined(separator: ", ")))"). To fix this, name the "
                    + "document of the recorded service.")
            status = .found
        }
        return status
    }

    private func findings(in file: CassetteFile, _ log: LogFile, _ path: String) throws -> [String] {
        var findings = log.entries.compactMap { entry in
            entry.problem.map { "entry \(entry.number) (\(entry.method) \(entry.url)) can't be played: \($0)" }
        }
        let redaction = FileRedaction(try Data(contentsOf: log.url))
        findings += redaction.secrets.map {
            "\($0) is a secret. To fix this: http-mock redact \(path) --in-place"
        }
        if let secret = redaction.remainder {
            findings.append("\(secret) where redaction does not recognize it. To fix this, remove it by hand")
        }
        if let age = arguments.age(.failAfter) {
            do {
                let command = "http-mock record ORIGIN --to \(path) --replace"
                _ = try Expiry(warnAfter: nil, failAfter: age).check(file.entries, of: log.url, command: command)
            } catch {
                // Each line begins with the name already.
                let (text, name) = (error.message, "\(log.url.lastPathComponent) ")
                findings.append(text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text)
            }
        }
        return findings
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
