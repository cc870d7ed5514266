import Foundation
import HTTPMock
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

/// A command of the tool that runs until it is interrupted, as its user starts it.
final class RunningTool: Sendable {
    /// The address that the tool has printed first.
    let address: String
    private let folder: URL
    private let id = UUID().uuidString
    private let process: Locked<Task<Int32, Never>>

    struct NotStarted: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts the tool, and waits until it has printed its address, for one minute at most.
    init(_ arguments: [String], in folder: URL, environment: [String: String] = [:]) async throws {
        self.folder = folder
        let files = ["OUT": "\(id).out", "ERR": "\(id).err", "PID": "\(id).pid"]
            .mapValues { folder.appendingPathComponent($0).path }
        let variables = ToolRun.variables(environment).merging(files) { $1 }
        // The tool has the shell's own number, so that a signal reaches it and not only what watches over its time.
        let script =
            #"cd "$0"; echo $$ >"$PID"; (sleep 150; kill -9 $$) </dev/null >/dev/null 2>&1 & exec "$@" >"$OUT" 2>"$ERR""#
        let process = Task {
            await Subprocess.run(
                "/bin/sh", ["-c", script, folder.path, ToolRun.tool] + arguments, environment: variables
            )
            .status
        }
        self.process = Locked(process)
        let output = folder.appendingPathComponent("\(id).out")
        func firstLine() -> String? {
            let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            return text.contains("\n") ? String(text.prefix { $0 != "\n" }) : nil
        }
        let deadline = ContinuousClock.now + .seconds(60)
        while firstLine() == nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
        guard let line = firstLine() else {
            throw NotStarted(
                description: (try? String(contentsOfFile: files["ERR"] ?? "", encoding: .utf8)) ?? "no output")
        }
        address = line
    }

    /// Sends a signal, and waits for the end of the tool.
    ///
    /// - Returns: The exit status, and the whole of both outputs.
    func end(_ number: Int32 = SIGINT) async throws -> (status: Int32, output: [String], error: String) {
        func text(_ kind: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent("\(id).\(kind)"), encoding: .utf8)
        }
        let task = process.withLock { $0 }
        kill(try #require(Int32(text("pid").trimmingCharacters(in: .newlines))), number)
        let status = await task.value
        return (status, try text("out").split(separator: "\n").map(String.init), try text("err"))
    }

    /// Waits until the outputs contain a text, for one minute at most.
    func waitForOutput(_ wanted: String) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            for kind in ["out", "err"] {
                let file = folder.appendingPathComponent("\(id).\(kind)")
                if try String(contentsOf: file, encoding: .utf8).contains(wanted) { return true }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }
}
