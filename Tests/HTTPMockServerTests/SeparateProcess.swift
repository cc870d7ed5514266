import Foundation
import TestSupport
import Testing

/// Runs tests of this very program in another process, for what concerns a process as a whole.
enum SeparateProcess {
    private static let variable = "HTTPMOCK_SEPARATE_PROCESS"
    /// True in such a process.
    static let isCurrent = ProcessInfo.processInfo.environment[variable] != nil
    /// The running program, if the tests are a program of their own.
    static let program = CommandLine.arguments.first.flatMap { path in
        path.hasSuffix(".xctest") && FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Runs one test in another process, and expects it to pass.
    ///
    /// - Parameter test: The suite and the name, as in `GuardedProcess/startsTwice`.
    static func expectToPass(_ test: String) async throws {
        let environment = ProcessInfo.processInfo.environment.merging([variable: test]) { $1 }
        let arguments = ["--testing-library", "swift-testing", "--filter", "HTTPMockServerTests.\(test)"]
        let output = await Subprocess.run(try #require(program), arguments, environment: environment)
        #expect(output.status == 0, "\(output.text)")
        // The filter has found the test.
        #expect(output.text.contains("run with 1 test"), "\(output.text)")
    }
}
