import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way through the stations, from the loading system and back to it.
final class Load: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue alone. What is done
    // elsewhere (reading a stream, matching under conditions, the network) comes back through `transport.perform`.
    private let core: MockCore
    private let transport: LoadTransport
    private var player: ResponsePlayer?
    private var networkLoad: NetworkLoad?
    private var isSuspended = false
    private var isOver = false
    private var redirectCount = 0
    /// What of the request's total time earlier hops have taken.
    private var elapsed = Duration.zero

    init(core: MockCore, transport: LoadTransport) {
        self.core = core
        self.transport = transport
    }

    /// Begins; called once, on the transport's queue.
    func start(_ original: URLRequest) {
        guard let url = original.url else { return fail(URLError(.unsupportedURL)) }
        let request = transport.completed(original)
        switch transport.body(of: request) {
        case .data(let data):
            route(request, url: url, body: data)
        case .pending(let read):
            DispatchQueue.global().async { [self] in
                read { [self] body in
                    transport.perform { [self] in
                        guard !isOver else { return }
                        switch body {
                        case .success(let data): route(request, url: url, body: data)
                        case .failure(let error): fail(error)
                        }
                    }
                }
            }
        }
    }

    func suspend() {
        isSuspended = true
        player?.suspend()
        networkLoad?.suspend()
    }

    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        player?.resume()
        networkLoad?.resume()
    }

    /// Ends without a word to the client: the loading system says what there is to say.
    func stop() {
        isOver = true
        transport.stop()
        player?.stop()
        networkLoad?.cancel()
    }

    // MARK: The stations

    private func route(_ urlRequest: URLRequest, url: URL, body: Data) {
        var urlRequest = urlRequest
        if !body.isEmpty || urlRequest.httpBodyStream != nil { urlRequest.httpBody = body }
        guard body.isEmpty || urlRequest.httpMethod != "GET" else {
            // What the native loader says of it, on every platform.
            return fail(URLError(.dataLengthExceedsMaximum))
        }
        let request = MockRequest(urlRequest, url: url, body: body)
        if redirectCount == 0 { transport.reportSent(byteCount: body.count) }
        guard core.mayRunUserCode else { return serve(core.answer(request), to: request) }
        core.matchingQueue.async { [self] in
            let answer = core.answer(request)
            transport.perform { [self] in serve(answer, to: request) }
        }
    }

    private func serve(_ answer: Answer, to request: MockRequest) {
        guard !isOver else { return }
        switch answer {
        case .failure(let error): play(.failing(error), for: request)
        case .passthrough: pass(request)
        case .response(let serving): serve(serving, to: request)
        }
    }

    private func serve(_ serving: ResponseQueue.Serving, to request: MockRequest) {
        let queued = serving.response
        if let problem = queued.response.problem {
            return play(.failing(queued.error(problem)), for: request)
        }
        switch queued.response.content {
        case .passthrough:
            pass(request)
        case .body(.data(let data)):
            play(ResponsePlan(serving, body: data, to: request), for: request)
        case .failure, .unusable:
            play(ResponsePlan(serving, body: Data(), to: request), for: request)
        case .body(let body):
            DispatchQueue.global().async { [self] in
                let loaded = Result { try body.load() }
                transport.perform { [self] in
                    guard !isOver else { return }
                    switch loaded {
                    case .success(let data): play(ResponsePlan(serving, body: data, to: request), for: request)
                    case .failure(let error): play(.failing(queued.error("\(error)")), for: request)
                    }
                }
            }
        }
    }

    private func play(_ plan: ResponsePlan, for request: MockRequest) {
        let timeouts = Timeouts(request: request.urlRequest, configuration: transport.configuration)
        let limited = plan.limited(by: timeouts, elapsed: elapsed)
        elapsed += limited.duration
        let player = ResponsePlayer(
            limited, url: request.url, clock: core.clock, transport: transport,
            mayFollow: redirectCount < Redirect.limit
        ) { [self] next in
            follow(next)
        }
        self.player = player
        if isSuspended { player.suspend() }
        player.start()
    }

    private func follow(_ next: URLRequest) {
        guard !isOver else { return }
        player = nil
        redirectCount += 1
        guard let url = next.url else { return fail(URLError(.badURL)) }
        route(transport.withCookies(next, for: url), url: url, body: next.httpBody ?? Data())
    }

    private func pass(_ request: MockRequest) {
        let timeouts = Timeouts(request: request.urlRequest, configuration: transport.configuration)
        let load = core.network.load(request, timeouts: timeouts, transport: transport, owner: core)
        networkLoad = load
        if isSuspended { load.suspend() }
    }

    private func fail(_ error: any Error) {
        isOver = true
        transport.fail(URLError.conforming(error, url: transport.url))
    }
}
