import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Synchronization
#endif

/// Passes a request of the loading system to the instance that owns the class.
///
/// FoundationNetworking creates an object inside `resume()`, or on a queue of its own if the session has a cache. It
/// calls `startLoading` and `stopLoading` on the task's work queue. `startLoading` is called for each `resume()`.
/// `stopLoading` is called for a cancellation and for a suspension, but not after a normal end (FoundationOnLinux.md,
/// "Suspending and resuming").
class MockURLProtocol: URLProtocol, InterceptingProtocol {
    private var phase = Phase.created
    /// Whether the Swift task of the request was cancelled before the request began.
    ///
    /// Read at the creation, which on Linux runs in that task unless the session has a cache (FoundationOnLinux.md,
    /// "The caller's context").
    private let wasCancelledBefore = Task.isCancelled
    /// The task-local values of that Swift task; nil unless they are first read inside `resume()`.
    ///
    /// ``TaskContext/ofCurrentTask`` is nil in other cases as well.
    private(set) lazy var callerContext = TaskContext.ofCurrentTask
    /// The error of the request if another test makes it; nil in the session's own test.
    ///
    /// Read at the creation on Linux, because only the task that makes the request knows its test. Nil also if no front
    /// end answers the request.
    private lazy var foreign: HTTPMockError? = {
        guard case .success(let owner) = foundOwner else { return nil }
        return owner.takeForeignError(of: request) ?? owner.engine.foreignError()
    }()

    private enum Phase {
        case created
        /// The exchange knows whether the request is over.
        case loading(Exchange, LoadTransport)
        /// The request has ended without an exchange, or before `startLoading`.
        case over
    }

    /// Nil if the front end has been released, and for ``SharedSessionURLProtocol``.
    static var owner: SessionFrontEnd? { ProtocolClassRegistry.owner(of: self) }

    private lazy var foundOwner = Result { try owner() }

    func owner() throws -> SessionFrontEnd {
        if let owner = Self.owner { return owner }
        throw HTTPMockError(
            "HTTPMock: the HTTPMock that this URLSession was configured for has been released, so the request can't be "
                + "answered, and nothing was sent. To fix this, keep the instance for as long as its protocolClass is "
                + "used, or use mock.urlSession, which goes on answering after the instance is released.",
            cause: .instanceReleased)
    }

    class func intercepts(_ engine: MockEngine) -> Bool {
        owner?.engine === engine
    }

    #if canImport(FoundationNetworking)
        /// Whether the loading system, which gives no client to the initializer, created the object.
        ///
        /// Another protocol that creates this object gives a client, and calls `startLoading` itself.
        private let isOfLoadingSystem: Bool

        private static let requestCount = Atomic<Int>(0)

        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            isOfLoadingSystem = client == nil
            super.init(request: request, cachedResponse: cachedResponse, client: client)
            _ = foreign
        }

        /// The task, which the loading system sets inside `resume()`, on the caller's thread.
        ///
        /// If the session has a cache, the task is set on another thread, where nothing is answered.
        ///
        /// A response that is sent inside `resume()` ends an async method of `URLSession` before that method suspends.
        /// No thread is woken, and the Swift task is not resumed on the work queue, where a resumption could deadlock
        /// (FoundationOnLinux.md, "Cancelling an awaited task" and "Answering inside resume").
        override var task: URLSessionTask? {
            didSet {
                guard oldValue == nil, let task, isOfLoadingSystem else { return }
                task.performInsideResume {
                    // Of all requests that get here, every 64th is answered asynchronously, so that a tight loop of
                    // requests still yields its thread.
                    let number = Self.requestCount.add(1, ordering: .relaxed).newValue
                    if !number.isMultiple(of: 64) { startInsideResume() }
                }
                guard case .created = phase, case .success(let owner) = foundOwner,
                    owner.engine.store.beforeArrival.withLock({ $0.mayRunUserCode })
                else { return }
                // Captured now, because user code may run later, when the task-local values are out of reach.
                _ = callerContext
            }
        }

        /// Begins the request inside `resume()` if it may end there; otherwise `startLoading` begins the request.
        private func startInsideResume() {
            guard !wasCancelledBefore, case .success(let owner) = foundOwner,
                let transport = try? LoadTransport(self, of: owner, isInsideResume: true),
                transport.canFinishSynchronously
            else { return }
            begin(owner, transport)
            guard transport.leaveResume() else { return }
            phase = .over
            // The task and the protocol retain each other. Foundation does not break this cycle if the request ends
            // before Foundation stores the protocol.
            self.task = nil
        }
    #endif

    /// Accepts every request except a `data:` URL, so that no request reaches the network.
    override class func canInit(with request: URLRequest) -> Bool {
        if let scheme = request.url?.scheme, scheme.isEqualIgnoringCase(to: "data") { return false }
        #if canImport(FoundationNetworking)
            owner?.noteIfForeign(request)
        #endif
        return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        request
    }

    override func startLoading() {
        switch phase {
        case .created: beginLoading()
        case .loading(let exchange, let transport): transport.startAgain(self, exchange)
        case .over: break
        }
    }

    private func beginLoading() {
        guard LoadTransport.mayStart(task) else { return }
        do {
            let owner = try foundOwner.get()
            let transport = try LoadTransport(self, of: owner, isInsideResume: false)
            // The async method of a cancelled Swift task cancels its `URLSessionTask` next, which the loading system
            // then ends.
            if wasCancelledBefore, transport.isAwaited { return }
            begin(owner, transport)
        } catch {
            phase = .over
            #if canImport(FoundationNetworking)
                task?.completeOnDelegateQueue()
            #endif
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    private func begin(_ owner: SessionFrontEnd, _ transport: LoadTransport) {
        let exchange = Exchange(engine: owner.engine, transport: transport, foreign: foreign)
        phase = .loading(exchange, transport)
        transport.start(request, exchange)
    }

    #if canImport(FoundationNetworking)
        /// Suspends or cancels the request, as the task's state shows.
        ///
        /// Only the state shows the reason of the call, because Foundation calls this function some time after the
        /// cause, and out of order in a session with a cache (FoundationOnLinux.md, "Suspending and resuming").
        override func stopLoading() {
            switch task?.state {
            case .suspended:
                if case .loading(let exchange, _) = phase { exchange.suspend() }
            case .running:
                // The task was suspended, but has been resumed since.
                break
            default:
                if case .loading(let exchange, _) = phase { exchange.cancel() }
                // The loading system delivers the end of a cancelled task next.
                task?.completeOnDelegateQueue()
            }
        }
    #else
        override func stopLoading() {
            if case .loading(let exchange, let transport) = phase { transport.stopLoading(exchange) }
        }

        deinit {
            guard case .loading(let exchange, let transport) = phase else { return }
            // A stopped protocol can't start again once it is released. On the loading thread, because a deinitializer
            // may run on any thread.
            transport.perform { if !exchange.isOver { exchange.cancel() } }
        }
    #endif
}

// The rules of the native loaders for a request, which both transports follow.

extension URLRequest {
    /// Returns whether both native loaders add the media type of a form (FoundationOnLinux.md, "Fields of a request").
    func getsFormType(isUpload: Bool) -> Bool {
        guard httpMethod == "POST", !isUpload, value(forHTTPHeaderField: "Content-Type") == nil else { return false }
        return httpBody?.isEmpty == false || httpBodyStream != nil
    }

    /// Returns the request of a redirect without the fields that the client did not set, as a delegate gets it.
    func without(_ addedFields: [String: String]) -> URLRequest {
        var request = self
        for (name, value) in addedFields where self.value(forHTTPHeaderField: name) == value {
            request.setValue(nil, forHTTPHeaderField: name)
        }
        return request
    }
}
