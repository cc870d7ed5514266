import Foundation
import HTTPMock
import HTTPMockContract
import HTTPMockRecording
import HTTPMockServer

/// Passes requests on to a service, and records the exchanges, until it is interrupted.
struct RecordCommand {
    let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() async throws -> ExitStatus {
        arguments.removeOldAddress()
        let origin = try origin()
        let file = try file()
        var environment = ProcessInfo.processInfo.environment
        let isInCI = !(environment["CI"] ?? "").isEmpty
        if isInCI, !arguments.has(.force) {
            throw ToolError("CI is set, so nothing is recorded. To fix this, record on your machine, or add --force.")
        }
        if let problem = Reachability.problem(of: origin, environment: environment) {
            throw ToolError(
                "\(arguments.operands[0]) can't be reached: \(problem). To fix this, start the service, or correct the origin."
            )
        }
        // Only the options of the command count, not the variables that tests are run with.
        for name in ["CI", "HTTPMOCK_RECORD"] { environment[name] = nil }
        let mode: RecordMode = arguments.has(.replace) ? .all : .new
        let cassette = try Cassette(
            at: file, record: mode, redacting: arguments.redacting, environment: environment)
        return try await record(cassette, origin: arguments.operands[0])
    }

    private func origin() throws -> URL {
        let url = URL(keepingEscapesOf: arguments.operands[0])
        if let url, url.isOrigin { return url }
        let shown = Redaction.text(ofHost: arguments.operands[0]).debugDescription
        throw ToolError(
            "\(shown) is no origin. To fix this, write scheme and host: "
                + (url?.originText ?? "https://api.example.com"))
    }

    private func file() throws -> URL {
        guard let path = arguments.text(.to) else {
            throw ToolError("--to is missing. To fix this, write it as in: \(Command.record.example)")
        }
        guard path != InputFile.standardInput else {
            throw ToolError(
                "a recording can't be printed, because it is saved after each exchange. To fix this, name a file: --to FILE"
            )
        }
        let file = URL(fileURLWithPath: path)
        let folder = file.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw ToolError("there is no folder \(folder.path). To fix this, create it: mkdir -p \(folder.path)")
        }
        return file
    }

    private var fileName: String { URL(fileURLWithPath: arguments.text(.to) ?? "").lastPathComponent }

    private func record(_ cassette: Cassette, origin: String) async throws -> ExitStatus {
        let saver = RecordingSaver(cassette)
        let interruption = await Interruption()
        var mock: HTTPMock? = HTTPMock()
        mock?.engine.store.toolAdvice = ToolAdvice.fixes
        mock?.insert(cassette)
        mock?.unmockedPolicy = .notFound
        mock?.engine.ignoreStalls()
        let records = mock?.requestUpdates
        let server = try await HTTPMock.onPort(arguments.number(.port)) { port in
            try await mock?.serve(as: origin, port: port, address: .ipv4, cors: nil, delay: .zero) { _ in nil }
        }
        guard let server, let records else { return .failed }
        Output.standard.goLive { interruption.interrupt() }
        Output.error.goLive()
        Output.standard.line([Styled(server.baseURL.absoluteString, .bold)])
        try arguments.writeAddress(server.baseURL)
        Output.error.text("records \(origin) into \(fileName); Ctrl-C ends the recording")
        let saving = Task {
            for await record in records { saver.add(record) }
        }
        await interruption.wait()
        // A client may have its whole response before the exchange ends here.
        await cassette.waitForPendingExchanges(atMost: .seconds(1))
        server.stop()
        await mock?.waitUntilIdle()
        await cassette.waitForPendingExchanges()
        // The stream of the records ends with the instance.
        mock = nil
        await saving.value
        guard let count = await saver.finish() else { return .failed }
        for refusal in cassette.refusals {
            Output.error.text("http-mock: left out: \(Self.advice(in: refusal.message))")
        }
        for warning in cassette.warnings { Output.error.text("http-mock: \(warning)") }
        var summary = "nothing recorded"
        if count > 0 { summary = "\(count.counted("exchange")) recorded in \(fileName)" }
        if !cassette.refusals.isEmpty { summary += ", \(cassette.refusals.count) left out" }
        Output.standard.text(summary)
        return cassette.refusals.isEmpty ? .fine : .found
    }

    /// Returns a refusal's text with the tool's options in place of those in Swift, and without edits in Swift.
    private static func advice(in text: String) -> String {
        text.replacing(/redacting: \.names\("([^"]*)"\)/) { "--secret-name \($0.1)" }
            .replacing(/redacting: \.allowing\(\["([^"]*)"\]\)/) { "--allow \($0.1)" }
            .replacing(#/replace it: recording: \{.*\}, or,? /#, with: "")
    }
}
