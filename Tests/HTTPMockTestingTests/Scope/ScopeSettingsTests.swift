import Foundation
import HTTPMock
import TestSupport
import Testing
import TestingSupport

@testable import HTTPMockTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads how long ago a request began to wait, by the clock of the test.
private func answersOnlyWhenAdvanced(_ clock: ManualClock) async throws {
    let mock = HTTPMock.current
    mock.addResponses(forPath: "/slow", host: "a.com", responses: [.empty(delivery: .delayed(.seconds(3_600)))])
    let request = URLRequest(url: try #require(URL(string: "https://a.com/slow")), timeoutInterval: 7_200)
    async let answer = mock.data(for: request)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3_600))
    _ = try await answer
}

/// The clock of the innermost trait that has one is the instance's.
@Suite(.httpMock(clock: .manual), .bounded) struct ScopeClockTests {
    private static let own = ManualClock()

    @Test func clockOfTheSuiteIsUsed() async throws {
        try await answersOnlyWhenAdvanced(HTTPMock.current.manualClock)
    }

    @Test(.httpMock(host: "a.com", clock: own) { Path("/x") { MockResponse.empty().optional() } })
    func clockOfTheTestIsUsed() async throws {
        #expect(HTTPMock.current.manualClock === Self.own)
        try await answersOnlyWhenAdvanced(Self.own)
    }

    @Test(.httpMock(clock: .continuous)) func systemsClockMayBeChosenToo() {
        #expect(HTTPMock.current.clock is ContinuousClock)
    }

    private static let clocks = Locked<[ObjectIdentifier: ManualClock]>([:])

    @Test(arguments: 0..<5) func eachArgumentHasAClockOfItsOwn(number: Int) {
        let clock = HTTPMock.current.manualClock
        #expect(clock.now.offset == .zero)
        clock.advance(by: .seconds(number + 1))
        let isNew = Self.clocks.withLock { $0.updateValue(clock, forKey: ObjectIdentifier(clock)) == nil }
        #expect(isNew)
    }

    @Test func instanceMadeByHandHasItsClockToo() {
        let clock = ManualClock()
        #expect(HTTPMock(clock: clock).manualClock === clock)
        #expect(HTTPMock(clock: .manual).manualClock.now.offset == .zero)
    }
}

/// The host of a trait is the default domain.
@Suite(.httpMock(host: "suite.example.com")) struct ScopeHostTests {
    @Test func hostOfASuiteIsTheDefaultDomain() async throws {
        let mock = HTTPMock.current
        mock.addResponses(forPath: "/x", responses: [.empty()])
        await get("https://suite.example.com/x")
        mock.reset()
        #expect(mock.defaultDomain == "suite.example.com")
    }

    @Test(.httpMock(host: "test.example.com") { Path("/x") { MockResponse.empty() } })
    func hostOfTheTestReplacesTheSuites() async {
        HTTPMock.current.registerResponses { Path("/y") { MockResponse.empty() } }
        for path in ["x", "y"] { await get("https://test.example.com/\(path)") }
    }

    @Test(.httpMock { Path("/x") { MockResponse.empty() } })
    func registrationsWithoutAHostUseTheSuites() async {
        await get("https://suite.example.com/x")
    }
}

extension HTTPMockTrait {
    /// The trait as one of a suite, which Swift Testing has prepared for its suite.
    var ofSuite: HTTPMockTrait {
        isOfSuite.withLock { $0 = true }
        return self
    }
}
