#if os(Linux)
    import Foundation
    import FoundationNetworking
    import HTTPMock
    import HTTPMockServer
    import HTTPMockTesting
    import TestSupport
    import Testing

    /// The issue of a request that escapes: of the only running test, or else of the run.
    @Suite(.enabled(if: Fixture.program != nil, "needs a program with the tests in it"), .bounded)
    struct EscapeTests {
        @Test(arguments: ["only", "among", "outside"])
        func escapeFailsTheOnlyTestOrTheRun(fixture: String) async throws {
            let environment = ProcessInfo.processInfo.environment.merging(["HTTPMOCK_ESCAPE": fixture]) { $1 }
            let arguments = [
                "--testing-library", "swift-testing", "--filter", "HTTPMockTestingTests.EscapeFixture/\(fixture)",
            ]
            let output = await Subprocess.run(try #require(Fixture.program), arguments, environment: environment)
            #expect(output.status != 0, "\(output.text)")
            let issues = output.text.components(separatedBy: "\n").filter { $0.contains("recorded an issue") }
            #expect(issues.count == 1, "\(output.text)")
            #expect(issues.first?.contains("only()") == (fixture == "only"), "\(output.text)")
            #expect(
                output.text.contains("GET http://escape.invalid/\(fixture)?token=REDACTED is not a request of a mock"))
            let among = #"the test "among(number:)""#
            let running = ["only": #"the test "only()""#, "among": "\(among), \(among)", "outside": "none"]
            #expect(
                output.text.contains("running tests with a mock: \(running[fixture] ?? "")\n"), "\(output.text)")
        }
    }
#endif
