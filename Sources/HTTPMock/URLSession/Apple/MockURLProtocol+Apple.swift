#if !canImport(FoundationNetworking)
    import Foundation

    typealias LoadTransport = AppleLoadTransport

    extension AppleLoadTransport {
        /// Creates the transport of a protocol; throws nothing, because only FoundationNetworking may lack something.
        convenience init(_ urlProtocol: MockURLProtocol, of owner: SessionFrontEnd, isInsideResume: Bool) throws {
            let configuration = owner.configuration(of: type(of: urlProtocol))
            self.init(
                urlProtocol, on: LoadingRunLoop(), configuration: configuration,
                cookieStorage: configuration == nil ? owner.cookieStorage : urlProtocol.cookieStorage(owner),
                isOwnSession: owner.isOwn(configuration))
        }

        /// Returns whether a request may be answered or failed.
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

        func sendRedirect(to next: URLRequest, _ response: HTTPURLResponse) {
            client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
        }

        func send(_ response: URLResponse) {
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        }

        func send(_ chunk: Data) {
            client?.urlProtocol(self, didLoad: chunk)
        }

        func sendFinish() {
            client?.urlProtocolDidFinishLoading(self)
        }

        func send(failure: any Error) {
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

    /// The run loop of the thread that starts a protocol.
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
