import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way through the stations, from the loading system and back to it.
final class Load: @unchecked Sendable {
    // Sendable although its state is mutable: all of it is touched on the transport's queue alone. What is done
    // elsewhere (reading a stream, matching under conditions, the network) comes back through `transport.perform`.
    private let engine: MockEngine
    private let transport: LoadTransport
    private let client: LoadClient
    private var player: ResponsePlayer?
    private var networkLoad: PassthroughLoad?
    private var handlerCall: HandlerCall?
    private var isSuspended = false
    private var isOver = false
    /// Whether the instance knows of this load, because it waits.
    private var isWatched = false
    private var redirectCount = 0
    /// The request's time, and where on it the current hop began.
    private let timeline: ElapsedTime
    private var hopStart = Duration.zero

    convenience init(engine: MockEngine, transport: LoadTransport) {
        self.init(engine: engine, client: LoadClient(transport: transport, engine: engine))
    }

    private init(engine: MockEngine, client: LoadClient) {
        self.engine = engine
        self.transport = client.transport
        self.client = client
        self.timeline = ElapsedTime(engine.clock)
    }

    deinit {
        if isWatched { engine.unwatch(ObjectIdentifier(self)) }
    }

    /// Answers a request in one go if nothing of it, or of its answer, has to be waited for.
    ///
    /// - Returns: What goes on with the request; nil if it has been answered.
    static func startPromptly(_ original: URLRequest, engine: MockEngine, transport: LoadTransport) -> Load? {
        let completed = transport.completed(original)
        guard let url = original.url, case .data(let body) = transport.body(of: completed),
            let request = request(completed, url: url, body: body)
        else {
            let load = Load(engine: engine, transport: transport)
            load.start(original)
            return load
        }
        let client = LoadClient(transport: transport, engine: engine)
        let arrival = engine.store.arrive(request)
        guard !arrival.snapshot.needsMatchingQueue else {
            let load = Load(engine: engine, client: client)
            load.match(request, arrival)
            return load
        }
        let answer = engine.answer(request, arrival)
        guard let plan = answer.plan(for: request) else {
            let load = Load(engine: engine, client: client)
            load.serve(answer, to: request)
            return load
        }
        client.begin(answer)
        guard plan.isImmediate else {
            let load = Load(engine: engine, client: client)
            load.play(plan, for: request)
            return load
        }
        for step in plan.steps { client.perform(step, url: url) }
        // A download ends once its file is written.
        return transport.isOpen ? Load(engine: engine, client: client) : nil
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
        engine.watch(self)
    }

    // MARK: The stations

    /// The request as the stations see it; nil for a GET with a body, which the native loader refuses.
    private static func request(_ urlRequest: URLRequest, url: URL, body: Data) -> MockRequest? {
        var urlRequest = urlRequest
        if !body.isEmpty || urlRequest.httpBodyStream != nil { urlRequest.httpBody = body }
        guard body.isEmpty || urlRequest.httpMethod != "GET" else { return nil }
        return MockRequest(urlRequest, url: url, body: body)
    }

    private func route(_ urlRequest: URLRequest, url: URL, body: Data) {
        guard let request = Self.request(urlRequest, url: url, body: body) else {
            return refuse(urlRequest, body, URLError(.dataLengthExceedsMaximum))
        }
        if redirectCount == 0 { transport.reportSent(byteCount: body.count) }
        match(request, engine.store.arrive(request))
    }

    private func match(_ request: MockRequest, _ arrival: Store.Arrival) {
        guard arrival.snapshot.needsMatchingQueue else { return serve(engine.answer(request, arrival), to: request) }
        engine.matchingQueue.async { [self] in
            let answer = engine.answer(request, arrival)
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

    private func serve(_ serving: ServedResponse, to request: MockRequest) {
        if let plan = ResponsePlan(serving, to: request) { return play(plan, for: request) }
        let queued = serving.response
        switch queued.response.content {
        case .handler(let handler):
            handle(serving, handler, request)
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
        case .passthrough:
            client.passOn()
            pass(request)
        case .body, .failure, .unusable:
            preconditionFailure("a response with a plan has been played")
        }
    }

    /// Runs a handler in a task of its own, for as long as the request waits for it.
    private func handle(
        _ serving: ServedResponse, _ handler: @escaping @Sendable (MockRequest) async throws -> MockResponse,
        _ request: MockRequest
    ) {
        var given = request
        given.callCount = serving.callCount
        given.pathParameters = serving.pathParameters(of: request)
        let call = HandlerCall(handler, given, clock: engine.clock, transport: transport) { [weak self] outcome in
            self?.goOn(serving, with: outcome, request)
        }
        handlerCall = call
        watch()
        let timeouts = Timeouts(request: request.urlRequest, configuration: transport.configuration)
        let elapsed = timeline.elapsed
        call.start(patience: timeouts.patience(idle: elapsed - hopStart, total: elapsed))
    }

    private func goOn(
        _ serving: ServedResponse, with outcome: Result<MockResponse, any Error>, _ request: MockRequest
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
        if plan.isImmediate, !isSuspended {
            for step in plan.steps { client.perform(step, url: request.url) }
            return
        }
        var plan = plan
        if plan.takesTime {
            let timeouts = Timeouts(request: request.urlRequest, configuration: transport.configuration)
            let elapsed = timeline.elapsed
            plan = plan.limited(by: timeouts, idle: elapsed - hopStart, elapsed: elapsed)
        }
        var follow: ((URLRequest) -> Void)?
        if redirectCount < Redirect.limit { follow = { [weak self] next in self?.follow(next) } }
        let player = ResponsePlayer(plan, url: request.url, clock: engine.clock, client: client, follow: follow)
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
        let load = engine.passthrough.load(request, timeouts: timeouts, client: client, owner: engine)
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
