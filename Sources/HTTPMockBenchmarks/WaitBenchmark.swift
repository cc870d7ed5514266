import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures waits for requests and on a clock, and removals of registrations, among many others.
enum WaitBenchmark {
    static func run(_ options: Options) async throws -> [Section] {
        var comparison = Comparison(rounds: options.count(10, quick: 2))
        let counts = [250, 500, 1000].map { options.count($0, quick: $0 / 5) }
        for count in counts {
            comparison.add("\(count) requests") { try await microseconds(waitingAfterEachOf: count) }
        }
        for count in counts { comparison.add("\(count) waiters") { try await microseconds(waitingForAllOf: count) } }
        for count in counts { comparison.add("\(count) sleepers") { try await microseconds(wakingAllOf: count) } }
        for count in counts { comparison.add("\(count) removals") { microseconds(removingAllOf: count) } }
        for count in counts { comparison.add("\(count) priorities") { microseconds(ofPrioritiesUpTo: count) } }
        let results = try await comparison.run()
        let ratios = ["requests", "waiters", "sleepers", "removals", "priorities"].flatMap { unit in
            zip(counts, counts.dropFirst()).map { half, whole in
                results.ratio("\(whole) \(unit)", to: "\(half) \(unit)", goal: 1.2)
            }
        }
        return [
            Section(title: "ratios of one wait, sleep or registration among twice as many", digits: 2, rows: ratios),
            Section(title: "one wait, sleep or registration among many, µs of processor time", rows: results.rows),
        ]
    }

    /// Returns the time of one request and of the wait for it.
    private static func microseconds(waitingAfterEachOf count: Int) async throws -> Double {
        let mock = answering()
        let start = clock()
        for number in 0..<count {
            _ = try await mock.data(for: Endpoint.request("/\(number)"))
            try await mock.waitForRequest(path: "/\(number)")
        }
        return ProcessorTime.microseconds(since: start) / Double(count)
    }

    /// Returns the time of one request and of a wait for it, whose task was started before all requests.
    private static func microseconds(waitingForAllOf count: Int) async throws -> Double {
        let mock = answering()
        let start = clock()
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask { _ = try await mock.waitForRequest(path: "/\(number)", timeout: .seconds(600)) }
            }
            for number in 0..<count { _ = try await mock.data(for: Endpoint.request("/\(number)")) }
            try await group.waitForAll()
        }
        return ProcessorTime.microseconds(since: start) / Double(count)
    }

    /// Returns the time of one sleep among others, each of which ends at a moment of its own.
    private static func microseconds(wakingAllOf count: Int) async throws -> Double {
        let manual = ManualClock()
        let start = clock()
        try await withThrowingTaskGroup { group in
            for number in 1...count { group.addTask { try await manual.sleep(for: .seconds(number)) } }
            await manual.waitForSleepers(count)
            for _ in 1...count { manual.advance(by: .seconds(1)) }
            try await group.waitForAll()
        }
        return ProcessorTime.microseconds(since: start) / Double(count)
    }

    /// Returns the time of one registration and its removal, among others that differ only in their priority.
    private static func microseconds(ofPrioritiesUpTo count: Int) -> Double {
        let mock = HTTPMock()
        let start = clock()
        for priority in 0..<count {
            mock.addResponses(forPath: "/", host: Endpoint.host, priority: priority, responses: [.empty()])
        }
        for _ in 0..<count { mock.removeResponses(forPath: "/", host: Endpoint.host) }
        return ProcessorTime.microseconds(since: start) / Double(count)
    }

    /// Returns the time of one removal among many registrations.
    private static func microseconds(removingAllOf count: Int) -> Double {
        let mock = HTTPMock()
        mock.register(Routes.exact(count: count))
        let routes = Routes.exact(count: count)
        let start = clock()
        for route in routes { mock.removeResponses(forPath: route.path, host: route.host) }
        return ProcessorTime.microseconds(since: start) / Double(count)
    }

    private static func answering() -> HTTPMock {
        let mock = HTTPMock()
        mock.addResponses(forPath: "/*", host: Endpoint.host, responses: [.empty(lifetime: .eternal)])
        return mock
    }
}
