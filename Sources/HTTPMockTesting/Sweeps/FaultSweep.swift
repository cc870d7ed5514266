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
/// repetitions of the same request after it. With `attempts: .first` the repetitions are answered instead: the code may
/// try again, and fails if it throws. The mock's delays and timeouts need no real time.
///
/// A run fails if an expectation fails, a request has no response, or the code does not end. Each such run is one issue
/// that names the request and the fault. An error that the code throws is no failure with `attempts: .every`, because
/// code may throw what it can't handle; the table has it. A fault that makes no difference is left out, such as a body
/// cut short where there is no body. After a failure, a table of all runs is attached to the test as `fault-sweep.txt`
/// and written to standard error. If the process crashes, the request and the fault of the run are written to standard
/// error.
///
/// - Parameters:
///   - only: The name of the only request to change, as in ``FaultSweep/requests``; nil for all requests.
///   - faults: The faults; unless given, those of ``Fault/all`` that a client can notice. An empty or short body is
///     noticed if the body is JSON, or its length is given.
///   - attempts: The attempts at a request that meet the fault.
///   - timeLimit: The real time after which a run counts as hung, beyond three times that of the run without faults.
///     A run also hangs if it makes many more requests than the run without faults.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller. Use the mock's session in it, and expectations for what
///     must be true after every fault.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the run without faults; `HTTPMockError` outside a test of Swift Testing,
///   for a response that can't be made, for a run without faults that does not end, and for a wrong `only`;
///   `CancellationError`.
@discardableResult
public func sweepFaults(
    only: String? = nil, faults: [Fault]? = nil, attempts: FaultSweep.Attempts = .every,
    timeLimit: Duration = .seconds(5), fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, @MockBuilder _ content: @escaping @Sendable () -> [MockElement],
    @_inheritActorContext of code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> FaultSweep {
    let sweep = try Sweep(
        "fault sweep", of: "sweepFaults", timeLimit: timeLimit,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), content: content, code: code)
    var search = FaultSearch(sweep: sweep, attempts: attempts)
    return try await search.result(only: only) { record in
        faults ?? Fault.all.filter { $0.canBeNoticed(in: record) }
    }
}

/// Runs code once for every request it makes and every fault that is chosen for that request.
///
/// ```swift
/// let faults: @Sendable (RecordedRequest) -> [Fault] = { record in
///     record.path.hasPrefix("/images/") ? [.noConnection] : Fault.all
/// }
/// try await sweepFaults(faults: faults) { … } of: { mock in … }
/// ```
///
/// All else is as in `sweepFaults` with a list of faults.
///
/// - Parameters:
///   - only: The name of the only request to change, as in ``FaultSweep/requests``; nil for all requests.
///   - faults: Returns the faults of a request, with its response in the run without faults.
///   - attempts: The attempts at a request that meet the fault.
///   - timeLimit: The real time after which a run counts as hung, beyond three times that of the run without faults.
///   - content: Hosts and, for the default domain, paths; evaluated again for each run.
///   - code: The code, isolated to the actor of the caller.
/// - Returns: The results of all runs.
/// - Throws: An error that the code threw in the run without faults; `HTTPMockError` outside a test of Swift Testing,
///   for a response that can't be made, for a run without faults that does not end, and for a wrong `only`;
///   `CancellationError`.
@discardableResult
public func sweepFaults(
    only: String? = nil, faults: @escaping @Sendable (RecordedRequest) -> [Fault],
    attempts: FaultSweep.Attempts = .every, timeLimit: Duration = .seconds(5), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    @MockBuilder _ content: @escaping @Sendable () -> [MockElement],
    @_inheritActorContext of code: @escaping @Sendable (HTTPMock) async throws -> Void
) async throws -> FaultSweep {
    let sweep = try Sweep(
        "fault sweep", of: "sweepFaults", timeLimit: timeLimit,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), content: content, code: code)
    var search = FaultSearch(sweep: sweep, attempts: attempts)
    return try await search.result(only: only, faults: faults)
}

/// The results of a fault sweep.
///
/// Prints as a table with one line for each request and one column for each fault, and then the errors that the code
/// threw.
public struct FaultSweep: Sendable, CustomStringConvertible {
    /// The attempts at a request that meet a fault.
    public enum Attempts: Sendable, Hashable {
        /// The request and all its repetitions.
        case every
        /// The first attempt only; the next is answered, so that code which tries again succeeds.
        case first
    }

    /// The requests of the run without faults, as in `GET /cart`; only those that `only` selects, if it is given.
    ///
    /// A repeated request has a number.
    public let requests: [String]
    /// The faults of the sweep.
    public internal(set) var faults: [Fault] = []
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
        /// The error that the code threw, as text; nil if it threw none.
        public let thrown: String?
        let isKnown: Bool
    }

    /// The end of a run.
    public typealias Outcome = SweepOutcome

    init(requests: [String]) {
        self.requests = requests
    }

    /// The runs that did not pass.
    public var failures: [Run] {
        runs.filter { $0.outcome != .passed }
    }

    /// The table.
    public var description: String {
        var hasGap = false
        var rows = [[""] + faults.map(\.description)]
        for request in requests {
            var row = [request]
            for fault in faults {
                let run = runs.first { $0.request == request && $0.fault == fault }
                if run == nil { hasGap = true }
                row.append(run?.outcome.description ?? "–")
            }
            rows.append(row)
        }
        var lines = ["\(SweepTable(rows))"]
        if hasGap { lines.append("–: not tried, because the fault makes no difference there, or was not chosen") }
        let thrown = runs.filter { $0.thrown != nil }
        if thrown.isEmpty {
            lines.append("The code threw nothing.")
        } else {
            lines.append("The code threw:")
            let rows = thrown.map { ["  \($0.request)", "\($0.fault)", $0.thrown ?? ""] }
            lines.append("\(SweepTable(rows))")
        }
        return lines.joined(separator: "\n")
    }
}
