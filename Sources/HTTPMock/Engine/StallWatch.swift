import Dispatch

/// Reports requests that make no progress for ten seconds of real time, each once, on standard error.
///
/// One object serves the process. The object looks at the watched engines a few times in that span, so that a request
/// costs nothing. It stops when no request is in flight.
final class StallWatch: Sendable {
    static let shared = StallWatch()

    /// The number of looks without progress after which a request is reported.
    static let limit = 4
    private static let interval = DispatchTimeInterval.milliseconds(2_500)

    private struct WeakEngine: Sendable {
        weak var engine: MockEngine?
    }

    private let engines = Locked<[WeakEngine]>([])
    private let queue = DispatchQueue(label: "HTTPMock.stalls")

    /// Watches an engine until it has no request in flight.
    func watch(_ engine: MockEngine) {
        let isFirst = engines.withLock { engines in
            engines.append(WeakEngine(engine: engine))
            return engines.count == 1
        }
        if isFirst { lookLater() }
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + Self.interval) { [self] in
            let watched = engines.withLock { $0 }.compactMap(\.engine)
            let idle = Set(watched.filter { !$0.reportStalledRequests() }.map(ObjectIdentifier.init))
            let isEmpty = engines.withLock { engines in
                engines.removeAll { $0.engine.map { idle.contains(ObjectIdentifier($0)) } ?? true }
                return engines.isEmpty
            }
            if !isEmpty { lookLater() }
        }
    }
}

extension MockEngine {
    /// Looks at the requests in flight, and reports those that have made no progress during several looks.
    ///
    /// - Returns: Whether the engine has to be watched further.
    func reportStalledRequests() -> Bool {
        guard !store.endWatch() else { return false }
        for exchange in store.exchangesInFlight {
            exchange.transport.perform { exchange.lookForProgress() }
        }
        return true
    }

    /// Collects the requests in flight, in order of arrival.
    ///
    /// - Parameter done: Called once, on any thread, at the latest after a second.
    package func collectRequestsInFlight(_ done: @escaping @Sendable ([RequestInFlight]) -> Void) {
        let exchanges = store.exchangesInFlight
        let found = Locked<[(number: Int, request: RequestInFlight)]>([])
        let group = DispatchGroup()
        for exchange in exchanges {
            group.enter()
            exchange.transport.perform {
                if let request = exchange.inFlight { found.withLock { $0.append((exchange.number, request)) } }
                group.leave()
            }
        }
        BackgroundThread.run {
            // A transport whose loop has stopped performs nothing.
            _ = group.wait(timeout: .now() + 1)
            done(found.withLock { $0 }.sorted { $0.number < $1.number }.map(\.request))
        }
    }
}

extension HTTPMock {
    /// The requests that have not ended, in order of arrival, each with what it waits for.
    package var requestsInFlight: [RequestInFlight] {
        get async {
            await withCheckedContinuation { continuation in
                engine.collectRequestsInFlight { continuation.resume(returning: $0) }
            }
        }
    }
}
