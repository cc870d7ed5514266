#if !canImport(FoundationNetworking)
    import Foundation

    /// The client's side of one load, on Apple's Foundation.
    ///
    /// Written to its documented API, and not run here.
    ///
    /// Everything but ``perform(_:)`` is to be called on the thread that started the load. The loading system itself
    /// merges session headers, hands over upload bodies as streams, follows redirects and writes the files of downloads.
    final class LoadTransport: @unchecked Sendable {
        // Sendable although its state is mutable: all of it is touched on the loading thread alone.
        private weak var urlProtocol: MockURLProtocol?
        private let runLoop: CFRunLoop
        private var isOver = false
        /// No async method is resumed where the client is called.
        let isAwaited = false

        init(_ urlProtocol: MockURLProtocol, isPrompt: Bool) throws {
            self.urlProtocol = urlProtocol
            self.runLoop = CFRunLoopGetCurrent()
        }

        /// Whether the session is the one an instance made for itself: a task does not tell its session.
        func isOwn(of engine: MockEngine) -> Bool { true }

        let canEndPromptly = false
        func endPromptness() -> Bool { isOver }

        var isRunning: Bool { true }
        /// Whether the client may be told more.
        var isOpen: Bool { !isOver }
        var url: URL? { urlProtocol?.request.url }
        /// A task does not tell its session; the request already has what is in its configuration.
        var configuration: URLSessionConfiguration? { nil }

        /// Runs on the loading thread, soon.
        func perform(_ work: @escaping @Sendable () -> Void) {
            CFRunLoopPerformBlock(runLoop, CFRunLoopMode.commonModes.rawValue, work)
            CFRunLoopWakeUp(runLoop)
        }

        func completed(_ request: URLRequest) -> URLRequest { request }

        func withCookies(_ request: URLRequest, for url: URL) -> URLRequest { request }

        /// Where the request's body is: on Apple's systems in its stream, however it was given.
        func body(of request: URLRequest) -> RequestBody {
            if let data = request.httpBody { return .data(data) }
            return request.httpBodyStream.map(RequestBody.stream) ?? .data(Data())
        }

        /// Whether the body goes out as an upload task's; there it can't be told.
        let isUpload = false

        func reportSent(byteCount: Int) {}

        /// Hands a redirect to the loading system, which asks the delegate and starts anew; the answer never comes.
        func askToFollow(
            _ next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
        ) {
            guard !isOver, let urlProtocol, let response = HTTPURLResponse.make(head) else { return }
            isOver = true
            urlProtocol.client?.urlProtocol(urlProtocol, wasRedirectedTo: next, redirectResponse: response)
        }

        func storeCookies(of head: ResponseHead) {}

        func receive(_ head: ResponseHead, from templates: ResponseTemplates) {
            guard let response = templates.response(for: head) else { return }
            receive(response)
        }

        func receive(_ response: URLResponse) {
            guard !isOver, let urlProtocol else { return }
            urlProtocol.client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
        }

        func receive(_ data: Data) {
            guard !isOver, let urlProtocol else { return }
            urlProtocol.client?.urlProtocol(urlProtocol, didLoad: data)
        }

        func finish() {
            guard !isOver, let urlProtocol else { return }
            isOver = true
            urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol)
        }

        func fail(_ error: any Error) {
            guard !isOver, let urlProtocol else { return }
            isOver = true
            urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
        }

        func stop() {
            isOver = true
        }
    }

    extension URLSession {
        func markWorkQueue() {}
    }

    extension URLSessionTask {
        /// What it means that a load is told to stop: that it has ended, one way or another, unless it is suspended.
        var meaningOfStop: MeaningOfStop { state == .suspended ? .suspended : .ended }

        func completeOnDelegateQueue() {}
    }

    extension HTTPURLResponse {
        /// The response object of a head.
        static func make(_ head: ResponseHead) -> HTTPURLResponse? {
            HTTPURLResponse(url: head.url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: head.headers)
        }
    }
#endif
