import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Synchronization
#endif

/// Passes a request of the loading system to the instance that owns the class.
///
/// FoundationNetworking creates an object inside `resume()`, and calls the other methods on the task's work queue.
/// `startLoading` is called for each `resume()`. `stopLoading` is called for a cancellation and for a suspension, but
/// not after a normal end (FoundationOnLinux.md, "Suspending and resuming").
class MockURLProtocol: URLProtocol, InterceptingProtocol {
    private var phase = Phase.created
    /// Whether the Swift task that makes the request was already cancelled.
    ///
    /// Read in the initializer, because only the initializer runs in that task (FoundationOnLinux.md, "The caller's
    /// context").
    private let wasCancelledBefore: Bool
    /// The task-local values of that Swift task, if the request can't start inside `resume()`.
    private(set) var callerContext: TaskContext?
    /// The error that refuses the request; nil unless another test than the session's own makes the request.
    private var refusal: HTTPMockError?

    private enum Phase {
        case created
        /// The exchange knows whether the request is over.
        case loading(Exchange)
        /// The request has ended inside `resume()`, before `startLoading`.
        case endedInsideResume
        /// The request has ended without an exchange.
        case refused
    }

    /// The front end of the instance that owns the class.
    ///
    /// Nil if the front end has been released, and for ``SharedSessionURLProtocol``.
    static var owner: SessionFrontEnd? { ProtocolClassRegistry.owner(of: self) }

    /// The front end of the instance that answers this request, looked up when the protocol is created.
    private lazy var foundOwner = Result { try owner() }

    /// Returns the front end of the instance that answers this request.
    ///
    /// - Throws: ``HTTPMockError`` if there is none.
    func owner() throws -> SessionFrontEnd {
        guard let owner = Self.owner else { throw HTTPMockError.ownerIsReleased }
        return owner
    }

    class func intercepts(_ engine: MockEngine) -> Bool { owner?.engine === engine }

    /// Returns the cookie storage of this request; nil for that of the session's configuration.
    func cookieStorage(_ owner: SessionFrontEnd) -> HTTPCookieStorage? { nil }

    #if canImport(FoundationNetworking)
        /// Whether the loading system created the protocol.
        ///
        /// A protocol that another protocol created has to be started.
        private let isOfLoadingSystem: Bool

        private static let count = Atomic<Int>(0)

        required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            wasCancelledBefore = Task.isCancelled
            isOfLoadingSystem = client == nil
            super.init(request: request, cachedResponse: cachedResponse, client: client)
            findRefusal()
        }
    #else
        required override init(
            request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
        ) {
            wasCancelledBefore = Task.isCancelled
            super.init(request: request, cachedResponse: cachedResponse, client: client)
            findRefusal()
        }
    #endif

    /// Finds out whether another test makes the request, which only the task that makes it knows.
    private func findRefusal() {
        guard case .success(let owner) = foundOwner else { return }
        #if canImport(FoundationNetworking)
            if let early = EarlyRefusals.take(request, of: owner.engine) {
                refusal = early
                return
            }
        #endif
        refusal = owner.engine.refuseAnotherTest()
    }

    /// Accepts every request except a `data:` URL, so that no request reaches the network.
    override class func canInit(with request: URLRequest) -> Bool {
        guard request.url?.scheme?.isEqualIgnoringCase(to: "data") != true else { return false }
        #if canImport(FoundationNetworking)
            if let engine = owner?.engine { EarlyRefusals.find(request, of: engine) }
        #endif
        return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    #if canImport(FoundationNetworking)
        /// The task, which the loading system sets inside `resume()`, on the caller's thread.
        ///
        /// A response that is sent there ends an async method of `URLSession` before that method suspends. No thread
        /// is woken, and the Swift task is not resumed on the work queue, where a resumption could deadlock
        /// (FoundationOnLinux.md, "Cancelling an awaited task" and "Answering inside resume").
        override var task: URLSessionTask? {
            didSet {
                guard oldValue == nil, let task, isOfLoadingSystem else { return }
                task.performInsideResume {
                    // Every 64th request of the process is answered asynchronously, so that a tight loop of requests
                    // still yields its thread.
                    let number = Self.count.add(1, ordering: .relaxed).newValue
                    if !number.isMultiple(of: 64) { startInsideResume() }
                }
                guard case .created = phase, case .success(let owner) = foundOwner,
                    owner.engine.store.callers.mayRunUserCode
                else { return }
                callerContext = .ofCurrentTask
            }
        }

        private func startInsideResume() {
            guard !wasCancelledBefore, case .success(let owner) = foundOwner,
                let transport = try? LoadTransport(self, of: owner, isInsideResume: true),
                transport.canFinishSynchronously
            else { return }
            begin(owner, transport)
            if transport.leaveResume() { phase = .endedInsideResume }
        }
    #endif

    override func startLoading() {
        switch phase {
        case .created: beginLoading()
        case .loading(let exchange):
            #if canImport(FoundationNetworking)
                if task?.state != .suspended { exchange.resume() }
            #else
                (exchange.transport as? LoadTransport)?.startAgain(self, exchange)
            #endif
        case .endedInsideResume:
            #if canImport(FoundationNetworking)
                // The task and the protocol retain each other. Foundation does not break this cycle if the request ends
                // before Foundation stores the protocol.
                task = nil
            #endif
        case .refused: break
        }
    }

    private func beginLoading() {
        guard LoadTransport.mayStart(task) else { return }
        do {
            let owner = try foundOwner.get()
            let transport = try LoadTransport(self, of: owner, isInsideResume: false)
            guard !(wasCancelledBefore && transport.isAwaited) else { return }
            begin(owner, transport)
        } catch {
            phase = .refused
            #if canImport(FoundationNetworking)
                task?.completeOnDelegateQueue()
            #endif
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    private func begin(_ owner: SessionFrontEnd, _ transport: LoadTransport) {
        let exchange = Exchange(engine: owner.engine, transport: transport, refusal: refusal)
        phase = .loading(exchange)
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
                if case .loading(let exchange) = phase { exchange.suspend() }
            case .running:
                // The task was suspended, but has been resumed since.
                break
            default:
                if case .loading(let exchange) = phase { exchange.cancel() }
                if case .created = phase { phase = .refused }
                // The loading system delivers the end of a cancelled task next.
                task?.completeOnDelegateQueue()
            }
        }
    #else
        override func stopLoading() {
            guard case .loading(let exchange) = phase else { return }
            (exchange.transport as? LoadTransport)?.stopLoading(exchange)
        }

        deinit {
            guard case .loading(let exchange) = phase else { return }
            // On the loading thread, because a deinitializer runs on any. No stopped protocol starts again after it.
            exchange.transport.perform { if !exchange.isOver { exchange.cancel() } }
        }
    #endif
}

#if canImport(FoundationNetworking)
    /// The refusals of requests between `canInit` and the protocol's creation, which follows each `canInit` once.
    ///
    /// Foundation asks the cache of a session on another thread, and creates the protocol there. Only `canInit` still
    /// runs in the task that makes the request (FoundationOnLinux.md, "The caller's context").
    enum EarlyRefusals {
        private typealias Refusal = (engine: ObjectIdentifier, request: URLRequest, error: HTTPMockError)

        private static let refusals = Locked<[Refusal]>([])
        /// The number of refusals, so that other requests need no lock that all tests share.
        private static let count = Atomic<Int>(0)

        static func find(_ request: URLRequest, of engine: MockEngine) {
            guard let refusal = engine.refuseAnotherTest() else { return }
            refusals.withLock { $0.append((ObjectIdentifier(engine), request, refusal)) }
            count.add(1, ordering: .releasing)
        }

        /// Removes and returns the refusal of a request; nil if there is none.
        static func take(_ request: URLRequest, of engine: MockEngine) -> HTTPMockError? {
            guard count.load(ordering: .acquiring) > 0 else { return nil }
            let taken = refusals.withLock { refusals in
                let index = refusals.lastIndex { $0.engine == ObjectIdentifier(engine) && $0.request == request }
                return index.map { refusals.remove(at: $0).error }
            }
            if taken != nil { count.subtract(1, ordering: .relaxed) }
            return taken
        }
    }
#endif

extension HTTPMockError {
    /// The error of a request through a session whose mock has been released.
    fileprivate static let ownerIsReleased = HTTPMockError(
        "HTTPMock: the HTTPMock that this URLSession was configured for has been released, so the request can't be "
            + "answered, and nothing was sent. To fix this, keep the instance for as long as its protocolClass is used, "
            + "or use mock.urlSession, which goes on answering after the instance is released.",
        cause: .instanceReleased)
}

/// Gives each instance its own `URLProtocol` class, and finds a class's owner.
///
/// A session refers to a class, not to an object, so each instance needs its own class. Classes are created from a
/// generic type and never reused, so that an old session never reaches another instance.
enum ProtocolClassRegistry {
    private static let owners = Locked<[ObjectIdentifier: Weak<SessionFrontEnd>]>([:])

    /// Returns a new class, which belongs to the front end of an instance.
    static func add(_ frontEnd: SessionFrontEnd) -> MockURLProtocol.Type {
        func make<Digits>(_ digits: Digits.Type) -> MockURLProtocol.Type { NumberedURLProtocol<Digits>.self }
        return owners.withLock { owners in
            let new = make(digits(of: owners.count))
            owners[ObjectIdentifier(new)] = Weak(object: frontEnd)
            return new
        }
    }

    /// Returns the front end that owns a class; nil if it has been released.
    static func owner(of known: MockURLProtocol.Type) -> SessionFrontEnd? {
        owners.withLock { $0[ObjectIdentifier(known)]?.object }
    }

    /// Returns the type that represents a number by its binary digits, lowest outermost.
    private static func digits(of number: Int) -> any Any.Type {
        func even<Half>(_ half: Half.Type) -> any Any.Type { Even<Half>.self }
        func odd<Half>(_ half: Half.Type) -> any Any.Type { Odd<Half>.self }
        guard number > 0 else { return Never.self }
        let half = digits(of: number / 2)
        return number.isMultiple(of: 2) ? even(half) : odd(half)
    }

    private enum Even<Half> {}

    private enum Odd<Half> {}
}

/// The class of one instance, identified by the digits of its number.
private final class NumberedURLProtocol<Digits>: MockURLProtocol {}

// The rules of the native loaders for a request, which both transports follow.

extension URLRequest {
    /// Returns whether the native loader adds the media type of a form.
    ///
    /// See FoundationOnLinux.md, "Fields of a request". Apple's loader does the same.
    func isForm(isUpload: Bool) -> Bool {
        httpMethod == "POST" && !isUpload && value(forHTTPHeaderField: "Content-Type") == nil
            && (httpBody?.isEmpty == false || httpBodyStream != nil)
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

extension MockRequest {
    /// Rejects a GET with a body, as the native loader does.
    ///
    /// See FoundationOnLinux.md, "Errors of the native loader".
    ///
    /// - Throws: `URLError.dataLengthExceedsMaximum`.
    /// - SeeAlso: [iOS 13 Release Notes](https://developer.apple.com/documentation/ios-ipados-release-notes/ios-13-release-notes)
    func checkBody() throws {
        guard content.count == 0 || method != .get else { throw URLError(.dataLengthExceedsMaximum) }
    }
}
