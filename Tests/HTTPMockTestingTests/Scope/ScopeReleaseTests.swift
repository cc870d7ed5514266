import Foundation
import HTTPMock
import HTTPMockTesting
import TestSupport
import Testing
import TestingSupport

/// A test's handlers often refer to its mock, and each session has descriptors.
@Suite(.bounded) struct ScopeReleaseTests {
    /// A weak reference to the instance of each test that has ended.
    private struct Ended: Sendable {
        weak var mock: HTTPMock?
    }

    @Test func thousandTestsWhoseHandlersReferToTheirMocksKeepNone() async throws {
        let ended = Locked<[Ended]>([])
        let before = ProcessResources.openFileDescriptors ?? 0
        for number in 0..<1_000 {
            let issues = await CollectedIssues.of(HTTPMockTrait.httpMock(unmocked: .notFound)) {
                let mock = HTTPMock.current
                ended.withLock { $0.append(Ended(mock: mock)) }
                mock.addResponses(
                    forPath: "/a", host: "a.com", when: .where("any") { _ in mock.requests.count > 0 },
                    responses: [.handler { _ in .plaintext("\(mock.requests.count)") }])
                mock.unmockedPolicy = .mock(.handler { _ in .plaintext("\(mock.requests.count)") })
                await get("https://a.com/a", from: mock)
                await get("https://a.com/b", from: mock)
            }
            #expect(issues.entries.isEmpty, "\(number): \(issues.text)")
        }
        #expect(await eventually { ended.withLock { $0.allSatisfy { $0.mock == nil } } })
        // Other tests have descriptors as well; a session that was kept has two.
        let isFreed = await eventually { (ProcessResources.openFileDescriptors ?? 0) < before + 500 }
        #expect(isFreed)
    }
}
