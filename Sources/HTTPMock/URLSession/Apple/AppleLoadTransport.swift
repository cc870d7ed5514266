#if !canImport(FoundationNetworking)
    import Foundation

    typealias LoadTransport = AppleLoadTransport

    /// The client's side of one request, on Apple's systems.
    ///
    /// Created by ``MockURLProtocol``, owned by the request's ``Exchange``. Everything but ``perform(_:)`` runs on the
    /// thread on which the loading system starts the protocol, because the client must be called there. The loading
    /// system itself adds the session's header fields and cookies, makes streams of upload bodies, follows redirects
    /// and writes the files of downloads.
    ///
    /// Written to the documented API, and not run by the project's tests on Linux.
    final class AppleLoadTransport: ResponseTransport, @unchecked Sendable {
        // Sendable although its state is mutable: all of it is touched on the loading thread only; the rest is
        // constant.

        /// The protocol, which the loading system retains; nil after the end.
        private weak var urlProtocol: MockURLProtocol?
        private let runLoop: CFRunLoop
        /// Always false, because the loading system itself resumes an async method.
        let isAwaited = false

        /// Throws nothing; only FoundationNetworking may lack what a transport needs.
        init(_ urlProtocol: MockURLProtocol, of owner: SessionFrontEnd, isInsideResume: Bool) throws {
            self.urlProtocol = urlProtocol
            runLoop = CFRunLoopGetCurrent()
        }

        /// Fails a request that no transport could be made for.
        static func fail(_ urlProtocol: MockURLProtocol, _ error: any Error) {
            urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
        }

        /// Does nothing: the loading system ends a cancelled task by itself.
        static func noteCancellation(of urlProtocol: MockURLProtocol) {}

        /// Starts an exchange with the task's request, whose body is always a stream.
        func start(_ request: URLRequest, _ exchange: Exchange) {
            guard let url = request.url else { return fail(URLError(.unsupportedURL)) }
            guard let stream = request.httpBodyStream else {
                return exchange.start(MockRequest(request, url: url, body: request.httpBody ?? Data()))
            }
            let incomplete = MockRequest(request, url: url, body: Data())
            let reader = RequestBodyReader(.stream(stream), startLimit: exchange.engine.store.logBodyLimit)
            exchange.start(incomplete, reading: reader) { content in
                var complete = request
                complete.httpBody = content.data
                return MockRequest(complete, url: url, content: content)
            }
        }

        /// Returns whether a request may be answered or failed.
        static func mayStart(_ task: URLSessionTask?) -> Bool {
            switch task?.state {
            case .canceling, .completed: false
            default: true
            }
        }

        var isOpen: Bool { urlProtocol.map { Self.mayStart($0.task) } ?? false }

        /// Runs work on the loading thread.
        ///
        /// The functions of Core Foundation are used, because those of `RunLoop` are not safe on any thread.
        func perform(_ work: @escaping @Sendable () -> Void) {
            CFRunLoopPerformBlock(runLoop, CFRunLoopMode.commonModes.rawValue, work)
            CFRunLoopWakeUp(runLoop)
        }

        /// Returns the limits of the request.
        ///
        /// The session's limits are unknown, because a task does not expose its session.
        func timeouts(for request: MockRequest) -> Timeouts {
            Timeouts(request: request.headRequest, configuration: nil)
        }

        // MARK: The response

        func receive(_ head: ResponseHead) {
            guard let response = HTTPURLResponse(head) else { return }
            receive(foreign: response)
        }

        func receive(foreign response: URLResponse) {
            guard isOpen, let urlProtocol else { return }
            urlProtocol.client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
        }

        func receive(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
            guard isOpen, let urlProtocol else { return }
            urlProtocol.client?.urlProtocol(urlProtocol, didLoad: chunk)
            ready?()
        }

        func finish() {
            guard isOpen, let urlProtocol else { return }
            self.urlProtocol = nil
            urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol)
        }

        func fail(_ error: any Error) {
            guard isOpen, let urlProtocol else { return }
            self.urlProtocol = nil
            urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
        }

        func stop() {
            urlProtocol = nil
        }

        // MARK: Redirects

        /// Answers for the client, because the loading system asks the client itself.
        func askToFollow(
            _ next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
        ) {
            answer(next)
        }

        /// Passes a redirect to the loading system, which starts another protocol with the next request.
        func follow(_ next: URLRequest, after head: ResponseHead) -> URLRequest? {
            // Later, because the loading system may stop this protocol meanwhile, before its exchange has ended.
            perform { [self] in redirect(to: next, after: head) }
            return nil
        }

        private func redirect(to next: URLRequest, after head: ResponseHead) {
            guard isOpen, let urlProtocol, let response = HTTPURLResponse(head) else { return }
            self.urlProtocol = nil
            urlProtocol.client?.urlProtocol(urlProtocol, wasRedirectedTo: next, redirectResponse: response)
            // Ends this load and not the task, as Apple's sample code CustomHTTPProtocol does.
            urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: CocoaError(.userCancelled))
        }
    }

    extension URLSessionTask {
        /// The reason why the loading system stops the task's protocol.
        ///
        /// The reason is always the end, because no stopped protocol starts again.
        var stopReason: StopReason { .ended }
    }

    extension HTTPURLResponse {
        /// Creates the response object of a head.
        fileprivate convenience init?(_ head: ResponseHead) {
            self.init(url: head.url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: head.headers)
        }
    }
#endif
