import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Exchange {
    /// Passes the request on to the real network, changed by the user's closure if there is one; refuses an upgrade.
    func passThrough(_ changes: PassthroughChanges?, _ served: ServedResponse?) {
        guard !currentRequest.isWebSocketUpgrade else { return answerUpgradeOfPassthrough() }
        if let answering = changes?.answering, let served {
            collected = CollectedResponse(answering: answering, served: served)
        }
        guard let changing = changes?.changing else { return forward(currentRequest) }
        let request = currentRequest
        run(for: .handler) {
            var next = request.requestWithoutFile
            do {
                try await changing.value(&next)
                return ResponsePlan.Step.forward(next)
            } catch {
                return .fail(error)
            }
        } then: {
            $0.steps = [$1]
        }
    }

    /// Passes on a request that the user's closure has changed.
    func forward(changed request: URLRequest) {
        guard let url = request.url else { return perform(.fail(URLError(.badURL))) }
        // If the closure's request has no `httpBody`, the file of an upload is sent, or nothing.
        let fileOrNothing = currentRequest.isBodyInFile ? currentRequest.content : .data(Data())
        let content = request.httpBody.map { RequestBody.data($0) } ?? fileOrNothing
        let sent = MockRequest(request, url: url, content: content)
        record?.contents.sent = sent.description
        forward(sent)
    }

    private func forward(_ request: MockRequest) {
        // The native loader enforces the idle timeout.
        let wait = beginWait(for: .network, until: transport.timeouts(for: request).total)
        engine.passthrough.load(request, for: self, during: wait)
    }

    /// Ends a hop on the real network with a redirect, which the client may follow there.
    func ask(whetherToPassOn next: URLRequest, after head: ResponseHead, body: Data, insteadOf wait: ExchangeWait) {
        endWait(wait) { exchange in
            exchange.time.catchUp()
            exchange.time.noteActivity()
            // These steps deliver the redirect to a client that does not follow.
            exchange.steps = [.head(head)]
            if !body.isEmpty { exchange.steps.append(.bytes(body)) }
            exchange.steps.append(.finish)
            let mark = exchange.record?.contents.mark
            exchange.ask(whetherToFollow: next, after: head) { exchange, request in
                exchange.log(request, decision: .passthrough)
                exchange.record?.contents.mark = mark
                exchange.forward(request)
            }
        }
    }

    /// Answers with the response that the user's closure returns for the network's response.
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
    /// If the client does not follow, the remaining steps deliver the redirect. Too many redirects fail the request.
    func ask(
        whetherToFollow next: URLRequest, after head: ResponseHead,
        then proceed: @escaping @Sendable (Exchange, MockRequest) -> Void
    ) {
        guard redirectCount < Redirect.limit else { return perform(.fail(URLError(.httpTooManyRedirects))) }
        let wait = beginWait(for: .redirect, until: deadline)
        transport.deliverRedirect(to: next, after: head) { [weak self] followed in
            self?.endWait(wait) { exchange in
                exchange.time.catchUp()
                guard let followed else { return }
                exchange.steps = []
                exchange.endHop(redirectedTo: followed, after: head, then: proceed)
            }
        }
    }

    /// Logs a redirect as the end of a hop, and proceeds with the next request.
    ///
    /// A redirect to an unsupported scheme fails the request instead. The exchange ends if the front end starts another
    /// one with the next request.
    private func endHop(
        redirectedTo next: URLRequest, after head: ResponseHead,
        then proceed: @escaping @Sendable (Exchange, MockRequest) -> Void
    ) {
        guard next.hasSupportedScheme else {
            steps = [.fail(URLError.adding(next.url, to: URLError(.unsupportedURL)))]
            return
        }
        redirectCount += 1
        record?.contents.note(head, at: clockMoment)
        endRecord(nil) { exchange in
            exchange.endHop(nil, isLast: false)
            guard let next = exchange.transport.beginHop(next, after: head), let url = next.url else {
                return exchange.endRequest(nil)
            }
            exchange.time.noteActivity()
            exchange.readBody(of: next, for: url, then: proceed)
        }
    }

    /// Proceeds with the request of the next hop, after the body of a stream that a delegate has chosen is read.
    private func readBody(
        of next: URLRequest, for url: URL, then proceed: @escaping @Sendable (Exchange, MockRequest) -> Void
    ) {
        let incomplete = MockRequest(next, url: url, body: next.httpBody ?? Data())
        guard let stream = next.httpBodyStream else { return proceed(self, incomplete) }
        let reader = RequestBodyReader(.stream(stream), startLimit: engine.store.logBodyLimit)
        read(reader, for: incomplete) { exchange, content in
            var complete = next
            // The stream that was read is replaced, also by an empty body.
            if case .data(let data) = content { complete.httpBody = data }
            proceed(exchange, MockRequest(complete, url: url, content: content))
        }
    }
}
