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
        record.sent = sent.description
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
        record.begin(engine.store.arrive(request, at: clockMoment), outcome: .passthrough)
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
