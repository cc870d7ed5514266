import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The network's response, collected for the user's closure that answers instead.
final class CollectedResponse {
    let answering: UserOwned<PassthroughChanges.Answering>
    let served: ServedResponse
    var head: ResponseHead?
    var body = Data()

    init(answering: UserOwned<PassthroughChanges.Answering>, served: ServedResponse) {
        self.answering = answering
        self.served = served
    }
}

/// Passes a request on to the real network, and the response to the client.
extension Exchange {
    /// Passes the request on to the real network, with the changes of the registered response.
    func passThrough(_ changes: PassthroughChanges?, _ served: ServedResponse?) {
        collected = nil
        if let answering = changes?.answering, let served {
            collected = CollectedResponse(answering: answering, served: served)
        }
        guard let changing = changes?.changing else { return send(currentRequest) }
        let request = currentRequest
        let wait = beginWait(for: .handler, until: deadline, isTimeout: true)
        let changed = resumption(of: wait) { (exchange, result: Result<URLRequest, any Error>) in
            exchange.time.catchUp()
            switch result {
            case .success(let changed): exchange.steps = [.send(changed)]
            case .failure(let error): exchange.steps = [.fail(error)]
            }
        }
        let task = engine.run(in: callerContext) {
            var next = request.withoutFile
            do {
                try await changing.value(&next)
                changed(.success(next))
            } catch {
                changed(.failure(error))
            }
        }
        wait.onCancel = { task.cancel() }
    }

    /// Sends the request that a closure has changed.
    func send(changed request: URLRequest) {
        guard let url = request.url else { return perform(.fail(URLError(.badURL))) }
        let content = request.httpBody.map { RequestBody.data($0) } ?? currentRequest.unchangedContent
        let sent = MockRequest(request, url: url, content: content)
        record?.sent = sent.description
        send(sent)
    }

    private func send(_ request: MockRequest) {
        let timeouts = transport.timeouts(for: request)
        // Foundation's own loader enforces the idle timeout.
        let wait = beginWait(for: .network, until: timeouts.total, isTimeout: true)
        let cancel = engine.passthrough.load(request, timeouts: timeouts, for: PassthroughLink(self, wait))
        wait.onCancel = { cancel() }
    }

    /// Sends the head of the network's response to the client.
    func receive(_ head: ResponseHead) {
        if collected == nil { perform(.head(head)) } else { collected?.head = head }
    }

    /// Sends bytes of the network's response to the client.
    func receive(_ bytes: Data) {
        if collected == nil { perform(.bytes(bytes)) } else { collected?.body += bytes }
    }

    /// Ends the response, or answers instead of the network.
    func finish() {
        guard let collected else { return perform(.finish) }
        self.collected = nil
        guard let head = collected.head,
            let response = HTTPURLResponse(
                url: head.url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: head.headers)
        else { return perform(.fail(URLError(.badServerResponse))) }
        let (answering, body) = (collected.answering, collected.body)
        cancelWait()
        call(UserOwned { try await answering.value($0, response, body) }, collected.served)
    }

    /// Logs the next hop of a passed-through request.
    func passedOn(_ request: MockRequest) {
        log(request, decision: .passthrough)
    }

    /// Fails the request.
    func fail(_ error: any Error) { perform(.fail(error)) }
}

extension MockRequest {
    /// The request, without a body that is in a file.
    fileprivate var withoutFile: URLRequest {
        if case .session(let request) = head, isBodyInFile { return request }
        return urlRequest
    }

    /// The body of a request whose `httpBody` was not set again: the file of an upload, or none.
    fileprivate var unchangedContent: RequestBody { isBodyInFile ? content : .data(Data()) }
}

/// Sends requests to the real network, for an ``Exchange``.
protocol PassthroughLoader: Sendable {
    /// Sends a request, and passes the response to the link until the exchange ends.
    ///
    /// - Parameters:
    ///   - request: The request, with its body.
    ///   - timeouts: The request's limits.
    ///   - link: Receives the events of the response.
    /// - Returns: Cancels the request; may be called on any thread.
    func load(_ request: MockRequest, timeouts: Timeouts, for link: PassthroughLink) -> @Sendable () -> Void
}

/// Passes events of a passed-through request back to its exchange.
///
/// Created by the exchange and retained by the load; may be used on any thread.
struct PassthroughLink: Sendable {
    let exchange: Exchange
    private let wait: ExchangeWait

    init(_ exchange: Exchange, _ wait: ExchangeWait) {
        self.exchange = exchange
        self.wait = wait
    }

    /// Runs an event on the transport's queue, unless the exchange has ended.
    ///
    /// Events of a suspended exchange are kept until it is resumed.
    func perform(_ event: @escaping @Sendable (Exchange) -> Void) {
        let (exchange, wait) = (exchange, wait)
        exchange.transport.perform { exchange.received(event, during: wait) }
    }
}

/// Follows redirects.
extension Exchange {
    /// Asks the client whether to follow a redirect, and follows it or delivers it.
    func ask(whetherToFollow next: URLRequest, after head: ResponseHead) {
        guard redirectCount < Redirect.limit else { return perform(.fail(URLError(.httpTooManyRedirects))) }
        let wait = beginWait(for: .redirect, until: deadline, isTimeout: true)
        transport.askToFollow(next, after: head) { [weak self] answer in
            self?.endWait(wait) { exchange in
                exchange.time.catchUp()
                if let answer { exchange.follow(answer, after: head) }
            }
        }
    }

    private func follow(_ next: URLRequest, after head: ResponseHead) {
        guard next.hasSupportedScheme else {
            steps = [.fail(URLError.adding(next.url, to: URLError(.unsupportedURL)))]
            return
        }
        redirectCount += 1
        guard let next = redirected(by: head, to: next) else { return }
        guard let url = next.url else {
            steps = [.fail(URLError(.badURL))]
            return
        }
        steps = []
        time.noteActivity()
        receive(MockRequest(next, url: url, body: next.httpBody ?? Data()))
    }

    /// Logs a redirect as the end of a hop.
    ///
    /// - Returns: The next request, as the front end changes it; nil if the front end starts another exchange with the
    ///   request. In that case the exchange has ended.
    func redirected(by head: ResponseHead, to next: URLRequest) -> URLRequest? {
        record?.note(head, at: clockMoment)
        endHop(nil, isLast: false)
        let next = transport.follow(next, after: head)
        if next == nil { endRequest(nil, isHandedOver: true) }
        return next
    }
}
