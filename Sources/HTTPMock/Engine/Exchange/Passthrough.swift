import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests to the real network, for a passthrough policy or response.
///
/// Owned by the engine. Requests go through another session with the configuration of ``session``, because only the
/// delegate of a session gets single chunks on every platform.
final class Passthrough: Sendable {
    private struct State {
        /// The session whose configuration is used; created on first use if none was given.
        var session: URLSession?
        /// The session that makes the requests, created on first use.
        var loadingSession: URLSession?
    }

    private let delegate = PassthroughDelegate()
    private let state: Locked<State>
    /// Whether the user gave the session, so that its cookies are sent.
    private let isGiven: Bool
    /// Not a work queue, because `URLSession` would crash there (FoundationOnLinux.md, "Blocking the work queue").
    private let queue = DispatchQueue(label: "HTTPMock.passthrough")

    init(given session: URLSession?) {
        state = Locked(State(session: session))
        isGiven = session != nil
    }

    deinit {
        guard state.withLock({ $0.session != nil || $0.loadingSession != nil }) else { return }
        // On another thread and without the lock, because the user's session may release a delegate of the user.
        WorkerThreads.releases.run { [state] in
            let taken = state.withLock { exchange(&$0, with: State()) }
            taken.loadingSession?.finishTasksAndInvalidate()
        }
    }

    /// The session whose configuration is used.
    var session: URLSession {
        if let session = state.withLock({ $0.session }) { return session }
        // Created without the lock; if two threads create a session, the first is kept.
        let made = URLSession(configuration: .ephemeral)
        return state.withLock { state in
            let session = state.session ?? made
            state.session = session
            return session
        }
    }

    /// Sends a request, whose events the exchange handles during a wait.
    func load(_ request: MockRequest, for exchange: Exchange, during wait: ExchangeWait) {
        let isUpload = exchange.transport.isUpload
        let load = PassthroughLoad(request, for: exchange, during: wait, queue: queue) { [self] next, file, load in
            let loadingSession = loadingSession(for: exchange.engine)
            let task: URLSessionTask
            if let file {
                task = loadingSession.uploadTask(with: next, fromFile: file)
            } else if isUpload, let body = next.httpBody {
                var bodiless = next
                bodiless.httpBody = nil
                task = loadingSession.uploadTask(with: bodiless, from: body)
            } else {
                task = loadingSession.dataTask(with: next)
            }
            delegate.add(load, for: task)
            return task
        }
        wait.onCancel = { load.cancel() }
        queue.async { load.forward() }
    }

    /// Returns the session that makes the requests; called on `queue` only.
    private func loadingSession(for engine: MockEngine) -> URLSession {
        if let session = state.withLock({ $0.loadingSession }) { return session }
        let given = session.configuration
        let configuration = given.copy() as? URLSessionConfiguration ?? given
        // The instance's own class would intercept the request again.
        configuration.protocolClasses?.removeAll { ($0 as? any InterceptingProtocol.Type)?.intercepts(engine) == true }
        // As for mocked requests, no response comes from a cache.
        configuration.urlCache = nil
        // The native loader reads this timeout too (FoundationOnLinux.md, "Timeouts").
        let idle = configuration.timeoutIntervalForRequest
        if idle <= 0 || idle > PassthroughLoad.noTimeout {
            configuration.timeoutIntervalForRequest = PassthroughLoad.noTimeout
        }
        // Without a given session the client's session handles the cookies, so this one must not.
        if !isGiven { configuration.httpCookieStorage = nil }
        let made = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        state.withLock { $0.loadingSession = made }
        return made
    }
}
