#if !canImport(FoundationNetworking)
    import Foundation
    import TestSupport

    extension Experiment {
        /// Runs the experiment in the loading system of this machine.
        func trace() async -> Trace {
            let trace = Trace()
            let id = UUID().uuidString
            NativeProbe.running.change { $0[id] = (trace, script) }
            defer { NativeProbe.running.change { $0[id] = nil } }
            let configuration = URLSessionConfiguration.uncached
            configuration.protocolClasses = [NativeProbe.self]
            configuration.timeoutIntervalForResource = 20
            configure(configuration)
            let session = URLSession(
                configuration: configuration, delegate: ProbeDelegate(trace, followsRedirects), delegateQueue: nil)
            defer { session.invalidateAndCancel() }
            _ = NativeProbe.isRegistered
            reconfigure(configuration)
            var request = request
            request.setValue(id, forHTTPHeaderField: Trace.field)
            let task: URLSessionTask =
                if isShared {
                    URLSession.shared.dataTask(with: request) { _, _, error in trace.note(end: error) }
                } else if isDownload {
                    session.downloadTask(with: request)
                } else {
                    session.dataTask(with: request)
                }
            let start = ContinuousClock.now
            Trace.resume { task.resume() }
            switch interruption {
            case .cancelledAtOnce: task.cancel()
            case .cancelled:
                await trace.wait(for: "started")
                task.cancel()
            case .suspended:
                await trace.wait(for: "started")
                task.suspend()
                try? await Task.sleep(for: .milliseconds(500))
                task.resume()
            case nil: break
            }
            await trace.wait(for: "end")
            let isLong = start.duration(to: .now) > .seconds(3)
            trace.note("time of the end", "\(isLong ? "" : "before ")the longest duration")
            // The last stop may come a little after the end.
            try? await Task.sleep(for: .milliseconds(200))
            trace.noteRest(session.configuration, request)
            return trace
        }
    }

    /// A protocol of the real loading system that follows a script.
    private final class NativeProbe: URLProtocol, Probe, @unchecked Sendable {
        // Sendable although its state is mutable, because it is touched on the loading thread only.

        static let running = Observed<[String: (Trace, @Sendable (any Probe) -> Void)]>([:])
        /// Registers the classes that the shared session asks, once for the process.
        static let isRegistered: Bool = {
            let classes = [NativeProbe.self, LaterProbe.self, UnregisteredProbe.self]
            let areRegistered = classes.map { URLProtocol.registerClass($0) }
            URLProtocol.unregisterClass(UnregisteredProbe.self)
            return areRegistered.allSatisfy { $0 }
        }()
        private(set) var hop = 1
        private lazy var runLoop = RunLoop.current
        var hasTask: Bool { task != nil }
        private var trace: Trace? { Self.experiment(of: request)?.0 }

        fileprivate static func experiment(of request: URLRequest) -> (Trace, @Sendable (any Probe) -> Void)? {
            request.value(forHTTPHeaderField: Trace.field).flatMap { running.value[$0] }
        }

        private static var thread: String {
            Thread.current.name.flatMap { $0.isEmpty ? nil : $0 } ?? "no name"
        }

        override init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
            super.init(request: request, cachedResponse: cachedResponse, client: client)
            hop = (trace?["created"].count ?? 0) + 1
            trace?.note("created", Self.thread)
            trace?.note("stored response", cachedResponse == nil ? "none" : "handed over")
        }

        override class func canInit(with request: URLRequest) -> Bool {
            guard let (trace, _) = experiment(of: request) else { return false }
            trace.noteQuestion()
            return true
        }

        override class func canonicalRequest(for request: URLRequest) -> URLRequest {
            Experiment.canonicalRequest(request)
        }

        override func startLoading() {
            guard let (trace, script) = Self.experiment(of: request) else { return }
            _ = runLoop
            trace.note("started", Self.thread)
            trace.note("started \(hop)", runLoop.currentMode?.rawValue ?? "no mode")
            script(self)
        }

        override func stopLoading() {
            trace?.note("stopped \(hop)", Self.thread)
        }

        func send(_ call: ProbeCall) {
            switch call {
            case .redirect(let next, let response):
                client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
            case .response(let response, let mayBeStored):
                client?.urlProtocol(
                    self, didReceive: response, cacheStoragePolicy: mayBeStored ? .allowed : .notAllowed)
            case .data(let data):
                trace?.note("sent data")
                client?.urlProtocol(self, didLoad: data)
            case .finish:
                trace?.note("sent end")
                client?.urlProtocolDidFinishLoading(self)
            case .failure(let error):
                trace?.note("sent end")
                client?.urlProtocol(self, didFailWithError: error)
            }
        }

        func later(_ work: @escaping @Sendable () -> Void) {
            let timer = Timer(timeInterval: 0.1, repeats: false) { _ in work() }
            runLoop.add(timer, forMode: .default)
        }

        func marked(_ request: URLRequest) -> URLRequest {
            guard let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else { return request }
            Self.setProperty(true, forKey: Trace.field, in: copy)
            return copy as URLRequest
        }

        var isMarked: Bool { Self.property(forKey: Trace.field, in: request) != nil }
    }

    /// A class that is registered after ``NativeProbe``, and declines each request.
    private class LaterProbe: URLProtocol {
        class var name: String { "asked later" }

        override class func canInit(with request: URLRequest) -> Bool {
            NativeProbe.experiment(of: request)?.0.note(name)
            return false
        }
    }

    /// A class that is registered last, and unregistered at once.
    private final class UnregisteredProbe: LaterProbe {
        override class var name: String { "asked unregistered" }
    }

    /// Notes the calls of a session's delegate.
    private final class ProbeDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
        private let trace: Trace
        private let followsRedirects: Bool

        init(_ trace: Trace, _ followsRedirects: Bool) {
            self.trace = trace
            self.followsRedirects = followsRedirects
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            trace.note("redirect", task.currentRequest?.url?.lastPathComponent ?? "no request")
            completionHandler(followsRedirects ? request : nil)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            trace.note("challenge")
            completionHandler(.performDefaultHandling, nil)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            trace.note("sent", "\(totalBytesSent)")
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse { trace.note(response: response) }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            trace.note("data", String(decoding: data, as: UTF8.self))
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {
            trace.note(file: location)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            let count = metrics.transactionMetrics.count
            trace.note("metrics", "transactions: \(count), redirects: \(metrics.redirectCount)")
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            trace.note(end: error)
        }
    }
#endif
