import Foundation
import HTTPMock
import Testing

/// The requests of one run of a sweep, counted by line.
final class SweepRequests: Sendable {
    /// The identity of a request, which is the same in every run.
    struct ID: Sendable {
        /// The method, the path, and the query or the GraphQL operation.
        let line: String
        /// The number among the requests with the same line, from 1.
        let number: Int

        /// The name, as in `GET /poll (2nd time)`.
        var name: String {
            if number == 1 { return line }
            return "\(line) (\(number.ordinal) time)"
        }
    }

    private let counts = Locked<[String: Int]>([:])

    var count: Int {
        counts.withLock { $0.values.reduce(0, +) }
    }

    /// Counts a request, and returns its identity.
    func add(_ request: MockRequest) -> ID {
        let line = Self.line(of: request)
        return counts.withLock { counts in
            counts[line, default: 0] += 1
            return ID(line: line, number: counts[line] ?? 1)
        }
    }

    /// Returns the line that identifies a request and its repetitions.
    static func line(of request: MockRequest) -> String {
        guard let operation = request.graphQLTitle else { return request.summary }
        return "\(request.method) \(request.maskedPath) \(operation)"
    }
}
