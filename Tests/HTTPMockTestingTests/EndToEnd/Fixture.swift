import Foundation
import HTTPMock
import HTTPMockTesting

/// Tests that are to fail, run by ``EndToEndTests`` in a process of their own.
enum Fixture {
    static let variable = "HTTPMOCK_FIXTURES"
    static let isOn = ProcessInfo.processInfo.environment[variable] != nil
    /// The running program, where the tests are one of their own.
    static let program = CommandLine.arguments.first.flatMap { path in
        path.hasSuffix(".xctest") && FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
}
