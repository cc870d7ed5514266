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
    private let client: LoadClient
    private var player: ResponsePlayer?
    private var networkLoad: NetworkLoad?
    private var handlerCall: HandlerCall?
    private var isSuspended = false
    private var isOver = false
    /// Whether the instance knows of this load, because it waits.
    private var isWatched = false
    private var redirectCount = 0
    /// The request's time, and where on it the current hop began.
    private let timeline: Timeline
    private var hopStart = Duration.zero

    init(core: MockCore, transport: LoadTransport) {
        self.core = core
        self.transport = transport
        self.client = LoadClient(transport: transport, core: core)
        self.timeline = Timeline(core.clock)
    }

    deinit {
        if isWatched { core.unwatch(ObjectIdentifier(self)) }
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
        client.stop()
        player?.stop()
        networkLoad?.cancel()
        handlerCall?.stop()
    }

    /// Ends a request that still waits, because nothing is answered any more.
    func refuse(_ reason: HTTPMockError) {
        transport.perform { [weak self] in
            guard let self, !isOver, !client.isOver else { return }
            player?.stop()
            networkLoad?.cancel()
            handlerCall?.stop()
            fail(reason)
        }
    }

    /// Has the instance know of a request that waits.
    private func watch() {
        guard !client.isOver, !isWatched else { return }
        isWatched = true
        core.watch(self)
    }

    // MARK: The stations

    private func route(_ urlRequest: URLRequest, url: URL, body: Data) {
        var urlRequest = urlRequest
        if !body.isEmpty || urlRequest.httpBodyStream != nil { urlRequest.httpBody = body }
        guard body.isEmpty || urlRequest.httpMethod != "GET" else {
            // What the native loader says of it, on every platform.
            return refuse(urlRequest, body, URLError(.dataLengthExceedsMaximum))
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
        client.begin(answer)
        guard let report = answer.report else { return carryOut(answer, for: request) }
        watch()
        Task.detached { [weak self, transport] in
            await report()
            transport.perform { [weak self] in self?.carryOut(answer, for: request) }
        }
    }

    private func carryOut(_ answer: Answer, for request: MockRequest) {
        guard !isOver else { return client.stop() }
        switch answer.content {
        case .failure(let error): play(.failing(error), for: request)
        case .passthrough: pass(request)
        case .response(let serving): serve(serving, to: request)
        }
    }

    private func serve(_ serving: ResponseQueue.Serving, to request: MockRequest) {
        let queued = serving.response
        if let problem = queued.problem {
            return play(.failing(queued.error(problem)), for: request)
        }
        switch queued.response.content {
        case .passthrough:
            client.passOn()
            pass(request)
        case .handler(let handler):
            handle(serving, handler, request)
        case .body(.data(let data)):
            play(ResponsePlan(serving, body: .data(data), to: request), for: request)
        case .body(.pieces(let pieces, let interval)):
            play(ResponsePlan(serving, body: .pieces(pieces, every: interval), to: request), for: request)
        case .body(.sequence(let source)):
            play(ResponsePlan(serving, body: .sequence(source), to: request), for: request)
        case .failure, .unusable:
            play(ResponsePlan(serving, body: .data(Data()), to: request), for: request)
        case .body(.file(let url)):
            DispatchQueue.global().async { [self] in
                let loaded = Result { try LoadedBody(file: url) }
                transport.perform { [self] in
                    guard !isOver else { return }
                    switch loaded {
                    case .success(let body): play(ResponsePlan(serving, body: body, to: request), for: request)
                    case .failure(let error): play(.failing(queued.error("\(error)")), for: request)
                    }
                }
            }
        }
    }

    /// Runs a handler in a task of its own, for as long as the request waits for it.
    private func handle(
        _ serving: ResponseQueue.Serving, _ handler: @escaping @Sendable (MockRequest) async throws -> MockResponse,
        _ request: MockRequest
    ) {
        var given = request
        given.callCount = serving.callCount
        given.pathParameters = serving.pathParameters(of: request)
        let call = HandlerCall(handler, given, clock: core.clock, transport: transport) { [weak self] outcome in
            self?.goOn(serving, with: outcome, request)
        }
        handlerCall = call
        watch()
        let timeouts = Timeouts(request: request.urlRequest, configuration: transport.configuration)
        let elapsed = timeline.elapsed
        call.start(patience: timeouts.patience(idle: elapsed - hopStart, total: elapsed))
    }

    private func goOn(
        _ serving: ResponseQueue.Serving, with outcome: Result<MockResponse, any Error>, _ request: MockRequest
    ) {
        handlerCall = nil
        guard !isOver else { return }
        switch outcome {
        case .success(let response):
            serve(serving.replaced(by: response), to: request)
        case .failure(let error):
            play(.failing(error), for: request)
        }
    }

    private func play(_ plan: ResponsePlan, for request: MockRequest) {
        var plan = plan
        if plan.takesTime {
            let timeouts = Timeouts(request: request.urlRequest, configuration: transport.configuration)
            let elapsed = timeline.elapsed
            plan = plan.limited(by: timeouts, idle: elapsed - hopStart, elapsed: elapsed)
        }
        var follow: ((URLRequest) -> Void)?
        if plan.redirects, redirectCount < Redirect.limit { follow = { [weak self] next in self?.follow(next) } }
        let player = ResponsePlayer(plan, url: request.url, clock: core.clock, client: client, follow: follow)
        self.player = player
        if isSuspended { player.suspend() }
        player.start()
        watch()
    }

    private func follow(_ next: URLRequest) {
        guard !isOver else { return }
        player = nil
        redirectCount += 1
        guard let url = next.url else { return fail(URLError(.badURL)) }
        hopStart = timeline.elapsed
        route(transport.withCookies(next, for: url), url: url, body: next.httpBody ?? Data())
    }

    private func pass(_ request: MockRequest) {
        let timeouts = Timeouts(request: request.urlRequest, configuration: transport.configuration)
        let load = core.network.load(request, timeouts: timeouts, client: client, owner: core)
        networkLoad = load
        watch()
        if isSuspended { load.suspend() }
    }

    /// Fails a request that is not matched, which the log has none the less.
    private func refuse(_ urlRequest: URLRequest, _ body: Data, _ error: URLError) {
        if let url = urlRequest.url {
            client.begin(refusing: MockRequest(urlRequest, url: url, body: body), error)
        }
        fail(error)
    }

    private func fail(_ error: any Error) {
        isOver = true
        client.fail(URLError.conforming(error, url: transport.url))
    }
}
