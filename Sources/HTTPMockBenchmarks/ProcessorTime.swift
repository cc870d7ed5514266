import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures the processor time of the process, in microseconds.
enum ProcessorTime {
    /// Returns the time since a moment.
    static func microseconds(since start: clock_t) -> Double {
        Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e6
    }

    /// Returns the time of one call of a function that is called many times.
    static func microseconds(of count: Int, _ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        for _ in 0..<count { try body() }
        return microseconds(since: start) / Double(count)
    }

    /// Returns the time of one request of many; a first one is not counted.
    static func microseconds(of count: Int, _ request: URLRequest, to mock: HTTPMock) async throws -> Double {
        _ = try await mock.data(for: request)
        let start = clock()
        for _ in 0..<count { _ = try await mock.data(for: request) }
        return microseconds(since: start) / Double(count)
    }
}
