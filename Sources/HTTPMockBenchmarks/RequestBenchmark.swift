import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Compares one request through a mock with the floor.
enum RequestBenchmark {
    private static let floor = "floor"
    private static let makingFloor = "floor that makes its response"
    private static let safeFloor = "floor, ended off the work queue"
    private static let mocked = "mock"
    /// A mock that also has a conditional registration on a path without requests.
    private static let withCondition = "mock with a condition elsewhere"
    /// A mock's requests with a completion handler, which are never answered inside `resume()`.
    private static let mockedLater = "mock, answered after resume()"

    static func run(_ options: Options) async throws -> [Section] {
        let request = try Endpoint.request()
        let floorSession = MinimalURLProtocol.session(MinimalURLProtocol.self)
        let mock = HTTPMock()
        mock.addResponses(
            forPath: Endpoint.path, host: Endpoint.host, responses: [.json(Endpoint.body, lifetime: .eternal)])
        let mockSession = mock.urlSession
        let makingSession = MinimalURLProtocol.session(MakingURLProtocol.self)
        let other = HTTPMock()
        other.addResponses(
            forPath: Endpoint.path, host: Endpoint.host, responses: [.json(Endpoint.body, lifetime: .eternal)])
        other.addResponses(
            forPath: "/elsewhere", host: Endpoint.host, when: .where("never asked") { _ in false },
            responses: [.json(Endpoint.body, lifetime: .eternal)])
        let otherSession = other.urlSession
        let rounds = options.count(60, quick: 3)
        let requests = options.count(250, quick: 20)

        var sequential = Comparison(rounds: rounds)
        sequential.add(floor, repeating: requests) { _ in _ = try await floorSession.data(for: request) }
        sequential.add(mocked, repeating: requests) { _ in _ = try await mockSession.data(for: request) }
        sequential.add(withCondition, repeating: requests) { _ in _ = try await otherSession.data(for: request) }
        sequential.add(makingFloor, repeating: requests) { _ in _ = try await makingSession.data(for: request) }
        sequential.add(safeFloor, repeating: requests) { _ in
            _ = try await HandlerCall.data(for: request, in: floorSession)
        }
        sequential.add(mockedLater, repeating: requests) { _ in
            _ = try await HandlerCall.data(for: request, in: mockSession)
        }
        let one = try await sequential.run()

        let tasks = 64
        // All tasks together send up to four times as many requests as a sequential round.
        let requestsOfTask = max(1, 4 * requests / tasks)
        var concurrent = Comparison(rounds: rounds)
        for (name, session) in [(floor, floorSession), (mocked, mockSession)] {
            concurrent.add(name) {
                let start = ContinuousClock.now
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<tasks {
                        group.addTask {
                            for _ in 0..<requestsOfTask { _ = try await session.data(for: request) }
                        }
                    }
                    try await group.waitForAll()
                }
                return (ContinuousClock.now - start) / .microseconds(1) / Double(tasks * requestsOfTask)
            }
        }
        let many = try await concurrent.run()

        return [
            Section(
                title: "ratios of requests to the floor, one at a time", digits: 2,
                rows: [
                    one.ratio(mocked, to: floor, goal: 1.05), one.ratio(mocked, to: makingFloor, goal: 1),
                    one.ratio(withCondition, to: mocked, goal: 1.05), one.ratio(mocked, to: safeFloor),
                    one.ratio(mockedLater, to: safeFloor),
                ]),
            Section(
                title: "ratios of requests to the floor, \(tasks) tasks at once", digits: 2,
                rows: [many.ratio(mocked, to: floor, goal: 1.2)]),
            Section(title: "requests one at a time, µs each", rows: one.rows),
            Section(title: "requests of \(tasks) tasks at once, µs each", rows: many.rows),
        ]
    }
}

/// Sends a request with a completion handler, which is called on the session's delegate queue.
///
/// An async method costs less because FoundationNetworking resumes the Swift task on the work queue, which deadlocks if
/// that task is being cancelled (FoundationOnLinux.md, "Cancelling an awaited task").
private enum HandlerCall {
    static func data(for request: URLRequest, in session: URLSession) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            session.dataTask(with: request) { data, _, error in
                if let data {
                    continuation.resume(returning: data)
                } else {
                    continuation.resume(throwing: error ?? URLError(.unknown))
                }
            }.resume()
        }
    }
}
