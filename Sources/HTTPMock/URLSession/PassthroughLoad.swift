import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request to the real network, with its redirects.
///
/// Created by ``Passthrough`` for each request and retained by its delegate and its exchange. Events arrive on the
/// delegate queue and reach the exchange through the link, which runs them on the transport's queue.
final class PassthroughLoad: Sendable {
    private struct State {
        /// The request of the current hop.
        var request: MockRequest
        var task: URLSessionTask?
        var permit: PassthroughPermit?
        var isOver = false
        var hasResponse = false
        /// A redirect that has arrived, which is handled once the task has ended.
        var redirect: ResponseHead?
        /// The body of the redirect, which is delivered only if the redirect is not followed.
        var redirectBody = Data()
        var redirectCount = 0
        /// Whether the native loader has the answer about a redirect, so that the task of the hop ends by itself.
        var isEnding = false
        /// Whether the client has decided about the current redirect.
        var isDecided = false
    }

    private let timeouts: Timeouts
    private let link: PassthroughLink
    private let queue: DispatchQueue
    private let makeTask: @Sendable (URLRequest, URL?, PassthroughLoad) -> URLSessionTask
    private let state: Locked<State>

    init(
        _ request: MockRequest, timeouts: Timeouts, link: PassthroughLink, queue: DispatchQueue,
        makeTask: @escaping @Sendable (URLRequest, URL?, PassthroughLoad) -> URLSessionTask
    ) {
        self.timeouts = timeouts
        self.link = link
        self.queue = queue
        self.makeTask = makeTask
        self.state = Locked(State(request: request))
    }

    /// Sends a request; called on the queue of ``Passthrough``, where `URLSession` may be called.
    func send(_ request: MockRequest) {
        guard !state.withLock({ $0.isOver }) else { return }
        let file = request.content.fileURL
        // The body of a file is not read here, because the loader reads the file in chunks.
        var urlRequest = file == nil ? request.urlRequest : request.headRequest
        // Rounded up, because the native loader truncates to whole seconds (FoundationOnLinux.md, "Timeouts").
        if let idle = timeouts.idle { urlRequest.timeoutInterval = max(1, (idle / .seconds(1)).rounded(.up)) }
        let task = makeTask(urlRequest, file, self)
        let permit = PassthroughPermit(request.url)
        let isOver = state.withLock { state in
            state.permit = permit
            state.request = request
            state.task = task
            state.isEnding = false
            return state.isOver
        }
        // Resumed in any case, because Foundation never releases a task that was not resumed.
        task.resume()
        if isOver { task.cancel() }
    }

    /// Cancels the request without notifying the exchange.
    func cancel() {
        let task = state.withLock { state in
            state.isOver = true
            // An ending task must not be cancelled (FoundationOnLinux.md, "Redirects").
            return state.isEnding ? nil : state.task
        }
        queue.async { task?.cancel() }
    }

    func receive(_ response: URLResponse) {
        // On Linux an interim response (RFC 9110 §15.2) arrives like a final response.
        if let status = (response as? HTTPURLResponse)?.statusCode, (100..<200).contains(status) { return }
        let isWanted = state.withLock { state in
            guard !state.isOver, state.redirect == nil else { return false }
            state.hasResponse = true
            return true
        }
        guard isWanted else { return }
        link.perform { exchange in
            if let head = ResponseHead(response) {
                exchange.receive(head)
            } else {
                exchange.transport.receive(foreign: response)
            }
        }
    }

    func receive(_ data: Data) {
        let isWanted = state.withLock { state in
            if state.redirect != nil { state.redirectBody.append(data) }
            return !state.isOver && state.redirect == nil
        }
        guard isWanted else { return }
        link.perform { $0.receive(data) }
    }

    /// Stores a redirect until the task has ended.
    ///
    /// - Returns: Whether the native loader may be answered; false if the task has been cancelled, because Foundation
    ///   stops the process if a cancelled task is answered.
    func redirect(_ response: HTTPURLResponse) -> Bool {
        let head = ResponseHead(response)
        return state.withLock { state in
            guard !state.isOver else { return false }
            state.redirect = head
            state.isDecided = false
            state.isEnding = true
            return true
        }
    }

    /// Ends the response with the part that has arrived.
    ///
    /// - Returns: Whether a response has arrived.
    func finishAsReceived() -> Bool {
        guard state.withLock({ $0.hasResponse && !$0.isOver }) else { return false }
        complete(nil, response: nil)
        return true
    }

    /// Handles the end of the task of one hop.
    ///
    /// - Parameters:
    ///   - error: The error that the task failed with; nil if there was none.
    ///   - response: The response of the task, because the native loader does not report a redirect's otherwise.
    func complete(_ error: (any Error)?, response: URLResponse?) {
        let (isOver, hasResponse, redirect, body, request) = state.withLock { state in
            defer { (state.redirect, state.redirectBody) = (nil, Data()) }
            return (state.isOver, state.hasResponse, state.redirect, state.redirectBody, state.request)
        }
        guard !isOver else { return }
        if let redirect, let next = Redirect.target(of: redirect, for: request) {
            return follow(next, after: redirect, body: body)
        }
        let late = hasResponse ? nil : response.flatMap { ResponseHead($0) }
        end(with: error, head: error == nil ? redirect ?? late : nil, body: body)
    }

    private func end(with error: (any Error)?, head: ResponseHead?, body: Data = Data()) {
        state.withLock { $0.isOver = true }
        let error = error.map(URLError.conforming)
        link.perform { exchange in
            if let head { exchange.receive(head) }
            if !body.isEmpty { exchange.receive(body) }
            if let error { exchange.fail(error) } else { exchange.finish() }
        }
    }

    /// Returns whether the client's decision about the current redirect counts.
    private func decide() -> Bool {
        state.withLock { state in
            defer { state.isDecided = true }
            return !state.isOver && !state.isDecided
        }
    }

    private func follow(_ next: URLRequest, after head: ResponseHead, body: Data) {
        let count = state.withLock { state in
            state.redirectCount += 1
            return state.redirectCount
        }
        guard count <= Redirect.limit else { return end(with: URLError(.httpTooManyRedirects), head: nil) }
        link.perform { [self] exchange in
            exchange.transport.askToFollow(next, after: head) { [self] answer in
                // The answer may come twice, or after a cancellation.
                guard decide() else { return }
                guard let answer, let url = answer.url else { return end(with: nil, head: head, body: body) }
                guard answer.hasSupportedScheme else {
                    return end(with: URLError.adding(url, to: URLError(.unsupportedURL)), head: nil)
                }
                guard let next = exchange.redirected(by: head, to: answer) else { return }
                let request = MockRequest(next, url: url, body: answer.httpBody ?? Data())
                exchange.passedOn(request)
                queue.async { [self] in send(request) }
            }
        }
    }
}

/// The delegate of the passthrough session.
///
/// It passes each event to its task's load.
///
/// Owned by ``Passthrough``; called on the session's delegate queue.
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
        // The load follows the redirect, because the native loader drops the body of a 307 or 308
        // (FoundationOnLinux.md, "Redirects").
        let mayAnswer = load(of: task)?.redirect(response) ?? false
        if mayAnswer { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // On Linux a challenge comes after the whole response, and without an answer the task never ends
        // (FoundationOnLinux.md, "Challenges").
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
