import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The loading system's side of a request: hands it to the instance that owns the class, and no further.
///
/// FoundationNetworking makes it inside `resume()`, which is when it may answer promptly, and calls the rest on the
/// task's work queue: `startLoading` for each `resume()`, `stopLoading` for a cancellation and for a suspension, not
/// after a normal end.
class MockURLProtocol: PromptURLProtocol {
    private var load: Load?
    private var isOver = false
    /// Whether the end was told before `startLoading`.
    private var hasEndedPromptly = false
    /// Whether the Swift task that makes the request was cancelled before: known only here, in its own context.
    private let wasCancelledBefore: Bool

    /// The instance that answers; nil if it is gone.
    class var owner: MockEngine? { nil }

    /// The instance that answers this request.
    ///
    /// - Throws: ``HTTPMockError`` if there is none.
    func owner() throws -> MockEngine {
        guard let engine = Self.owner else { throw HTTPMockError.ownerIsGone }
        return engine
    }

    required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
        wasCancelledBefore = Task.isCancelled
        super.init(request: request, cachedResponse: cachedResponse, client: client)
    }

    /// Takes everything, so that nothing reaches the network; a `data:` URL brings its content along and is Foundation's.
    override class func canInit(with request: URLRequest) -> Bool {
        request.url?.scheme?.isEqualIgnoringCase(to: "data") != true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startPromptly() {
        guard !wasCancelledBefore, let engine = try? owner(),
            let transport = try? LoadTransport(self, isPrompt: true), transport.canEndPromptly
        else { return }
        noteSession(of: transport, engine)
        load = Load.startPromptly(request, engine: engine, transport: transport)
        hasEndedPromptly = transport.endPromptness()
    }

    override func startLoading() {
        if hasEndedPromptly {
            load = nil
            return forgetTask()
        }
        if let load {
            if task?.state != .suspended { load.resume() }
            return
        }
        guard !isOver else { return }
        do {
            let transport = try LoadTransport(self, isPrompt: false)
            guard transport.isRunning, !(wasCancelledBefore && transport.isAwaited) else { return }
            do {
                begin(try owner(), transport)
            } catch {
                isOver = true
                transport.fail(error)
            }
        } catch {
            isOver = true
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    private func begin(_ engine: MockEngine, _ transport: LoadTransport) {
        noteSession(of: transport, engine)
        let load = Load(engine: engine, transport: transport)
        self.load = load
        load.start(request)
    }

    /// A session made from the configuration of the instance's own has the class as well, and may outlive it.
    private func noteSession(of transport: LoadTransport, _ engine: MockEngine) {
        if !transport.isOwn(of: engine) { _ = engine.protocolClass(isShared: true) }
    }

    override func stopLoading() {
        switch task?.meaningOfStop {
        case .suspended:
            load?.suspend()
        case .nothing:
            break
        case .ended, nil:
            isOver = true
            // The loading system ends the task next; one that never began to load is still to be told how.
            task?.completeOnDelegateQueue()
            load?.stop()
        }
    }
}

/// What it means that a load is told to stop.
enum MeaningOfStop {
    /// The task waits to be resumed.
    case suspended
    /// The task was suspended, but no longer is.
    case nothing
    /// The task was cancelled, or is over.
    case ended
}

extension HTTPMockError {
    /// A request came through a session whose mock is no more.
    fileprivate static let ownerIsGone = HTTPMockError(
        "HTTPMock: the HTTPMock this URLSession was configured for has been released, so nothing can answer it, and "
            + "nothing was sent. Keep the instance for as long as its protocolClass is used, or use mock.urlSession, "
            + "which goes on answering by itself.")
}
