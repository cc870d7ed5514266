import Foundation
import HTTPMock

/// The tool `http-mock`: recordings, OpenAPI documents and network logs without a test.
@main
enum HTTPMockTool {
    /// The version that `--version` prints; `.ci/release` compares it with the version of the release.
    static let version = "0.9.0"

    static func main() async {
        StandardDescriptors.openMissing()
        // A closed pipe makes a write fail, which is handled, instead of killing the process.
        signal(SIGPIPE, SIG_IGN)
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        Output.standard.finish()
        Output.error.finish()
        exit(status.rawValue)
    }

    /// Runs the command that the words of the command line name.
    private static func run(_ words: [String]) async -> ExitStatus {
        do {
            let status = try await runCommand(words)
            Output.standard.finish()
            guard let problem = Output.standard.problem else { return status }
            throw ToolError(problem)
        } catch let error as ToolError {
            Output.error.text("http-mock: \(error.message)")
        } catch {
            let text = (error as? HTTPMockError)?.message ?? error.reason
            Output.error.text("http-mock: \(InputFile.withoutCopies(text.withoutPrefix("HTTPMock: ")))")
        }
        return .failed
    }

    private static func runCommand(_ words: [String]) async throws -> ExitStatus {
        try checkEncoding()
        guard let name = words.first else {
            Output.error.text(Help.text)
            return .failed
        }
        guard !["--help", "-h", "help"].contains(name) else {
            var help = Help.text
            if let topic = words.dropFirst().first { help = Help.text(of: try find(topic)) }
            Output.standard.text(help)
            return .fine
        }
        guard !["--version", "-V"].contains(name) else {
            Output.standard.text("http-mock \(version)")
            return .fine
        }
        let command = try find(name)
        let arguments = try Arguments(words.dropFirst(), of: command)
        guard !arguments.wantsHelp else {
            Output.standard.text(Help.text(of: command))
            return .fine
        }
        switch command {
        case .inspect: return try InspectCommand(arguments).run()
        case .swift: return try SwiftCommand(arguments).run()
        case .redact: return try RedactCommand(arguments).run()
        case .check: return try CheckCommand(arguments).run()
        case .view: return try ViewCommand(arguments).run()
        case .serve: return try await ServeCommand(arguments).run()
        case .record: return try await RecordCommand(arguments).run()
        case .coverage: return try CoverageCommand(arguments).run()
        case .completions:
            Output.standard.text(Completions.script(for: arguments.operands[0]))
            return .fine
        }
    }

    /// Throws an error for a word that is not UTF-8.
    ///
    /// A file with such a name can't be opened here.
    private static func checkEncoding() throws(ToolError) {
        for index in 0..<Int(CommandLine.argc) {
            guard let word = CommandLine.unsafeArgv[index], String(validatingCString: word) == nil else { continue }
            throw ToolError(
                "\(String(cString: word).debugDescription) is not UTF-8. To fix this, rename the file, or let the shell open "
                    + "it: http-mock inspect - < FILE")
        }
    }

    private static func find(_ name: String) throws(ToolError) -> Command {
        if let command = Command(rawValue: name) { return command }
        let hint =
            Command.nearName(to: name, among: Command.allCases.map(\.rawValue)).map { " Did you mean \($0)?" } ?? ""
        throw ToolError("there is no command \(name.debugDescription).\(hint) To fix this, see http-mock --help.")
    }
}
