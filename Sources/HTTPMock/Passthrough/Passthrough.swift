import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The way to the real network, for requests that a policy or a response passes through.
///
/// Uses the configuration of the user's session in a session with a delegate of its own, because only a session's
/// delegate gets a response chunk by chunk on every platform. Created by an instance, owned by its engine.
final class Passthrough: PassthroughLoader {
    private struct State {
        /// The session that was given or is made when it is first needed.
        var session: URLSession?
        /// Whether the session is one of the user's, whose own cookies go along.
        let isGiven: Bool
        /// The session that makes the requests.
        var loadingSession: URLSession?
    }

    private let delegate = PassthroughDelegate()
    private let state: Locked<State>
    /// Tasks are made and cancelled here: on a work queue Foundation would wait for itself.
    private let queue = DispatchQueue(label: "HTTPMock.passthrough")

    init(given session: URLSession?) {
        state = Locked(State(session: session, isGiven: session != nil))
    }

    deinit {
        state.withLock { $0.loadingSession }?.finishTasksAndInvalidate()
    }

    /// The session whose configuration is used: the given one, else one without storage on disk.
    var session: URLSession {
        if let session = state.withLock({ $0.session }) { return session }
        // Made without the lock; if two threads make one, the first is kept.
        let made = URLSession(configuration: .ephemeral)
        return state.withLock { state in
            let session = state.session ?? made
            state.session = session
            return session
        }
    }

    func load(
        _ request: MockRequest, timeouts: Timeouts, for link: PassthroughLink
    ) -> @Sendable () -> Void {
        let isUpload = link.exchange.transport.isUpload
        let load = PassthroughLoad(request, timeouts: timeouts, link: link, queue: queue) { [self] next, load in
            let session = loadingSession(for: link.exchange.engine)
            let task: URLSessionTask
            if isUpload, let body = next.httpBody {
                var bodiless = next
                bodiless.httpBody = nil
                task = session.uploadTask(with: bodiless, from: body)
            } else {
                task = session.dataTask(with: next)
            }
            delegate.add(load, for: task)
            return task
        }
        queue.async { load.send(request) }
        return { load.cancel() }
    }

    /// Returns the session that makes the requests; called on `queue` only.
    private func loadingSession(for engine: MockEngine) -> URLSession {
        if let session = state.withLock({ $0.loadingSession }) { return session }
        let given = session.configuration
        let configuration = given.copy() as? URLSessionConfiguration ?? given
        // The instance's own class would take the request again.
        configuration.protocolClasses?.removeAll { type in
            type == SharedSessionURLProtocol.self || (type as? MockURLProtocol.Type)?.owner?.engine === engine
        }
        configuration.urlCache = nil
        // The session that makes the request keeps the cookies, as its configuration says.
        if !state.withLock({ $0.isGiven }) { configuration.httpCookieStorage = nil }
        let made = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        state.withLock { $0.loadingSession = made }
        return made
    }
}
