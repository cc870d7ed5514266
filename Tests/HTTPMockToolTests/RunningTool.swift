import Foundation
import HTTPMock
import TestSupport
import Testing

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
        // The tool has the shell's own number, so that a signal reaches the tool.
        let script = #"cd "$0"; echo $$ >"$PID"; exec "$@" >"$OUT" 2>"$ERR""#
        let process = Task {
            await Subprocess.run(
                "/bin/sh", ["-c", script, folder.path, ToolRun.tool] + arguments, environment: variables,
                killedAfter: 150
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

    /// Sends a signal, once or more often, and waits for the end of the tool.
    ///
    /// - Returns: The exit status, and the whole of both outputs.
    func end(_ number: Int32 = SIGINT, times: Int = 1) async throws -> (status: Int32, output: [String], error: String)
    {
        func text(_ kind: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent("\(id).\(kind)"), encoding: .utf8)
        }
        let task = process.withLock { $0 }
        let processNumber = try #require(Int32(text("pid").trimmingCharacters(in: .newlines)))
        // After half a second, a further signal ends the tool at once.
        let end = ContinuousClock.now + .milliseconds(100)
        for index in 0..<times where index == 0 || ContinuousClock.now < end { kill(processNumber, number) }
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
