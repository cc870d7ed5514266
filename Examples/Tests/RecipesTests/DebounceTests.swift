import HTTPMock
import HTTPMockTesting
import Testing

@testable import Recipes

/// A search that waits for a pause in the typing.
@Suite(.httpMock(clock: .manual)) struct DebounceTests {
    let mock = HTTPMock.current
    let clock = HTTPMock.current.manualClock
    let field: SearchField

    init() {
        field = SearchField(session: mock.urlSession, clock: clock)
    }

    @Test func searchesOnceThePauseIsLongEnough() async throws {
        mock.addResponses(
            forPath: "/search", query: ["q": "swift"],
            responses: [.json(#"["Swift"]"#)])

        let early = await field.type("sw")
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(299))
        #expect(mock.requests.isEmpty)

        let search = await field.type("swift")
        await #expect(throws: CancellationError.self) {
            try await early.value
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        #expect(try await search.value == ["Swift"])
        #expect(mock.requestSummary == "GET /search?q=swift")
    }

    @Test func cancelsASearchThatRuns() async throws {
        mock.addResponses(
            forPath: "/search", query: ["q": "s"],
            responses: [.json("[]", delivery: .never)])
        mock.addResponses(
            forPath: "/search", query: ["q": "swift"],
            responses: [.json(#"["Swift"]"#)])

        let first = await field.type("s")
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        try await mock.waitForRequest(path: "/search")

        let second = await field.type("swift")
        await #expect(throws: (any Error).self) { try await first.value }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        #expect(try await second.value == ["Swift"])
    }
}
