import HTTPMock

/// The requests of one run of a fault sweep, counted by line.
final class SweepRequests: Sendable {
    private let counts = Locked<[String: Int]>([:])

    /// The number of requests so far.
    var count: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// Counts a request, and returns its line and its number among equal lines.
    func add(_ request: MockRequest) -> (line: String, number: Int) {
        let line = request.summary
        return counts.withLock { counts in
            counts[line, default: 0] += 1
            return (line, counts[line] ?? 1)
        }
    }

    /// Returns the name of a request, as in `GET /poll (2nd time)`.
    static func name(of line: String, number: Int) -> String {
        switch number {
        case 1: line
        case 2: "\(line) (2nd time)"
        case 3: "\(line) (3rd time)"
        default: "\(line) (\(number)th time)"
        }
    }
}
