import HTTPMock

/// Changes the responses of some requests of one run of a fault sweep.
///
/// Created by the ``SweepRun`` and retained by its mock. Called where requests are matched.
final class FaultInjector: EngineExtension {
    /// Returns the function that changes the response to a request; nil for a request that is answered as registered.
    typealias Fault = @Sendable (MockRequest) -> (@Sendable (MockResponse) -> MockResponse)?

    private let fault = Locked<Fault?>(nil)

    var survivesReset: Bool { true }

    /// Sets the fault of later requests.
    func set(_ fault: @escaping Fault) {
        self.fault.withLock { $0 = fault }
    }

    func replacement(for request: MockRequest) -> (@Sendable (MockResponse) -> MockResponse)? {
        fault.withLock { $0 }?(request)
    }
}
