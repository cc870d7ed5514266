import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The ways in which code may end its process.
private enum Crash: String, CaseIterable {
    case trap
    case abort
    case invalidMemoryAccess

    static let variable = "HTTPMOCK_CRASH"

    /// The crash that this process is to provoke.
    static let requested = ProcessInfo.processInfo.environment[variable].flatMap(Crash.init)

    func perform() {
        switch self {
        case .trap:
            fatalError("the code under test traps")
        case .abort:
            Foundation.abort()
        case .invalidMemoryAccess:
            UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        }
    }
}

/// Crashes in one run of a sweep.
///
/// Run by ``CrashNoteTests`` in a process of its own.
@Suite(.enabled(if: Crash.requested != nil, "run in a process of its own")) struct CrashFixture {
    @Test func sweepOfACrashingClient() async throws {
        try await sweepFaults(faults: [.noConnection, .emptyBody, .serviceUnavailable]) {
            Host("a.com") {
                Path("/first") { MockResponse.json("[]") }
                Path("/cart") { MockResponse.json("[]") }
            }
        } of: { mock in
            for path in ["first", "cart"] {
                let url = try #require(URL(string: "https://a.com/\(path)?token=s3cret"))
                let (body, response) = try await mock.urlSession.data(from: url)
                let isOK = (response as? HTTPURLResponse)?.statusCode == 200
                if path == "cart", isOK, body.isEmpty { Crash.requested?.perform() }
            }
        }
    }
}

/// Crashes in an order that was drawn.
///
/// Run by ``CrashNoteTests`` in a process of its own.
@Suite(.enabled(if: Crash.requested != nil, "run in a process of its own")) struct DrawnCrashFixture {
    @Test func sweepThatCrashesInItsThirdRun() async throws {
        let runCount = Observed(0)
        // Half of the runs are drawn: the third and the fourth.
        try await sweepOrders(limit: 4) {
            Host("a.com") { for letter in "abcd" { Path("/\(letter)", responses: [.empty()]) } }
        } of: { mock in
            runCount.change { $0 += 1 }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for letter in "abcd" {
                    let url = try #require(URL(string: "https://a.com/\(letter)"))
                    group.addTask { _ = try await mock.urlSession.data(from: url) }
                }
                try await group.waitForAll()
            }
            if runCount.value == 3 { Crash.requested?.perform() }
        }
    }
}

/// The note of a fault sweep, in the output of a process that really crashes.
@Suite(.enabled(if: Fixture.program != nil, "needs a program with the tests in it")) struct CrashNoteTests {
    @Test(arguments: Crash.allCases)
    fileprivate func crashIsAttributedToItsRequestAndFault(crash: Crash) async throws {
        let environment = ProcessInfo.processInfo.environment
            .merging([Crash.variable: crash.rawValue, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let ended = await Subprocess.run(
            try #require(Fixture.program),
            ["--testing-library", "swift-testing", "--filter", "HTTPMockTestingTests.CrashFixture/"],
            environment: environment)

        // The crash itself stays as it is: the process ends by its signal.
        #expect(ended.status < 0, "\(ended.text)")
        let notes = ended.text.components(separatedBy: "\n").filter { $0.hasPrefix("HTTPMock: the process crashed") }
        #expect(
            notes == [
                "HTTPMock: the process crashed in the fault sweep of sweepOfACrashingClient(): GET /cart?token=REDACTED, "
                    + "empty body"
            ])
    }

    @Test func crashOfADrawnOrderCanBeRunAgain() async throws {
        let environment = ProcessInfo.processInfo.environment
            .merging([Crash.variable: Crash.trap.rawValue, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let ended = await Subprocess.run(
            try #require(Fixture.program),
            ["--testing-library", "swift-testing", "--filter", "HTTPMockTestingTests.DrawnCrashFixture/"],
            environment: environment)
        #expect(ended.status < 0, "\(ended.text)")
        let note = ended.text.components(separatedBy: "\n").first { $0.hasPrefix("HTTPMock: the process crashed") }
        let expected =
            #/.* the order sweep of sweepThatCrashesInItsThirdRun\(\): the order (\[\d, \d, \d, \d\])\. To run only this one, write sweepOrders\(only: (\[.*\])\) .*/#
        let match = try #require(note?.wholeMatch(of: expected), "\(ended.text)")
        #expect(match.1 == match.2)
    }
}
