import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Repeats a request that may succeed later, and waits twice as long each time.
struct RetryingClient: Sendable {
    let session: URLSession
    /// The clock of the waits; a test passes a manual clock.
    var clock: any Clock<Duration> = ContinuousClock()
    /// The greatest number of attempts; at least 1.
    var attempts = 4
    var firstWait = Duration.seconds(1)

    func data(for request: URLRequest) async throws -> Data {
        var wait = firstWait
        for _ in 1..<attempts {
            do {
                return try await session.success(request).0
            } catch  where Self.mayHelp(error) {
                try await clock.sleep(for: wait)
                wait *= 2
            }
        }
        return try await session.success(request).0
    }

    private static func mayHelp(_ error: any Error) -> Bool {
        switch error {
        case let error as StatusError:
            [429, 502, 503, 504].contains(error.status)
        case let error as URLError:
            [
                .networkConnectionLost, .notConnectedToInternet,
                .cannotConnectToHost, .timedOut,
            ].contains(error.code)
        default: false
        }
    }
}
