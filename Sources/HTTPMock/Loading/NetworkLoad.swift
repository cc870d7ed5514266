import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on the real network, redirects included.
final class NetworkLoad: Sendable {
    private struct State {
        /// What is sent: after a redirect no longer what the client asked for.
        var request: MockRequest
        var task: URLSessionTask?
        var isSuspended = false
        var isOver = false
        var hasResponse = false
        /// A redirect that has arrived and is dealt with once its exchange is over.
        var redirect: ResponseHead?
        var redirectCount = 0
    }

    private let timeouts: Timeouts
    private let client: LoadClient
    private let queue: DispatchQueue
    private let makeTask: @Sendable (URLRequest, NetworkLoad) -> URLSessionTask
    private let state: Locked<State>

    init(
        _ request: MockRequest, timeouts: Timeouts, client: LoadClient, queue: DispatchQueue,
        makeTask: @escaping @Sendable (URLRequest, NetworkLoad) -> URLSessionTask
    ) {
        self.timeouts = timeouts
        self.client = client
        self.queue = queue
        self.makeTask = makeTask
        self.state = Locked(State(request: request))
    }

    /// Sends a request; called on the network's queue, where `URLSession` may be called.
    func send(_ request: MockRequest) {
        var urlRequest = request.urlRequest
        // The native loader truncates to whole seconds, which makes a short limit no wait at all.
        if let idle = timeouts.idle { urlRequest.timeoutInterval = max(1, (idle / .seconds(1)).rounded(.up)) }
        let task = makeTask(urlRequest, self)
        let (isOver, isSuspended) = state.withLock { state in
            state.request = request
            state.task = task
            return (state.isOver, state.isSuspended)
        }
        // Resumed in any case: a task that never was is never let go of.
        task.resume()
        if isOver { task.cancel() } else if isSuspended { task.suspend() }
    }

    func suspend() {
        queue.async { [self] in
            state.withLock { state in
                state.isSuspended = true
                return state.task
            }?.suspend()
        }
    }

    func resume() {
        queue.async { [self] in
            state.withLock { state in
                state.isSuspended = false
                return state.task
            }?.resume()
        }
    }

    /// Ends without a word to the client.
    func cancel() {
        let task = state.withLock { state in
            state.isOver = true
            return state.task
        }
        queue.async { task?.cancel() }
    }

    func receive(_ response: URLResponse) {
        // On Linux an interim response (RFC 9110 §15.2) is told as if it were the answer.
        if let status = (response as? HTTPURLResponse)?.statusCode, (100..<200).contains(status) { return }
        let isWanted = state.withLock { state in
            guard !state.isOver, state.redirect == nil else { return false }
            state.hasResponse = true
            return true
        }
        guard isWanted else { return }
        client.transport.perform { [client] in
            if let head = ResponseHead(response) {
                client.receive(head)
            } else {
                client.transport.receive(response)
            }
        }
    }

    func receive(_ data: Data) {
        guard state.withLock({ !$0.isOver && $0.redirect == nil }) else { return }
        client.transport.perform { [client] in client.receive(data) }
    }

    /// Notes a redirect; the exchange that brought it is to be ended without following.
    func redirect(_ response: HTTPURLResponse) {
        guard let head = ResponseHead(response) else { return }
        state.withLock { $0.redirect = head }
    }

    /// Takes what has arrived for the whole answer.
    ///
    /// - Returns: Whether there was a response.
    func finishAsReceived() -> Bool {
        guard state.withLock({ $0.hasResponse && !$0.isOver }) else { return false }
        complete(nil)
        return true
    }

    func complete(_ error: (any Error)?) {
        let (isOver, redirect, request) = state.withLock { state in
            defer { state.redirect = nil }
            return (state.isOver, state.redirect, state.request)
        }
        guard !isOver else { return }
        if let redirect, let next = Redirect.target(of: redirect, for: request) {
            return follow(next, after: redirect)
        }
        end(with: error, head: redirect, url: request.url)
    }

    private func end(with error: (any Error)?, head: ResponseHead?, url: URL) {
        state.withLock { $0.isOver = true }
        client.transport.perform { [client] in
            if let head { client.receive(head) }
            if let error {
                client.fail(URLError.conforming(error, url: url))
            } else {
                client.finish()
            }
        }
    }

    private func follow(_ next: URLRequest, after head: ResponseHead) {
        let count = state.withLock { state in
            state.redirectCount += 1
            return state.redirectCount
        }
        guard count <= Redirect.limit else {
            return end(with: URLError(.httpTooManyRedirects), head: nil, url: head.url)
        }
        client.transport.perform { [self] in
            client.transport.askToFollow(next, after: head) { [self] answer in
                guard let answer, let url = answer.url else { return end(with: nil, head: head, url: head.url) }
                let request = MockRequest(answer, url: url, body: answer.httpBody ?? Data())
                client.follow(from: head)
                client.begin(passing: request)
                queue.async { [self] in send(request) }
            }
        }
    }
}
