import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockServer

/// Serves files until the command is interrupted.
struct ServeCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws -> ExitStatus {
        arguments.removeOldAddress()
        let watch = FileWatch(arguments.operands.map { URL(fileURLWithPath: $0) })
        let files = try arguments.operands.map(file)
        let served = ServedFiles(files, origin: try origin(), isStrict: arguments.has(.strict))
        var mock: HTTPMock? = HTTPMock()
        mock?.engine.store.toolAdvice = ToolAdvice.fixes
        mock?.insert(served)
        mock?.unmockedPolicy = .notFound
        if let contract = arguments.text(.contract), let mock {
            try ContractFile.contract(at: contract, resolvingIn: arguments.documentFolder).check(
                mock, server: nil, undocumentedProperties: .warn, refusesInvalidRequests: true, optional: false)
        }
        let interruption = await Interruption()
        mock?.engine.ignoreStalls()
        let records = mock?.requestUpdates
        let address = try address()
        let delay = Duration.milliseconds(arguments.number(.delay) ?? 0)
        let server = try await HTTPMock.onPort(arguments.number(.port)) { port in
            try await mock?.serve(
                as: served.origin, port: port, address: address, cors: arguments.has(.cors) ? .any : nil, delay: delay
            ) { served.origin(for: $0) }
        }
        guard let server, let records else { return .failed }
        served.noteAddress(server.baseURL)
        Output.standard.goLive { interruption.interrupt() }
        Output.error.goLive()
        Output.standard.line([Styled("\(server.baseURL.absoluteString)", .bold)])
        try arguments.writeAddress(server.baseURL)
        for file in files { Output.error.text("\(file.url.lastPathComponent): \(file.summary)") }
        openPorts(of: served, on: server)
        let printing = Task {
            var count = 0
            for await record in records {
                count += 1
                RequestLine(record, isVerbose: arguments.has(.verbose)).write(to: .standard)
            }
            return count
        }
        let watching = Task {
            if arguments.has(.watch) { await watch.run { readAgain($0, for: served) } }
        }
        // Begun after the printing, because the search may make the examples of thousands of operations.
        for text in served.neverAnswering { Output.error.text(text) }
        await interruption.wait()
        watching.cancel()
        server.stop()
        await mock?.waitUntilIdle()
        let violations = mock?.problems.count { $0.kind == .failure } ?? 0
        let reason = reasonWhyUnchecked(mock)
        // The stream of the records ends with the instance.
        mock = nil
        let total = await printing.value
        let status = summarize(total, served, violations: violations)
        guard let reason, total > 0 else { return status }
        Output.error.text("nothing was checked, because \(reason)")
        return .found
    }

    /// Returns why the contract applied to no request, with the fix; nil if it applied to one, and without a contract.
    private func reasonWhyUnchecked(_ mock: HTTPMock?) -> String? {
        guard let mock, let contract = arguments.text(.contract) else { return nil }
        // A contract that applied to no request is a failure at the end; unread messages are only a warning.
        guard mock.problemsAtEnd(testHasFailed: false).contains(where: { $0.kind == .failure }) else { return nil }
        if mock.hasRequestOfUnusablePath {
            return "each path of \(contract) that was requested has a defect. To fix this, correct the document"
        }
        return "no request was for a server of \(contract). To fix this, name the server: --as ORIGIN"
    }

    /// Opens a port for each host of the files after the first, up to a limit, so that redirects stay on the server.
    private func openPorts(of served: ServedFiles, on server: HTTPMock.Server) {
        guard !arguments.has(.origin) else { return }
        // A browser's recording may have hundreds of hosts.
        let mostPorts = 20
        for origin in served.origins.dropFirst().prefix(mostPorts) {
            guard let host = origin.firstRange(of: "://").map({ String(origin[$0.upperBound...]) }),
                let url = try? server.baseURL(forHost: host), url != server.baseURL
            else { continue }
            Output.error.text("\(host) only: \(url.absoluteString)")
        }
    }

    private func file(_ path: String) throws -> ServedFile {
        try ServedFile(path, repeats: arguments.has(.repeat), resolvingIn: arguments.documentFolder)
    }

    /// Reads a file again; if that fails, the file is served as it was.
    private func readAgain(_ url: URL, for served: ServedFiles) {
        do {
            served.replace(try file(url.path))
            Output.error.text("\(url.lastPathComponent): read again")
        } catch {
            let text = (error as? HTTPMockError)?.message ?? error.reason
            Output.error.text("\(url.lastPathComponent): still as it was, because \(text)")
        }
    }

    /// Returns the origin of `--as`; nil without it.
    private func origin() throws(ToolError) -> String? {
        guard let text = arguments.text(.origin) else { return nil }
        let url = URL(string: text)
        guard let origin = url?.originText, url?.isOrigin == true else {
            let shown = Redaction.text(ofHost: text).debugDescription
            throw ToolError(
                "--as is \(shown), which is no origin. To fix this, write scheme and host: "
                    + (url?.originText ?? "https://api.example.com"))
        }
        return origin
    }

    /// Returns the address to listen on, after a warning if other machines reach it.
    private func address() throws(ToolError) -> HTTPMock.Server.Address {
        guard let text = arguments.text(.host) else { return .ipv4 }
        guard let address = HTTPMock.Server.Address(text) else {
            throw ToolError(
                "--host is \(text.debugDescription), which is no address. To fix this, write one of this machine, as in 0.0.0.0."
            )
        }
        if !address.isLoopback {
            Output.error.text("http-mock: other machines can reach the server. To fix this, omit --host.")
        }
        return address
    }

    /// Prints the counts of the requests, and returns the status that follows from them.
    private func summarize(_ total: Int, _ served: ServedFiles, violations: Int) -> ExitStatus {
        let (unmocked, differences) = (served.unmockedCount, served.differenceCount)
        var parts = [total.counted("request")]
        if unmocked > 0 { parts.append("\(unmocked) unmocked") }
        if differences > 0 { parts.append("\(differences.counted("message")) not as recorded") }
        if violations > 0 { parts.append("\(violations.counted("violation")) of the contract") }
        Output.standard.text(parts.joined(separator: ", "))
        if violations > 0 { return .found }
        if unmocked > 0 || differences > 0, arguments.has(.strict) { return .found }
        return .fine
    }
}
