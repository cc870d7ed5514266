import HTTPMock
import Testing

extension HTTPMock {
    /// The clock of this instance, if it is a ``HTTPMock/ManualClock``.
    ///
    /// ```swift
    /// @Test(
    ///     .httpMock(host: "api.example.com", clock: .manual) {
    ///         Path("/flaky") { MockResponse.status(.serviceUnavailable) }
    ///     })
    /// func retries() async throws {
    ///     let clock = HTTPMock.current.manualClock
    /// }
    /// ```
    ///
    /// With another clock, the test fails, and the result is a clock that no mock uses.
    public var manualClock: ManualClock {
        if let clock = clock as? ManualClock { return clock }
        let name = self === HTTPMock.shared ? "HTTPMock.shared" : "the mock of this test"
        FailureReporter.failNow(
            """
            HTTPMock: manualClock was read, but \(name) has the clock \(type(of: clock)), which nobody can advance
              To fix this, write clock: .manual, as in @Test(.httpMock(clock: .manual)) or makeHTTPMock(clock: .manual).
            """, at: nil, for: self)
        return ManualClock(.unconnected)
    }

    /// Creates the instance of a test, which reports registration problems at its end.
    ///
    /// - Parameter clock: The clock of the test's settings; `.manual` is replaced with a new clock.
    convenience init(forTestWith clock: (any Clock<Duration>)?) {
        switch clock {
        case nil: self.init()
        case let clock as ManualClock where clock.role == .template: self.init(clock: ManualClock())
        case let clock?: self.init(clock: clock)
        }
        hasSummary = true
    }
}
