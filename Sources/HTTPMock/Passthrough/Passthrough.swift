import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The real network, for requests that a policy or a response lets through.
///
/// The user's session says how to go there: its configuration is taken for a session with a delegate of ours, because
/// only a session's own delegate sees a response arrive piece by piece on every platform.
final class Passthrough: Sendable {
    private struct State {
        var session: URLSession?
        /// Whether the session is one of the user's, whose own cookies go along.
        let isGiven: Bool
        var relay: URLSession?
    }

    private let relay = PassthroughDelegate()
    private let state: Locked<State>
    /// Tasks are made, suspended and cancelled here: on a work queue Foundation would wait for itself.
    private let queue = DispatchQueue(label: "HTTPMock.passthrough")

    init(given session: URLSession?) {
        state = Locked(State(session: session, isGiven: session != nil))
    }

    deinit {
        state.withLock { $0.relay }?.finishTasksAndInvalidate()
    }

    /// The session the network is reached through: the one that was given, else one without any storage on disk.
    var session: URLSession {
        state.withLock { state in
            let session = state.session ?? URLSession(configuration: .ephemeral)
            state.session = session
            return session
        }
    }

    /// Sends a request and hands what comes back to the client, until it ends or is cancelled.
    ///
    /// - Parameters:
    ///   - request: The request; its body goes along whatever it was given as.
    ///   - timeouts: The request's limits; Foundation enforces them itself here.
    ///   - owner: Whose protocol class must not take the request again.
    func load(
        _ request: MockRequest, timeouts: Timeouts, client: LoadClient, owner: MockEngine
    ) -> PassthroughLoad {
        let isUpload = client.transport.isUpload
        let load = PassthroughLoad(request, timeouts: timeouts, client: client, queue: queue) { [self] next, load in
            let session = relaySession(owner: owner)
            let task: URLSessionTask
            if isUpload, let body = next.httpBody {
                var bodiless = next
                bodiless.httpBody = nil
                task = session.uploadTask(with: bodiless, from: body)
            } else {
                task = session.dataTask(with: next)
            }
            relay.add(load, for: task)
            return task
        }
        queue.async { load.send(request) }
        return load
    }

    private func relaySession(owner: MockEngine) -> URLSession {
        let session = session
        return state.withLock { state in
            if let relay = state.relay { return relay }
            let copy = session.configuration.copy() as? URLSessionConfiguration
            let configuration = copy ?? session.configuration
            configuration.protocolClasses?.removeAll { type in
                type == SharedSessionURLProtocol.self || (type as? MockURLProtocol.Type)?.owner === owner
            }
            configuration.urlCache = nil
            // Cookies are kept by the session that makes the requests, as its configuration says.
            if !state.isGiven { configuration.httpCookieStorage = nil }
            let made = URLSession(configuration: configuration, delegate: relay, delegateQueue: nil)
            state.relay = made
            return made
        }
    }
}

/// The delegate of the session that goes to the network: tells each load what is its own.
final class PassthroughDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let loads = Locked<[Int: PassthroughLoad]>([:])

    func add(_ load: PassthroughLoad, for task: URLSessionTask) {
        loads.withLock { $0[task.taskIdentifier] = load }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        load(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Followed by the load itself: the native loader drops the body of a 307 or 308.
        load(of: task)?.redirect(response)
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // On Linux a challenge comes behind the whole response, and with it unanswered the task never ends.
        let isAnswered = load(of: task)?.finishAsReceived() ?? false
        completionHandler(isAnswered ? .cancelAuthenticationChallenge : .performDefaultHandling, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        loads.withLock { $0.removeValue(forKey: task.taskIdentifier) }?
            .complete(error, response: task.response)
    }

    private func load(of task: URLSessionTask) -> PassthroughLoad? {
        loads.withLock { $0[task.taskIdentifier] }
    }
}
