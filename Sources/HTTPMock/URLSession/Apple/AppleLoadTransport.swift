import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request's protocol and client, as Apple's loading system offers them.
///
/// ``MockURLProtocol`` conforms to it on Apple's systems, a simulation in the tests. Called on the loading thread.
protocol LoadingSystem: AnyObject {
    /// Whether the task was cancelled or has ended, so that the client must not be called.
    var isTaskOver: Bool { get }
    /// The task's current request, which the loading system changes once a redirect is followed.
    var currentRequest: URLRequest? { get }
    /// Whether the task's own delegate might refuse a redirect; true if the task is not known.
    var delegateMayRefuse: Bool { get }
    /// Whether the task uploads a body, to which the native loader adds no media type.
    var isUpload: Bool { get }
    /// Creates the response object of a head; nil if the loading system rejects the head.
    func response(_ head: ResponseHead) -> HTTPURLResponse?
    /// Calls the client with a redirect; the four methods below call it with the head, a chunk, the end or an error.
    func deliverRedirect(to next: URLRequest, _ response: HTTPURLResponse)
    func deliver(_ response: URLResponse)
    func deliver(_ chunk: Data)
    func deliverEnd()
    func deliver(failure: any Error)
    /// The hops of the task; nil before the first one, and if the task is not known.
    var hops: RedirectHops? { get set }
    /// Returns the number of redirects that ``request(_:noting:)`` has noted at a request; 0 without a note.
    func redirectCount(of request: URLRequest) -> Int
    func request(_ request: URLRequest, noting redirectCount: Int) -> URLRequest
}

/// The one thread on which Apple's loading system calls all custom protocols, and expects their calls.
protocol LoadingThread: Sendable {
    /// The mode in which the thread's run loop runs; called on the thread.
    var mode: RunLoop.Mode? { get }
    /// Runs work on the thread once its run loop is in one of the modes; may be called from any thread.
    func perform(in modes: [RunLoop.Mode], _ work: @escaping @Sendable () -> Void)
    /// Runs work on the thread after a duration of real time.
    func perform(after delay: Duration, in modes: [RunLoop.Mode], _ work: @escaping @Sendable () -> Void)
}

/// The client's side of one request, on Apple's systems.
///
/// Created by ``MockURLProtocol``, owned by the request's ``Exchange``. Everything but ``perform(_:)`` runs on the
/// loading thread. This type does what the loading system leaves out: cookies, timeouts, the limit of redirects, and
/// the response of a refused redirect. It compiles on Linux too, where the tests drive it.
final class AppleLoadTransport: ResponseTransport, @unchecked Sendable {
    // Sendable although its state is mutable, because all of it is touched on the loading thread only.

    /// The protocol, which the loading system retains; nil after the end.
    private weak var system: (any LoadingSystem)?
    private let thread: any LoadingThread
    /// The default mode, and the mode in which the protocol was started.
    private let modes: [RunLoop.Mode]
    private let configuration: URLSessionConfiguration?
    private var cookies: SessionCookies
    /// The fields that this type has added or replaced, with their values; the next hop adds its own.
    private var addedFields: [String: String] = [:]
    private var original: URLRequest?
    /// Whether the session is the mock's own, whose delegate has no method for redirects.
    private let isOwnSession: Bool
    private var hop: RedirectHops.Hop?
    /// Follows or refuses the redirect that the loading system has been given; nil if there is none.
    private var offer: ((_ isFollowed: Bool) -> Void)?
    private var isStopped = false
    /// The calls that the client has received, for a load that starts again; nil after a long body.
    ///
    /// Apple's loading system may stop and start one protocol (iOS 8 does), and then expects the whole response.
    private var journal: [(any LoadingSystem) -> Void]? = []
    /// The number of bytes of the body so far.
    private var byteCount = 0
    private var hasEnded = false
    /// The greatest number of bytes of a body that is kept, so that a long download does not fill the memory.
    static let journalLimit = 1 << 20
    /// Always false, because the loading system itself resumes an async method.
    let isAwaited = false

    /// The time before a redirect counts as refused.
    ///
    /// If the redirect's own response were sent earlier, it could replace the response of the next hop.
    static let decisionTime = Duration.milliseconds(50)
    /// The number of waits of ``decisionTime`` for the next hop if the request has changed: a second in all.
    private static let decisionAttempts = 20

    init(
        _ system: any LoadingSystem, on thread: any LoadingThread, configuration: URLSessionConfiguration?,
        cookieStorage: HTTPCookieStorage?, isOwnSession: Bool
    ) {
        self.system = system
        self.thread = thread
        modes = [.default, thread.mode ?? .default]
        self.configuration = configuration
        self.isOwnSession = isOwnSession
        cookies = SessionCookies(own: cookieStorage, configuration: configuration)
    }

    func start(_ original: URLRequest, _ exchange: Exchange) {
        // The loading system may start a task that has been cancelled.
        guard let system, !system.isTaskOver else { return }
        guard let url = original.url else { return fail(URLError(.unsupportedURL)) }
        self.original = original
        let hops = system.hops ?? RedirectHops(exchange.time.elapsed)
        system.hops = hops
        let hop = hops.begin(noted: system.redirectCount(of: original))
        self.hop = hop
        exchange.redirectCount = hop.number
        var request = cookies.adding(to: original, for: url)
        // The loading system has added the length of the body, which FoundationNetworking does not.
        if request.httpBodyStream != nil { request.setValue(nil, forHTTPHeaderField: "Content-Length") }
        if request.getsFormType(isUpload: system.isUpload) {
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        for name in ["Cookie", "Content-Type"] {
            let value = request.value(forHTTPHeaderField: name)
            if value != original.value(forHTTPHeaderField: name) { addedFields[name] = value }
        }
        let stream = request.httpBodyStream
        exchange.start(request, for: url, with: stream.map { .read(.stream($0)) } ?? .here(request.httpBody ?? Data()))
    }

    /// Starts a stopped load again: sends what was sent before, and then what is left.
    func startAgain(_ system: any LoadingSystem, _ exchange: Exchange) {
        guard isStopped, !system.isTaskOver else { return }
        isStopped = false
        self.system = system
        let canContinue = hasEnded || !exchange.isOver
        guard let journal, canContinue else {
            // A part of what was sent is no longer known, or the rest never comes, so only an error can end the load.
            fail(URLError(.networkConnectionLost))
            return exchange.cancel()
        }
        // After the end nothing follows the calls of the journal.
        if hasEnded { stop() }
        for call in journal { call(system) }
        exchange.resume()
    }

    /// Ends, suspends or hands over an exchange, because the loading system stops the protocol.
    func stopLoading(_ exchange: Exchange) {
        isStopped = true
        if let system, system.isTaskOver { return exchange.cancel() }
        if let offer {
            // The loading system has followed the redirect, so another protocol has the next request.
            self.offer = nil
            return offer(true)
        }
        exchange.suspend()
    }

    var isOpen: Bool { system.map { !$0.isTaskOver } ?? false }

    func perform(_ work: @escaping @Sendable () -> Void) {
        thread.perform(in: modes, work)
    }

    func timeouts(for request: MockRequest) -> Timeouts {
        Timeouts(request: request.requestWithoutFile, stricterOf: configuration, after: hop?.usedTime ?? .zero)
    }

    // MARK: The response

    func deliver(_ head: ResponseHead) {
        guard isOpen, let system else { return }
        cookies.store(head, of: original, isStrict: true)
        guard let response = system.response(head) else { return fail(URLError(.badServerResponse)) }
        deliver(foreign: response)
    }

    func deliver(foreign response: URLResponse) {
        callClient { $0.deliver(response) }
    }

    func deliver(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
        guard isOpen else { return }
        callClient(byteCount: chunk.count) { $0.deliver(chunk) }
        ready?()
    }

    func finish() { callClient(isEnd: true) { $0.deliverEnd() } }

    func fail(_ error: any Error) {
        callClient(isEnd: true) { $0.deliver(failure: error) }
    }

    func stop() {
        system = nil
        offer = nil
    }

    /// Calls the client unless the request is over, and keeps the call for a load that starts again.
    private func callClient(
        byteCount count: Int = 0, isEnd: Bool = false, _ call: @escaping (any LoadingSystem) -> Void
    ) {
        guard isOpen, let system else { return }
        byteCount += count
        if byteCount > Self.journalLimit { journal = nil } else { journal?.append(call) }
        if isEnd {
            hasEnded = true
            stop()
        }
        call(system)
    }

    // MARK: Redirects

    /// Passes a redirect to the loading system, which starts another protocol if the redirect is followed.
    ///
    /// `Authorization` is removed, as Apple's own loader does. If the redirect is refused, the exchange sends the
    /// redirect's own response.
    func deliverRedirect(
        to next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Later, when the exchange waits, because the loading system may stop this protocol during the call below.
        perform { [self] in
            guard isOpen, let system else { return }
            // The exchange fails a redirect to another scheme.
            guard next.hasSupportedScheme else { return answer(next) }
            guard let response = system.response(head) else { return answer(nil) }
            cookies.store(head, of: original, isStrict: true)
            var next = next.without(addedFields)
            next.setValue(nil, forHTTPHeaderField: "Authorization")
            let following = system.request(next, noting: (hop?.number ?? 0) + 1)
            let earlierURL = system.currentRequest?.url
            offer = { answer($0 ? following : nil) }
            system.deliverRedirect(to: following, response)
            // In the own session, only a delegate of the task can refuse.
            let mayBeRefused = !isOwnSession || system.delegateMayRefuse
            if mayBeRefused { awaitDecision(since: earlierURL, attempts: Self.decisionAttempts) }
        }
    }

    /// Refuses a redirect unless the loading system starts the next hop.
    ///
    /// If the task's request changes, the next hop probably starts soon, so the decision waits, but for a second at
    /// most, because the request may also change before a delegate refuses.
    private func awaitDecision(since earlierURL: URL?, attempts: Int) {
        thread.perform(after: Self.decisionTime, in: modes) { [weak self] in
            // The redirect is no longer offered, or the next hop has started.
            guard let self, let offer, let hop, hop.isLast, let system else { return }
            // Assumed if the task is not known.
            var isChanged = true
            if let current = system.currentRequest {
                isChanged = current.url != earlierURL || system.redirectCount(of: current) > hop.number
            }
            if attempts > 1, isChanged { return awaitDecision(since: earlierURL, attempts: attempts - 1) }
            self.offer = nil
            offer(false)
        }
    }

    /// Returns nil, which ends the exchange, because another protocol has the next request.
    func beginHop(_ next: URLRequest, after head: ResponseHead) -> URLRequest? {
        stop()
        return nil
    }
}

#if !canImport(FoundationNetworking)
    typealias LoadTransport = AppleLoadTransport

    extension AppleLoadTransport {
        /// Creates the transport of a protocol; throws nothing, because only FoundationNetworking may lack something.
        convenience init(_ urlProtocol: MockURLProtocol, of owner: SessionFrontEnd, isInsideResume: Bool) throws {
            let configuration = owner.configuration(of: type(of: urlProtocol))
            self.init(
                urlProtocol, on: LoadingRunLoop(), configuration: configuration,
                cookieStorage: configuration == nil ? owner.cookieStorage : nil,
                isOwnSession: configuration != nil && owner.ownConfiguration.withLock { $0 === configuration })
        }

        static func mayStart(_ task: URLSessionTask?) -> Bool {
            task?.state != .canceling && task?.state != .completed
        }
    }

    extension MockURLProtocol: LoadingSystem {
        var isTaskOver: Bool { !AppleLoadTransport.mayStart(task) }

        var currentRequest: URLRequest? { task?.currentRequest }

        var delegateMayRefuse: Bool {
            let method = "URLSession:task:willPerformHTTPRedirection:newRequest:completionHandler:"
            return task.map { $0.delegate?.responds(to: NSSelectorFromString(method)) == true } ?? true
        }

        var isUpload: Bool { task is URLSessionUploadTask }

        func response(_ head: ResponseHead) -> HTTPURLResponse? {
            HTTPURLResponse(url: head.url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: head.headers)
        }

        func deliverRedirect(to next: URLRequest, _ response: HTTPURLResponse) {
            client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
        }

        func deliver(_ response: URLResponse) {
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        }

        func deliver(_ chunk: Data) {
            client?.urlProtocol(self, didLoad: chunk)
        }

        func deliverEnd() { client?.urlProtocolDidFinishLoading(self) }

        func deliver(failure: any Error) {
            client?.urlProtocol(self, didFailWithError: failure)
        }

        private static let redirectCountName = "HTTPMock.redirectCount"
        nonisolated(unsafe) private static let hopsKey = UnsafeRawPointer(
            UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

        // At the task, because the request that a delegate answers may have lost its properties.
        var hops: RedirectHops? {
            get { task.flatMap { objc_getAssociatedObject($0, Self.hopsKey) as? RedirectHops } }
            set { if let task { objc_setAssociatedObject(task, Self.hopsKey, newValue, .OBJC_ASSOCIATION_RETAIN) } }
        }

        func redirectCount(of request: URLRequest) -> Int {
            Self.property(forKey: Self.redirectCountName, in: request) as? Int ?? 0
        }

        func request(_ request: URLRequest, noting redirectCount: Int) -> URLRequest {
            guard let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else { return request }
            Self.setProperty(redirectCount, forKey: Self.redirectCountName, in: copy)
            return copy as URLRequest
        }
    }

    private struct LoadingRunLoop: LoadingThread, @unchecked Sendable {
        // Sendable, because the functions of Core Foundation may be called on any thread, unlike those of `RunLoop`.
        private let runLoop: CFRunLoop = CFRunLoopGetCurrent()
        var mode: RunLoop.Mode? { RunLoop.current.currentMode }

        func perform(in modes: [RunLoop.Mode], _ work: @escaping @Sendable () -> Void) {
            CFRunLoopPerformBlock(runLoop, NSArray(array: modes.map(\.rawValue)), work)
            CFRunLoopWakeUp(runLoop)
        }

        func perform(after delay: Duration, in modes: [RunLoop.Mode], _ work: @escaping @Sendable () -> Void) {
            DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { perform(in: modes, work) }
        }
    }
#endif
