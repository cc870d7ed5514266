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
