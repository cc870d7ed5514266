import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on the real network, redirects included.
final class PassthroughLoad: Sendable {
    private struct State {
        /// What is sent: after a redirect no longer what the client asked for.
        var request: MockRequest
        var task: URLSessionTask?
        var isSuspended = false
        /// What arrived for the client while it was suspended.
        var held: [@Sendable () -> Void] = []
        var isOver = false
        var hasResponse = false
        /// A redirect that has arrived and is dealt with once its exchange is over.
        var redirect: ResponseHead?
        /// The redirect's own body, wanted only if it is not followed.
        var redirectBody = Data()
        var redirectCount = 0
    }

    private let timeouts: Timeouts
    private let client: LoadClient
    private let queue: DispatchQueue
    private let makeTask: @Sendable (URLRequest, PassthroughLoad) -> URLSessionTask
    private let state: Locked<State>

    init(
        _ request: MockRequest, timeouts: Timeouts, client: LoadClient, queue: DispatchQueue,
        makeTask: @escaping @Sendable (URLRequest, PassthroughLoad) -> URLSessionTask
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
        let isOver = state.withLock { state in
            state.request = request
            state.task = task
            return state.isOver
        }
        // Resumed in any case: a task that never was is never let go of.
        task.resume()
        if isOver { task.cancel() }
    }

    /// Holds back what arrives, called on the transport's queue.
    ///
    /// The exchange itself goes on: on Linux a native task that is suspended sends its request again when it is resumed,
    /// without the body that was read already, and one that is resumed too soon crashes.
    func suspend() {
        state.withLock { $0.isSuspended = true }
    }

    /// Hands over what was held back, called on the transport's queue.
    func resume() {
        let held = state.withLock { state in
            defer { (state.isSuspended, state.held) = (false, []) }
            return state.held
        }
        for work in held { work() }
    }

    /// Has something done on the transport's queue, once the client is not suspended.
    private func perform(_ work: @escaping @Sendable () -> Void) {
        client.transport.perform { [state] in
            let isHeld = state.withLock { state in
                if state.isSuspended { state.held.append(work) }
                return state.isSuspended
            }
            if !isHeld { work() }
        }
    }

    /// Ends without a word to the client.
    func cancel() {
        let task = state.withLock { state in
            state.isOver = true
            state.held = []
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
        perform { [client] in
            if let head = ResponseHead(response) {
                client.receive(head)
            } else {
                client.transport.receive(response)
            }
        }
    }

    func receive(_ data: Data) {
        let isWanted = state.withLock { state in
            if state.redirect != nil { state.redirectBody.append(data) }
            return !state.isOver && state.redirect == nil
        }
        guard isWanted else { return }
        perform { [client] in client.receive(data) }
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
        complete(nil, response: nil)
        return true
    }

    /// Ends the exchange.
    ///
    /// - Parameters:
    ///   - error: What it failed with.
    ///   - response: The task's response: the native loader tells that of a redirect status only here.
    func complete(_ error: (any Error)?, response: URLResponse?) {
        let (isOver, hasResponse, redirect, body, request) = state.withLock { state in
            defer { (state.redirect, state.redirectBody) = (nil, Data()) }
            return (state.isOver, state.hasResponse, state.redirect, state.redirectBody, state.request)
        }
        guard !isOver else { return }
        if let redirect, let next = Redirect.target(of: redirect, for: request) {
            return follow(next, after: redirect, body: body)
        }
        let untold = hasResponse ? nil : response.flatMap { ResponseHead($0) }
        end(with: error, head: error == nil ? redirect ?? untold : nil, body: body, url: request.url)
    }

    private func end(with error: (any Error)?, head: ResponseHead?, body: Data = Data(), url: URL) {
        state.withLock { $0.isOver = true }
        perform { [client] in
            if let head { client.receive(head) }
            if !body.isEmpty { client.receive(body) }
            if let error {
                client.fail(URLError.conforming(error, url: url))
            } else {
                client.finish()
            }
        }
    }

    private func follow(_ next: URLRequest, after head: ResponseHead, body: Data) {
        let count = state.withLock { state in
            state.redirectCount += 1
            return state.redirectCount
        }
        guard count <= Redirect.limit else {
            return end(with: URLError(.httpTooManyRedirects), head: nil, url: head.url)
        }
        perform { [self] in
            client.transport.askToFollow(next, after: head) { [self] answer in
                guard let answer, let url = answer.url else {
                    return end(with: nil, head: head, body: body, url: head.url)
                }
                client.follow(from: head)
                let next = client.transport.withCookies(answer, for: url)
                let request = MockRequest(next, url: url, body: answer.httpBody ?? Data())
                client.begin(passing: request)
                queue.async { [self] in send(request) }
            }
        }
    }
}
