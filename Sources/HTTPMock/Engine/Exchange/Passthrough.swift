import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests to the real network, for a passthrough policy or response.
///
/// Owned by the engine. Requests go through a session with the configuration of the user's session. Only the delegate
/// of a session gets single chunks on every platform.
final class Passthrough: Sendable {
    private struct State {
        /// The session whose configuration is used; created on first use if none was given.
        var session: URLSession?
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
        // The user's session may have a delegate of the user, which can't reach this lock.
        WorkerThreads.releases.run { [state] in
            state.withLock { state in
                state.loadingSession?.finishTasksAndInvalidate()
                state = State()
            }
        }
    }

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

    func load(_ request: MockRequest, for exchange: Exchange, during wait: ExchangeWait) {
        let isUpload = exchange.transport.isUpload
        let load = PassthroughLoad(request, for: exchange, during: wait, queue: queue) { [self] next, file, load in
            let session = loadingSession(for: exchange.engine)
            let task: URLSessionTask
            if let file {
                task = session.uploadTask(with: next, fromFile: file)
            } else if isUpload, let body = next.httpBody {
                var bodiless = next
                bodiless.httpBody = nil
                task = session.uploadTask(with: bodiless, from: body)
            } else {
                task = session.dataTask(with: next)
            }
            delegate.add(load, for: task)
            return task
        }
        wait.onCancel = { load.cancel() }
        queue.async { load.send() }
    }

    /// Returns the session that makes the requests; called on `queue` only.
    private func loadingSession(for engine: MockEngine) -> URLSession {
        if let session = state.withLock({ $0.loadingSession }) { return session }
        let given = session.configuration
        let configuration = given.copy() as? URLSessionConfiguration ?? given
        // The instance's own class would intercept the request again.
        configuration.protocolClasses?.removeAll { ($0 as? any InterceptingProtocol.Type)?.intercepts(engine) == true }
        configuration.urlCache = nil
        // Without a given session the client's session handles the cookies, so this one must not.
        if !isGiven { configuration.httpCookieStorage = nil }
        let made = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        state.withLock { $0.loadingSession = made }
        return made
    }
}

/// A protocol class of the package, which would intercept a passed-through request.
protocol InterceptingProtocol: URLProtocol {
    static func intercepts(_ engine: MockEngine) -> Bool
}

/// Marks a host as one that a passed-through request may reach, for as long as the permit exists.
///
/// A guard of the process reads the hosts, because sessions look the same from their connections.
package final class PassthroughPermit: Sendable {
    private let address: String
    private static let addresses = Locked<[String]>([])

    private static func address(of url: URL) -> String {
        let target = RequestTarget(url: url)
        return "\(target.host):\(target.port ?? -1)"
    }

    init(_ url: URL) {
        address = Self.address(of: url)
        Self.addresses.withLock { $0.append(address) }
    }

    deinit {
        Self.addresses.withLock { addresses in
            if let index = addresses.firstIndex(of: address) { addresses.remove(at: index) }
        }
    }

    /// Returns whether a passed-through request to the host and port of a URL is under way.
    package static func exists(for url: URL) -> Bool {
        let address = address(of: url)
        return addresses.withLock { $0.contains(address) }
    }
}

/// The network's response, collected for the user's closure that answers instead.
struct CollectedResponse {
    let answering: UserOwned<PassthroughChanges.Answering>
    let served: ServedResponse
    var head: ResponseHead?
    var body = Data()
}

extension Exchange {
    func passThrough(_ changes: PassthroughChanges?, _ served: ServedResponse?) {
        if let answering = changes?.answering, let served {
            collected = CollectedResponse(answering: answering, served: served)
        }
        guard let changing = changes?.changing else { return send(currentRequest) }
        let request = currentRequest
        run(for: .handler) {
            var next = request.headRequest
            do {
                try await changing.value(&next)
                return ResponsePlan.Step.send(next)
            } catch {
                return .fail(error)
            }
        } then: {
            $0.steps = [$1]
        }
    }

    func send(changed request: URLRequest) {
        guard let url = request.url else { return perform(.fail(URLError(.badURL))) }
        // If the closure's request has no `httpBody`, the file of an upload is sent, or nothing.
        let unchanged = currentRequest.isBodyInFile ? currentRequest.content : .data(Data())
        let content = request.httpBody.map { RequestBody.data($0) } ?? unchanged
        let sent = MockRequest(request, url: url, content: content)
        record?.contents.sent = sent.description
        send(sent)
    }

    private func send(_ request: MockRequest) {
        // The native loader enforces the idle timeout.
        let wait = beginWait(for: .network, until: transport.timeouts(for: request).total, isTimeout: true)
        engine.passthrough.load(request, for: self, during: wait)
    }

    /// Ends a hop on the real network with a redirect, which the client may follow there.
    func ask(whetherToPassOn next: URLRequest, after head: ResponseHead, body: Data, insteadOf wait: ExchangeWait) {
        endWait(wait) { exchange in
            exchange.time.catchUp()
            exchange.time.noteActivity()
            exchange.steps = [.head(head)] + (body.isEmpty ? [] : [.bytes(body)]) + [.finish]
            let mark = exchange.record?.contents.mark
            exchange.ask(whetherToFollow: next, after: head) { exchange, request in
                exchange.log(request, decision: .passthrough)
                exchange.record?.contents.mark = mark
                exchange.send(request)
            }
        }
    }

    func answer(_ collected: CollectedResponse) {
        guard let head = collected.head, let response = head.fields.response(for: head.url, status: head.status) else {
            return perform(.fail(URLError(.badServerResponse)))
        }
        let (answering, body) = (collected.answering, collected.body)
        cancelWait()
        var served = collected.served
        served.isCopied = true
        call(UserOwned { try await answering.value($0, response, body) }, served)
    }

    // MARK: Redirects

    /// Asks the client whether to follow a redirect, and proceeds with its request.
    ///
    /// Without a next request, the steps that are left deliver the redirect.
    func ask(
        whetherToFollow next: URLRequest, after head: ResponseHead,
        then proceed: @escaping @Sendable (Exchange, MockRequest) -> Void
    ) {
        guard redirectCount < Redirect.limit else { return perform(.fail(URLError(.httpTooManyRedirects))) }
        let wait = beginWait(for: .redirect, until: deadline, isTimeout: true)
        transport.askToFollow(next, after: head) { [weak self] answer in
            self?.endWait(wait) { exchange in
                exchange.time.catchUp()
                guard let answer else { return }
                exchange.steps = []
                if let request = exchange.follow(answer, after: head) { proceed(exchange, request) }
            }
        }
    }

    /// Logs a redirect as the end of a hop.
    ///
    /// - Returns: The next request; nil if the exchange has ended, because the request fails, or because the front end
    ///   starts another exchange with the request.
    private func follow(_ next: URLRequest, after head: ResponseHead) -> MockRequest? {
        guard next.hasSupportedScheme else {
            steps = [.fail(URLError.adding(next.url, to: URLError(.unsupportedURL)))]
            return nil
        }
        redirectCount += 1
        record?.contents.note(head, at: clockMoment)
        endHop(nil, isLast: false)
        guard let next = transport.follow(next, after: head), let url = next.url else {
            endRequest(nil)
            return nil
        }
        time.noteActivity()
        return MockRequest(next, url: url, body: next.httpBody ?? Data())
    }
}
