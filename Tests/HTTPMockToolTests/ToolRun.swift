import Foundation
import TestSupport
import Testing

/// One run of the built tool, as its user starts it.
struct ToolRun {
    let status: Int32
    let output: String
    let error: String

    /// Runs the tool to its end, for two minutes at most.
    ///
    /// - Parameters:
    ///   - arguments: The words after `http-mock`.
    ///   - folder: The folder that the outputs are kept in.
    ///   - input: The file of the folder that is standard input.
    ///   - environment: Variables, in addition to the search path.
    init(
        _ arguments: [String], in folder: URL, input: String = "/dev/null", environment: [String: String] = [:]
    ) async throws {
        let id = UUID().uuidString
        let (output, error) = (folder.appendingPathComponent("\(id).out"), folder.appendingPathComponent("\(id).err"))
        let files = ["IN": input, "OUT": output.path, "ERR": error.path]
        let variables = Self.variables(environment).merging(files) { $1 }
        let script = #"cd "$0"; exec timeout 120 "$@" <"$IN" >"$OUT" 2>"$ERR""#
        (status, _) = await Subprocess.run(
            "/bin/sh", ["-c", script, folder.path, Self.tool] + arguments, environment: variables)
        self.output = try String(contentsOf: output, encoding: .utf8)
        self.error = try String(contentsOf: error, encoding: .utf8)
    }

    /// The tool, which the build puts next to the tests.
    static let tool =
        Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("http-mock").path ?? ""

    /// Returns the given variables with the search path, and the options of a sanitizer that the tests run under.
    static func variables(_ given: [String: String]) -> [String: String] {
        let options = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
        return given.merging(options) { $1 }.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    }
}
