import Foundation
import TestSupport
import Testing

/// A test of the guard, run by this very program in another process.
enum GuardedTask: String, CaseIterable, Sendable {
    case refusesEveryWay, letsThrough, refusesAThousand, startsTwice, refusesAChild, tunnels

    static let variable = "HTTPMOCK_GUARDED_TASK"
    /// The task of this process; nil in the process that runs all tests.
    static let current = ProcessInfo.processInfo.environment[variable].flatMap(GuardedTask.init)
    /// The running program, if the tests are a program of their own.
    static let program = CommandLine.arguments.first.flatMap { path in
        path.hasSuffix(".xctest") && FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Runs the task in another process.
    func run() async throws -> (status: Int32, text: String) {
        let environment = ProcessInfo.processInfo.environment.merging([Self.variable: rawValue]) { $1 }
        let arguments = [
            "--testing-library", "swift-testing", "--filter", "HTTPMockServerTests.GuardedProcess/\(rawValue)",
        ]
        return await Subprocess.run(try #require(Self.program), arguments, environment: environment)
    }
}
