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
///   - only: The name of the only request to change, as in ``FaultSweep/requests``; nil for all requests.
///   - faults: The faults; ``Fault/all`` unless given.
///   - timeLimit: The real time after which a run counts as hung, beyond three times that of the run without faults.
///     A run also hangs if it makes many more requests than the run without faults.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller. Use the mock's session in it, and expectations for what
///     must be true after every fault.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the run without faults; `HTTPMockError` outside a test of Swift Testing,
///   and for a wrong `only`.
@discardableResult
public func sweepFaults(
    only: String? = nil, faults: [Fault] = Fault.all, timeLimit: Duration = .seconds(5),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @MockBuilder _ content: @escaping @Sendable () -> [MockElement],
    @_inheritActorContext of code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> FaultSweep {
    var sweep = try Sweep(
        "fault sweep", of: "sweepFaults", timeLimit: timeLimit,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), content: content, code: code)
    let targets = try await sweep.firstRun()
    let selected = try sweep.selection(only, of: "sweepFaults", among: targets.map(\.name))
    var result = FaultSweep(requests: targets.map(\.name).filter(selected.contains), faults: faults)
    for target in targets where selected.contains(target.name) {
        for fault in faults {
            guard let change = fault.change(toResponseWith: target.record.responseBody) else { continue }
            let run = try await sweep.run(target, with: "\(fault)", response: change)
            result.runs.append(
                FaultSweep.Run(request: target.name, fault: fault, outcome: run.outcome, isKnown: run.isKnown))
        }
    }
    let failures = result.failures.filter { !$0.isKnown }.map { run in
        let messages = run.outcome.messages.joined(separator: "\n")
        return "HTTPMock: \(run.request) with the fault \"\(run.fault)\": \(messages)"
    }
    sweep.report(failures, "\(result)", as: "fault-sweep.txt")
    return result
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

    /// One run, in which one request met one fault.
    public struct Run: Sendable {
        /// The request, as in ``FaultSweep/requests``.
        public let request: String
        /// The fault.
        public let fault: Fault
        /// The end of the run.
        public let outcome: Outcome
        let isKnown: Bool
    }

    /// The end of a run.
    public typealias Outcome = SweepOutcome

    /// The runs that did not pass.
    public var failures: [Run] {
        runs.filter { $0.outcome != .passed }
    }

    /// The table.
    public var description: String {
        let rows = requests.map { request in
            let outcomes = faults.map { fault in runs.first { $0.request == request && $0.fault == fault }?.outcome }
            return [request] + outcomes.map { $0?.description ?? "–" }
        }
        let head = [""] + faults.map(\.description)
        return "\(SweepTable([head] + rows))"
    }
}
