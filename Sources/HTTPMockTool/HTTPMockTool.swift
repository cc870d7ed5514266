import Foundation
import HTTPMock

/// The tool `http-mock`: recordings, OpenAPI documents and network logs without a test.
@main
enum HTTPMockTool {
    static func main() async {
        // A closed pipe is noticed when it is written to, and never kills the process with a message of the shell.
        signal(SIGPIPE, SIG_IGN)
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    /// Runs the command that some words name.
    private static func run(_ words: [String]) async -> ExitStatus {
        do {
            let status = try await runCommand(words)
            guard let problem = Output.standard.problem else { return status }
            throw ToolError(
                "standard output can't be written: \(problem). To fix this, make room where it is written to.")
        } catch let error as ToolError {
            Output.error.text("http-mock: \(error.message)")
        } catch {
            let text = (error as? HTTPMockError)?.message ?? error.reason
            let prefix = "HTTPMock: "
            Output.error.text("http-mock: \(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)")
        }
        return .misused
    }

    private static func runCommand(_ words: [String]) async throws -> ExitStatus {
        guard let name = words.first else {
            Output.error.text(Help.text)
            return .misused
        }
        guard !["--help", "-h", "help"].contains(name) else {
            Output.standard.text(words.dropFirst().first.flatMap(Command.init).map(Help.text) ?? Help.text)
            return .fine
        }
        guard let command = Command(rawValue: name) else {
            let nearest = EditDistance.nearest(to: name, among: Command.allCases.map(\.rawValue)) ?? ""
            throw ToolError(
                "there is no command \(name.debugDescription). Did you mean \(nearest)? To fix this, see http-mock --help."
            )
        }
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
        }
    }
}
