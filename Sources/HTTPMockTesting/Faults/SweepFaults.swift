import Foundation
import HTTPMock
import Testing

/// Runs code once for every request it makes and every fault of that request.
///
/// ```swift
/// @Test func survivesEveryFault() async throws {
///     try await sweepFaults {
///         Host("api.example.com") { Path("/cart") { MockResponse.encodable(cart) } }
///     } of: { mock in
///         let model = CartModel(session: mock.urlSession)
///         await model.load()
///         #expect(!model.isLoading)
///     }
/// }
/// ```
///
/// The first run has no faults, and counts the requests. In each further run one of them meets one fault, and so do
/// repetitions of the same request after it. The mock's delays and timeouts need no real time.
///
/// A run fails if an expectation fails, a request has no response, or the code does not end. Each such run is one issue
/// that names the request and the fault. An error that the code throws is no failure, because code may throw what it
/// can't handle. A fault that makes no difference is left out, such as a body cut short where there is no body. After a
/// failure, a table of all runs is attached to the test as `fault-sweep.txt` and written to standard error. If the
/// process crashes, the request and the fault of the run are written to standard error.
///
/// - Parameters:
///   - faults: The faults; ``Fault/all`` unless given.
///   - timeLimit: The real time after which a run counts as hung, beyond three times that of the run without faults.
///     A run also hangs if it makes many more requests than the run without faults.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller. Use the mock's session in it, and expectations for what
///     must be true after every fault.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the run without faults; `HTTPMockError` outside a test of Swift Testing.
@discardableResult
public func sweepFaults(
    faults: [Fault] = Fault.all, timeLimit: Duration = .seconds(5), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @MockBuilder _ content: @Sendable () -> [MockElement],
    @_inheritActorContext of code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> FaultSweep {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let test = Test.current else {
        throw HTTPMockError("HTTPMock: sweepFaults was called outside a test of Swift Testing. To fix this, use @Test.")
    }
    let start = ContinuousClock.now
    let targets = try await requestsWithoutFaults(test, content, timeLimit: timeLimit, location, code)
    // Scaled by the run without faults, which is as slow as the machine is at this moment.
    let tenths = ((timeLimit + start.duration(to: .now) * 3) / .milliseconds(100)).rounded(.up)
    let timeLimit = Duration.milliseconds(100 * Int(tenths))
    var sweep = FaultSweep(requests: targets.map(\.target.name), faults: faults)
    let limit = 10 * targets.count + 100
    for (target, body) in targets {
        for fault in faults where fault.applies(to: body) {
            let note = CrashNote("the fault sweep of \(test.name): \(target.name), \(fault)")
            let outcome = Locked(FaultSweep.Outcome.passed)
            let issues = SweepIssues()
            try await issues.collect(in: test) {
                let run = SweepRun(
                    test, registering: content, isFaulty: true, location: location, issues: issues)
                let result = await run.perform(timeLimit: timeLimit) { endless in
                    run.inject(fault, into: target, limit: limit, endless: endless)
                } _: { mock in
                    try await code(mock)
                }
                outcome.withLock { $0 = result.outcome }
            }
            note.end()
            sweep.runs.append(
                FaultSweep.Run(
                    request: target.name, fault: fault, outcome: outcome.withLock { $0 },
                    isKnown: !issues.texts.isEmpty && issues.areAllKnown))
        }
    }
    report(sweep, at: location)
    return sweep
}

/// Runs the code without faults, and returns its requests with their response bodies.
private func requestsWithoutFaults(
    _ test: Test, _ content: @Sendable () -> [MockElement], timeLimit: Duration, _ location: CallSite,
    _ code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> [(target: SweepRun.Target, body: Data)] {
    let run = SweepRun(test, registering: content, isFaulty: false, location: location, issues: SweepIssues())
    // Nothing is known about the speed of the machine yet.
    let (outcome, thrown) = await run.perform(timeLimit: timeLimit * 6, code)
    if let thrown { throw thrown }
    if case .hung(let text) = outcome {
        throw HTTPMockError(
            "HTTPMock: in the run of the fault sweep without faults, \(text). To fix this, make the code end, or give a "
                + "greater timeLimit.", at: location)
    }
    let numbers = SweepRequests()
    let targets = run.mock.requests.map { record in
        let (line, number) = numbers.add(record.request)
        let body = record.responseBody
        return (target: SweepRun.Target(line: line, number: number, bodyCount: body.count), body: body)
    }
    for failure in ScopeSummary(run.mock, in: .sweep, allowsUnused: false).failures {
        FailureReporter.failNow(failure.text, at: failure.location ?? location, for: run.mock)
    }
    return targets
}

/// Records an issue for each run that did not pass, and the table.
private func report(_ sweep: FaultSweep, at location: CallSite) {
    let failures = sweep.failures.filter { !$0.isKnown }
    for run in failures {
        var text = "HTTPMock: \(run.request) with the fault \"\(run.fault)\": "
        switch run.outcome {
        case .passed: continue
        case .failed(let messages): text += messages.joined(separator: "\n")
        case .hung(let message): text += "\(message)"
        }
        Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(location))
    }
    guard !failures.isEmpty else { return }
    Attachment.record(Array("\(sweep)\n".utf8), named: "fault-sweep.txt")
    StandardError.report("\(sweep)")
}

/// The results of a fault sweep.
///
/// Prints as a table with one line for each request and one column for each fault.
public struct FaultSweep: Sendable, CustomStringConvertible {
    /// The requests of the run without faults, as in `GET /cart`.
    ///
    /// A repeated request has a number.
    public let requests: [String]
    /// The faults of the sweep.
    public let faults: [Fault]
    /// The runs with a fault, in order.
    ///
    /// There is none for a fault that makes no difference for a request.
    public internal(set) var runs: [Run] = []

    init(requests: [String], faults: [Fault]) {
        self.requests = requests
        self.faults = faults
    }

    /// One run, in which one request met one fault.
    public struct Run: Sendable {
        /// The request, as in ``FaultSweep/requests``.
        public let request: String
        /// The fault.
        public let fault: Fault
        /// The end of the run.
        public let outcome: Outcome
        /// Whether `withKnownIssue` matched every issue of the run, so that the run fails nothing.
        let isKnown: Bool
    }

    /// The end of a run.
    public enum Outcome: Sendable, Hashable, CustomStringConvertible {
        /// The code ended, and every expectation was met.
        case passed
        /// An expectation failed, or a request had no response.
        ///
        /// The messages include those of known issues.
        case failed([String])
        /// The code did not end in time, or went on making requests.
        case hung(String)

        /// The outcome in one word.
        public var description: String {
            switch self {
            case .passed: "passed"
            case .failed: "failed"
            case .hung: "hung"
            }
        }
    }

    /// The runs that did not pass.
    public var failures: [Run] { runs.filter { $0.outcome != .passed } }

    /// The table.
    public var description: String {
        var rows = [[""] + faults.map(\.description)]
        for request in requests {
            let outcomes = faults.map { fault in
                runs.first { $0.request == request && $0.fault == fault }.map { "\($0.outcome)" } ?? "–"
            }
            rows.append([request] + outcomes)
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }
        return lines.map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
