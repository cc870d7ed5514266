import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The loading system's side of a request: passes the request to the instance that owns the class.
///
/// FoundationNetworking makes an object inside `resume()` and calls the rest on the task's work queue: `startLoading`
/// for each `resume()`, `stopLoading` for a cancellation and for a suspension, but not after a normal end.
class MockURLProtocol: ResumeStartURLProtocol {
    private var exchange: Exchange?
    private var isOver = false
    /// Whether the request ended inside `resume()`, before `startLoading`.
    private var hasEndedInsideResume = false
    /// Whether the Swift task that makes the request was cancelled before; known here only, in the task's context.
    private let wasCancelledBefore: Bool
    /// The task-local values of that task, if the instance reports to a test.
    private var callerContext: TaskContext?

    /// The instance that owns the class; nil if it has been released.
    class var owner: SessionFrontEnd? { nil }

    /// The instance that answers this request.
    ///
    /// - Throws: ``HTTPMockError`` if there is none.
    func owner() throws -> SessionFrontEnd {
        guard let owner = Self.owner else { throw HTTPMockError.ownerIsReleased }
        return owner
    }

    /// The cookies of the request's session; nil for those of the session's configuration.
    func cookieStorage(_ owner: SessionFrontEnd) -> HTTPCookieStorage? { nil }

    #if canImport(FoundationNetworking)
        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            wasCancelledBefore = Task.isCancelled
            super.init(request: request, cachedResponse: cachedResponse, client: client)
            if (try? owner())?.engine.store.reportsToTest == true { callerContext = TaskContext() }
        }
    #else
        override init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            wasCancelledBefore = Task.isCancelled
            super.init(request: request, cachedResponse: cachedResponse, client: client)
        }
    #endif

    /// Accepts every request, so that none reaches the network; a `data:` URL has its content in itself.
    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.scheme?.isEqualIgnoringCase(to: "data") != true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startInsideResume() {
        guard !wasCancelledBefore, let owner = try? owner(),
            let transport = try? LoadTransport(self, of: owner, isInsideResume: true),
            transport.canFinishSynchronously
        else { return }
        begin(owner, transport)
        hasEndedInsideResume = transport.leaveResume()
    }

    override func startLoading() {
        if hasEndedInsideResume {
            exchange = nil
            return releaseTask()
        }
        if let exchange {
            if task?.state != .suspended { exchange.resume() }
            return
        }
        guard !isOver else { return }
        do {
            let owner = try owner()
            let transport = try LoadTransport(self, of: owner, isInsideResume: false)
            guard transport.isRunning, !(wasCancelledBefore && transport.isAwaited) else { return }
            begin(owner, transport)
        } catch {
            isOver = true
            LoadTransport.fail(self, error)
        }
    }

    private func begin(_ owner: SessionFrontEnd, _ transport: LoadTransport) {
        let exchange = Exchange(engine: owner.engine, transport: transport, callerContext: callerContext)
        self.exchange = exchange
        transport.start(request, exchange)
    }

    override func stopLoading() {
        switch task?.stopReason {
        case .suspended:
            exchange?.suspend()
        case .resumedAgain:
            break
        case .ended, nil:
            isOver = true
            exchange?.cancel()
            LoadTransport.noteCancellation(of: self)
        }
    }
}

/// Why the loading system stops a load.
enum StopReason {
    /// The task waits to be resumed.
    case suspended
    /// The task was suspended, but has been resumed meanwhile.
    case resumedAgain
    /// The task was cancelled, or is over.
    case ended
}

extension HTTPMockError {
    /// A request came through a session whose mock has been released.
    fileprivate static let ownerIsReleased = HTTPMockError(
        "HTTPMock: the HTTPMock this URLSession was configured for has been released, so nothing can answer it, and "
            + "nothing was sent. To fix this, keep the instance for as long as its protocolClass is used, or use "
            + "mock.urlSession, which goes on answering by itself.")
}
