import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockServer

/// Serves files until it is interrupted.
struct ServeCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws -> ExitStatus {
        let files = try arguments.operands.map { try ServedFile($0, repeats: arguments.has(.repeat)) }
        let served = ServedFiles(files, origin: arguments.text(.origin))
        var mock: HTTPMock? = HTTPMock()
        mock?.insert(served)
        if let contract = arguments.text(.contract) {
            mock?.check(against: try APIContract(contentsOf: URL(fileURLWithPath: contract)))
        }
        let interruption = Interruption()
        let lines = mock?.requestUpdates
        guard let server = try await mock?.serve(as: served.origin, onPort: arguments.number(.port)), let lines else {
            return .misused
        }
        Output.standard.line([Styled("\(server.baseURL.absoluteString)", .bold)])
        for file in files { Output.error.text("\(file.url.lastPathComponent): \(file.summary)") }
        let printing = Task {
            for await record in lines {
                RequestLine(record).write(to: .standard)
                if Output.standard.isClosed { interruption.interrupt() }
            }
        }
        let watching = Task {
            if arguments.has(.watch) { await FileWatch(urls: files.map(\.url)).run { read($0, for: served) } }
        }
        await interruption.wait()
        watching.cancel()
        server.stop()
        await mock?.waitUntilIdle()
        let violations = mock?.trafficProblems.count ?? 0
        // The stream of the lines ends with the instance.
        mock = nil
        await printing.value
        return summarize(served.counts, violations: violations)
    }

    private func read(_ url: URL, for served: ServedFiles) {
        do {
            served.replace(try ServedFile(url.path, repeats: arguments.has(.repeat)))
            Output.error.text("\(url.lastPathComponent): read again")
        } catch {
            let text = (error as? HTTPMockError)?.message ?? error.reason
            Output.error.text("\(url.lastPathComponent): still as it was, because \(text)")
        }
    }

    private func summarize(_ counts: (answered: Int, unmocked: Int), violations: Int) -> ExitStatus {
        let total = counts.answered + counts.unmocked
        var parts = ["\(total) \(total == 1 ? "request" : "requests")"]
        if counts.unmocked > 0 { parts.append("\(counts.unmocked) unmocked") }
        if violations > 0 { parts.append("\(violations) \(violations == 1 ? "violation" : "violations") of the contract") }
        Output.standard.text(parts.joined(separator: ", "))
        let hasFailed = arguments.has(.strict) && counts.unmocked > 0 || violations > 0
        return hasFailed ? .found : .fine
    }
}
