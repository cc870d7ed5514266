import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Order sweeps over models as applications have them, each with its planted fault.
@Suite(.bounded) struct OrderSweepModelTests {
    private static func status(_ path: String, token: String? = nil, of mock: HTTPMock) async throws -> Int {
        var request = URLRequest(url: try #require(URL(string: "https://a.com\(path)")))
        request.setValue(token.map { "Bearer \($0)" }, forHTTPHeaderField: "Authorization")
        let (_, response) = try await mock.data(for: request)
        return try #require(response as? HTTPURLResponse).statusCode
    }

    /// Runs a sweep that waits twice as long for requests, because the machine may be busy.
    private func patiently(_ sweep: @escaping @Sendable () async throws -> Void) async -> CollectedIssues {
        await OrderKnowledge.$waitFactor.withValue(2) { await CollectedIssues.of(performing: sweep) }
    }

    // MARK: A token that is refreshed once

    /// Refreshes a refused token; faultily, each refused request refreshes the token again.
    private actor Session {
        private(set) var refreshCount = 0
        private var token = "old"
        private var refresh: Task<Void, any Error>?
        private let mock: HTTPMock
        private let sharesRefresh: Bool

        init(_ mock: HTTPMock, sharesRefresh: Bool) {
            self.mock = mock
            self.sharesRefresh = sharesRefresh
        }

        func load(_ path: String) async throws -> Int {
            let used = token
            let status = try await OrderSweepModelTests.status(path, token: used, of: mock)
            guard status == 401 else { return status }
            if token == used || !sharesRefresh { try await refreshToken() }
            return try await OrderSweepModelTests.status(path, token: token, of: mock)
        }

        private func refreshToken() async throws {
            if let refresh { return try await refresh.value }
            refreshCount += 1
            let task = Task {
                _ = try await OrderSweepModelTests.status("/token", of: mock)
                // In the task, because each request that waits for the task may go on first.
                token = "new"
                refresh = nil
            }
            refresh = task
            try await task.value
        }
    }

    @MockBuilder private static var protected: [MockElement] {
        Host("a.com") {
            Path("/token", responses: [.empty(lifetime: .eternal)])
            for path in ["/x", "/y"] {
                Path(path, responses: [.status(.unauthorized, lifetime: .eternal).optional()])
                Path(path, when: .bearerToken("new"), responses: [.empty(lifetime: .eternal)])
            }
        }
    }

    private static func sweepRefreshes(sharesRefresh: Bool) async throws {
        try await sweepOrders(limit: 8, timeLimit: .seconds(120)) {
            protected
        } of: { mock in
            let session = Session(mock, sharesRefresh: sharesRefresh)
            async let first = session.load("/x")
            async let second = session.load("/y")
            let statuses = try await [first, second]
            #expect(statuses == [200, 200])
            #expect(await session.refreshCount == 1)
        }
    }

    @Test func sharedRefreshPassesInEveryOrder() async {
        let issues = await CollectedIssues.of { try await Self.sweepRefreshes(sharesRefresh: true) }
        #expect(issues.failureCount == 0, "\(issues.text)")
    }

    @Test func refreshForARequestThatIsRefusedLateIsFound() async {
        let issues = await patiently { try await Self.sweepRefreshes(sharesRefresh: false) }
        #expect(issues.failureCount == 1)
        // The refresh ends before the second request is refused.
        #expect(issues.text.contains("write sweepOrders(only: ["), "\(issues.text)")
        #expect(issues.text.contains("GET /token (2nd time)"), "\(issues.text)")
    }

    // MARK: A cart with optimistic updates

    /// Shows a quantity before the server confirms it; faultily, every confirmation replaces what is shown.
    private actor Cart {
        private(set) var quantity = 0
        private var latest = 0
        private let mock: HTTPMock
        private let ignoresOldAnswers: Bool

        init(_ mock: HTTPMock, ignoresOldAnswers: Bool) {
            self.mock = mock
            self.ignoresOldAnswers = ignoresOldAnswers
        }

        func add() async throws {
            quantity += 1
            latest += 1
            let number = latest
            let url = try #require(URL(string: "https://a.com/cart/\(quantity)"))
            let (body, _) = try await mock.data(for: URLRequest(url: url))
            guard !ignoresOldAnswers || number == latest else { return }
            quantity = Int(String(decoding: body, as: UTF8.self)) ?? 0
        }
    }

    private static func sweepCart(ignoresOldAnswers: Bool) async throws {
        try await sweepOrders(timeLimit: .seconds(120)) {
            Host("a.com") {
                for number in 1...2 {
                    Path("/cart/\(number)", responses: [.plaintext("\(number)")])
                }
            }
        } of: { mock in
            let cart = Cart(mock, ignoresOldAnswers: ignoresOldAnswers)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...2 {
                    group.addTask { try await cart.add() }
                    // The taps have the same order in each run.
                    _ = try await mock.waitForRequest(path: "/cart/\(number)", timeout: .seconds(60))
                }
                try await group.waitForAll()
            }
            #expect(await cart.quantity == 2)
        }
    }

    @Test func latestConfirmationPassesInEveryOrder() async {
        let issues = await CollectedIssues.of { try await Self.sweepCart(ignoresOldAnswers: true) }
        #expect(issues.failureCount == 0, "\(issues.text)")
    }

    @Test func staleConfirmationIsFoundWithItsShortestOrder() async {
        let issues = await patiently { try await Self.sweepCart(ignoresOldAnswers: false) }
        #expect(issues.failureCount == 1)
        #expect(issues.text.contains("write sweepOrders(only: [2, 1]) { … }"), "\(issues.text)")
    }
}
