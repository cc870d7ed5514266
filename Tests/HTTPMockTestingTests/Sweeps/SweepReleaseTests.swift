import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The instances of a sweep's runs are released, although the code's handlers refer to them.
@Suite(.bounded) struct SweepReleaseTests {
    private struct Ended: Sendable {
        weak var mock: HTTPMock?
    }

    private let ended = Locked<[Ended]>([])

    private func register(_ mock: HTTPMock) {
        ended.withLock { $0.append(Ended(mock: mock)) }
        mock.addResponses(
            forPath: "/a", host: "a.com", responses: [.handler { _ in .plaintext("\(mock.requests.count)") }])
    }

    private var isReleased: Bool { ended.withLock { $0.allSatisfy { $0.mock == nil } } }

    @Test func runsOfAFaultSweepAreReleased() async throws {
        let sweep = try await sweepFaults(only: "GET /a", faults: [.timedOut, .emptyBody, .internalServerError]) {
            Host("a.com") { Path("/b", responses: [.empty()]) }
        } of: { mock in
            register(mock)
            await get("https://a.com/a", from: mock)
            await get("https://a.com/b", from: mock)
        }
        #expect(sweep.runs.count == 3)
        #expect(await eventually { isReleased })
    }

    @Test func runsOfAnOrderSweepAreReleased() async throws {
        let sweep = try await sweepOrders {
            Host("a.com") { Path("/b", responses: [.empty()]) }
        } of: { mock in
            register(mock)
            async let other: Void = get("https://a.com/b", from: mock)
            await get("https://a.com/a", from: mock)
            await other
        }
        #expect(sweep.failures.isEmpty)
        #expect(await eventually { isReleased })
    }

    @Test func requestAfterItsRunIsRefused() async throws {
        let mocks = Locked<[HTTPMock]>([])
        try await sweepFaults(faults: [.timedOut]) {
            Host("a.com") { Path("/a", responses: [.plaintext("x", lifetime: .eternal)]) }
        } of: { mock in
            mocks.withLock { $0.append(mock) }
            await get("https://a.com/a", from: mock)
        }
        let reports = InterceptedReports(containing: "requestAfterItsRunIsRefused")
        let mock = try #require(mocks.withLock { $0.last })
        let url = try #require(URL(string: "https://a.com/a"))
        let error = await #expect(throws: (any Error).self) { try await mock.data(for: URLRequest(url: url)) }
        let text = try #require(error.flatMap { HTTPMockError($0) }?.message)
        #expect(text.hasPrefix("HTTPMock: the run of the fault sweep of the test "))
        #expect(text.contains("has ended, so its requests are refused"))
        #expect(!reports.texts.isEmpty)
    }
}
