#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

    /// The client's side of one load, on FoundationNetworking.
    ///
    /// Everything but ``perform(_:)`` is to be called on the task's work queue. What the native loader does beside
    /// calling the client, and the loading system does not do for a custom protocol, is done here: session headers,
    /// upload bodies, cookies, redirects, files of downloads, progress to delegates.
    final class LoadTransport: @unchecked Sendable {
        // Sendable although its state is mutable: all of it is touched on the work queue alone; `queue` is constant.

        /// A cycle on purpose, by way of the load and its client: broken by whatever ends this.
        private var urlProtocol: MockURLProtocol?
        private let task: URLSessionTask
        private let session: URLSession
        private let queue: DispatchQueue
        /// Whether an async method waits for the task.
        let isAwaited: Bool
        private let isDownload: Bool
        private lazy var behaviour = task.behaviour(in: session, isAwaited: isAwaited)
        /// Whether the body comes from a stream, whose length nobody knows before its end.
        private var hasStreamedBody = false
        private var response: URLResponse?
        private var received: [Data] = []
        private var receivedCount = 0
        private var isOver = false
        /// The `Cookie` field the storage gave before a redirect changed it: what a request has of it is not the user's.
        private var outdatedCookies: String?
        /// Whether this is before the loading system has told the protocol to start.
        private var isPrompt: Bool

        /// - Parameter isPrompt: Whether the protocol answers before it is told to start.
        init(_ urlProtocol: MockURLProtocol, isPrompt: Bool) throws {
            guard let task = urlProtocol.task, let session = task.owningSession else {
                throw HTTPMockError(
                    "HTTPMock: the request came without a URLSessionTask or its session, so it can't be answered. Make "
                        + "it through a URLSession.")
            }
            self.urlProtocol = urlProtocol
            self.task = task
            self.session = session
            self.queue = try task.workQueue()
            self.isAwaited = task.isAwaited
            self.isDownload = task is URLSessionDownloadTask
            self.isPrompt = isPrompt
            guard !isPrompt else { return }
            if !session.hasWorkQueue { session.markWorkQueue() }
            // Before anything can end it: the loading system's own end of a cancelled task counts as well.
            task.completeOnDelegateQueue()
        }

        /// Whether the end can be told at once: to a Swift task that does not wait yet, and to no delegate.
        var canEndPromptly: Bool {
            if case .handler(nil) = behaviour { return isAwaited }
            return false
        }

        /// Goes on as if the protocol had been told to start.
        ///
        /// - Returns: Whether the end has been told.
        func endPromptness() -> Bool {
            isPrompt = false
            if !isOver { task.completeOnDelegateQueue() }
            return isOver
        }

        /// Whether the session is the one an instance made for itself.
        func isOwn(of engine: MockEngine) -> Bool {
            (session.delegateQueue as? SessionQueue)?.belongs(to: engine) ?? false
        }

        var isRunning: Bool { task.state == .running }

        /// Whether the client may be told more: not after the end, and not once the task has been cancelled, for then
        /// the loading system is about to say so.
        var isOpen: Bool {
            // Elsewhere a call of the client is a race that seldom shows.
            if !isPrompt { dispatchPrecondition(condition: .onQueue(queue)) }
            // Nobody can cancel it as long as the caller has the queue, inside `resume()`.
            return !isOver && (isPrompt || task.state != .canceling)
        }

        var url: URL? { task.originalRequest?.url }
        var configuration: URLSessionConfiguration? { session.configuration }

        /// Runs on the work queue, soon.
        func perform(_ work: @escaping @Sendable () -> Void) {
            queue.async(execute: work)
        }

        // MARK: The request

        /// The request with what the native loader would add from the session's configuration.
        func completed(_ request: URLRequest) -> URLRequest {
            guard let headers = session.configuration.httpAdditionalHeaders, !headers.isEmpty else { return request }
            var request = request
            for (name, value) in headers {
                let name = "\(name)"
                if request.value(forHTTPHeaderField: name) == nil {
                    request.setValue("\(value)", forHTTPHeaderField: name)
                }
            }
            return request
        }

        /// The request with the cookies that are stored for its URL, as Foundation puts them on a new task's.
        func withCookies(_ request: URLRequest, for url: URL) -> URLRequest {
            let configuration = session.configuration
            guard configuration.httpShouldSetCookies, request.httpShouldHandleCookies else { return request }
            var request = request
            if let value = storedCookies(for: url) {
                request.setValue(value, forHTTPHeaderField: "Cookie")
            } else if let outdatedCookies, request.value(forHTTPHeaderField: "Cookie") == outdatedCookies {
                request.setValue(nil, forHTTPHeaderField: "Cookie")
            }
            return request
        }

        private func storedCookies(for url: URL) -> String? {
            guard let cookies = session.configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
            else { return nil }
            return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
        }

        /// Where the request's body is.
        func body(of request: URLRequest) -> RequestBody {
            switch task.uploadBody {
            case .data(let data): return .data(data)
            case .file(let file): return .pending { done in done(RequestBody.read(file)) }
            case .stream(let stream): return streamedBody(stream)
            case nil: break
            }
            if let data = request.httpBody { return .data(data) }
            if let stream = request.httpBodyStream { return streamedBody(stream) }
            guard task is URLSessionUploadTask, let delegate = task.delegate else { return .data(Data()) }
            hasStreamedBody = true
            return .pending { [session, task] done in
                delegate.urlSession(session, task: task) { stream in
                    done(stream.map(RequestBody.read) ?? .success(Data()))
                }
            }
        }

        private func streamedBody(_ stream: InputStream) -> RequestBody {
            hasStreamedBody = true
            return .stream(stream)
        }

        /// Whether the body goes out as an upload task's: the native loader calls any other a form unless told its type.
        var isUpload: Bool { task is URLSessionUploadTask && !hasStreamedBody }

        /// Tells the delegate that the body has gone out, in pieces of the size the native loader sends.
        func reportSent(byteCount: Int) {
            guard byteCount > 0, let delegate = observer else { return }
            let pieceSize = 1 << 16
            let total = hasStreamedBody ? 0 : Int64(byteCount)
            let (session, task) = (session, task)
            session.delegateQueue.addOperation {
                for start in stride(from: 0, to: byteCount, by: pieceSize) {
                    let end = min(start + pieceSize, byteCount)
                    delegate.urlSession(
                        session, task: task, didSendBodyData: Int64(end - start), totalBytesSent: Int64(end),
                        totalBytesExpectedToSend: total)
                }
            }
        }

        // MARK: The response

        /// Asks the delegate whether to follow a redirect; the answer comes on the work queue, nil for no.
        func askToFollow(
            _ next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
        ) {
            guard let delegate = adviser, let response = HTTPURLResponse.make(head) else {
                return perform { answer(next) }
            }
            let (session, task) = (session, task)
            session.delegateQueue.addOperation { [self] in
                delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: next) {
                    next in
                    self.perform { answer(next) }
                }
            }
        }

        /// Stores the cookies a response sets in the session's storage, as its policy allows.
        func storeCookies(of head: ResponseHead) {
            guard head.fields.setsCookies else { return }
            let fields = head.headers.compactMap { $0.key.isEqualIgnoringCase(to: "Set-Cookie") ? $0.value : nil }
            let configuration = session.configuration
            guard let storage = configuration.httpCookieStorage,
                configuration.httpCookieAcceptPolicy != .never
            else { return }
            outdatedCookies = storedCookies(for: head.url)
            // The key must be spelled exactly so for Foundation to find it.
            let header = ["Set-Cookie": fields.joined(separator: ", ")]
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: header, for: head.url)
            storage.setCookies(cookies, for: head.url, mainDocumentURL: task.originalRequest?.mainDocumentURL)
        }

        func receive(_ head: ResponseHead, from templates: ResponseTemplates) {
            guard isOpen else { return }
            storeCookies(of: head)
            guard let response = templates.response(for: head) else { return }
            receive(response)
        }

        func receive(_ response: URLResponse) {
            guard isOpen, let urlProtocol else { return }
            self.response = response
            urlProtocol.client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
        }

        func receive(_ data: Data) {
            guard isOpen, let urlProtocol else { return }
            if isDownload {
                received.append(data)
                reportDownloaded(data.count)
                return
            }
            switch behaviour {
            case .delegate:
                urlProtocol.client?.urlProtocol(urlProtocol, didLoad: data)
            case .handler(let watcher):
                received.append(data)
                guard let watcher, let watcher = watcher as? any URLSessionDataDelegate,
                    let task = task as? URLSessionDataTask
                else { return }
                session.delegateQueue.addOperation { [session] in
                    watcher.urlSession(session, dataTask: task, didReceive: data)
                }
            }
        }

        func finish() {
            guard isOpen, let urlProtocol else { return }
            // The async methods crash at an end without a response.
            guard response != nil else { return fail(URLError.conforming(URLError(.badServerResponse), url: url)) }
            guard isDownload else {
                // Of several pieces the loading system would keep the last alone.
                if !received.isEmpty {
                    let whole = received.count == 1 ? received[0] : Data(joining: received)
                    urlProtocol.client?.urlProtocol(urlProtocol, didLoad: whole)
                }
                return end(urlProtocol)
            }
            let pieces = received
            DispatchQueue.global().async { [self] in
                let file = Result { try DownloadedFile.write(pieces) }
                perform { [self] in finish(with: file) }
            }
        }

        func fail(_ error: any Error) {
            guard isOpen, let urlProtocol else { return }
            isOver = true
            self.urlProtocol = nil
            if !isPrompt { task.ignoreResuming() }
            urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
        }

        /// Says nothing more to the client, which has been told the end by the loading system.
        func stop() {
            isOver = true
            urlProtocol = nil
        }

        private func finish(with file: Result<URL, any Error>) {
            guard isOpen, let urlProtocol else {
                // Nobody will get it, and with it the duty to remove it.
                if let url = try? file.get() { DispatchQueue.global().async { DownloadedFile.remove(url) } }
                return
            }
            do {
                try urlProtocol.setDownloadedFile(file.get())
                end(urlProtocol)
            } catch {
                fail(error)
            }
        }

        private func end(_ urlProtocol: MockURLProtocol) {
            isOver = true
            self.urlProtocol = nil
            received = []
            // The end is told before anybody can resume the task.
            guard !isPrompt else { return finish(urlProtocol) }
            task.ignoreResuming()
            if isAwaited, case .handler(nil) = behaviour, let queue = session.delegateQueue as? SessionQueue {
                queue.endDirectly { finish(urlProtocol) }
            } else {
                finish(urlProtocol)
            }
        }

        private func finish(_ urlProtocol: MockURLProtocol) {
            guard let response = response as? UnchallengedResponse else {
                urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol)
                return
            }
            response.withoutURL {
                urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol)
            }
        }

        /// The delegate that is told of progress: the session's for a task without a handler, else the task's own.
        private var observer: (any URLSessionTaskDelegate)? {
            switch behaviour {
            case .delegate: session.delegate as? any URLSessionTaskDelegate
            case .handler(let watcher): watcher
            }
        }

        /// The delegate that is asked about redirects: the task's own, however it was given, else the session's.
        private var adviser: (any URLSessionTaskDelegate)? {
            if case .handler(let watcher?) = behaviour { return watcher }
            return task.delegate
        }

        private func reportDownloaded(_ byteCount: Int) {
            receivedCount += byteCount
            guard let delegate = observer as? any URLSessionDownloadDelegate,
                let task = task as? URLSessionDownloadTask
            else { return }
            let (session, total, expected) = (session, Int64(receivedCount), response?.expectedContentLength ?? -1)
            session.delegateQueue.addOperation {
                delegate.urlSession(
                    session, downloadTask: task, didWriteData: Int64(byteCount), totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            }
        }
    }
#endif
