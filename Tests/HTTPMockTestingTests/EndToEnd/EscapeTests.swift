#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// The issue of a request that escapes: of the test that made it if that is proved, or else of the run.
    @Suite(.enabled(if: Fixture.program != nil, "needs a program with the tests in it"), .bounded)
    struct EscapeTests {
        private struct Output {
            let text: String
            var issues: [String] { text.components(separatedBy: "\n").filter { $0.contains("recorded an issue") } }
        }

        private func run(_ arguments: [String]) async throws -> Output {
            let environment = ProcessInfo.processInfo.environment.merging([EscapeFixture.variable: "1"]) { $1 }
            let output = await Subprocess.run(try #require(Fixture.program), arguments, environment: environment)
            #expect(output.status != 0, "\(output.text)")
            #expect(!output.text.contains("s3cret"))
            return Output(text: output.text)
        }

        private func swiftTesting(_ filter: String) async throws -> Output {
            try await run(["--testing-library", "swift-testing", "--filter", "HTTPMockTestingTests.\(filter)"])
        }

        /// Without the promise that all tests are known, the only known test may be innocent.
        @Test(arguments: [
            ("only", #"the test "only()""#), ("outside", "none"), ("innocent", #"the test "innocent()""#),
        ])
        func failsTheRunWithoutAPromise(fixture: String, running: String) async throws {
            let output = try await swiftTesting("EscapeWithoutPromise/\(fixture)")
            #expect(output.issues.count == 1, "\(output.text)")
            #expect(output.issues.first?.contains("()") == false, "\(output.text)")
            #expect(
                output.text.contains("GET http://escape.invalid/\(fixture)?token=REDACTED is not a request of a mock"))
            #expect(
                output.text.contains("running tests, as far as they are known: \(running)\n"), "\(output.text)")
        }

        @Test(arguments: ["mocked", "guarded", "guardedThenMocked", "mockedThenGuarded"])
        func failsTheOnlyTestWithThePromise(fixture: String) async throws {
            let output = try await swiftTesting("EscapeWithPromise/\(fixture)\\(")
            #expect(output.issues.count == 1, "\(output.text)")
            #expect(output.issues.first?.contains(" \(fixture)() recorded") == true, "\(output.text)")
            #expect(output.text.contains("running tests: the test \"\(fixture)()\"\n"), "\(output.text)")
        }

        @Test func namesAllTestsThatRun() async throws {
            let output = try await swiftTesting("EscapeWithPromise/among")
            #expect(output.issues.count == 1, "\(output.text)")
            #expect(output.issues.first?.contains("among(") == false, "\(output.text)")
            let among = #"the test "among(number:)""#
            #expect(output.text.contains("running tests: \(among), \(among)\n"), "\(output.text)")
        }

        @Test func failsEachTestAndArgumentOnce() async throws {
            let output = try await swiftTesting("EscapeAgain")
            #expect(output.issues.count == 4, "\(output.text)")
            #expect(output.issues.count { $0.contains(" works() recorded") } == 1, "\(output.text)")
            for number in 1...3 {
                #expect(
                    output.issues.count { $0.contains("worksToo(number:)") && $0.contains("number → \(number)") } == 1,
                    "\(output.text)")
            }
        }

        @Test func failsTheRunningMethodOfXCTest() async throws {
            let output = try await run(["HTTPMockTestingTests.EscapingXCTestFixture"])
            let errors = output.text.components(separatedBy: "\n").filter {
                $0.contains("error: EscapingXCTestFixture.")
            }
            #expect(errors.count == 2, "\(output.text)")
            for name in ["testOne", "testTwo"] {
                #expect(errors.count { $0.contains("EscapingXCTestFixture.\(name) ") } == 1, "\(output.text)")
            }
            // The guard was started in the first method, whose name it can't know.
            #expect(output.text.contains("running tests: the running method\n"), "\(output.text)")
            #expect(output.text.contains("running tests: the test EscapingXCTestFixture.testTwo\n"), "\(output.text)")
        }
    }
#endif
