#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// The client's side of one request, on FoundationNetworking.
    ///
    /// Created by ``MockURLProtocol`` and owned by the request's ``Exchange``. Everything except ``perform(_:)`` runs
    /// on the task's work queue, because a client call on another queue is a data race (FoundationOnLinux.md, "The work
    /// queue"). This type also does the native loader's other work: session headers, upload bodies, cookies, redirects,
    /// files of downloads and progress.
    final class LoadTransport: ResponseTransport, @unchecked Sendable {
        // Sendable although its state is mutable, because all of it is touched on the work queue only.

        /// The protocol, in a deliberate reference cycle that every end of the request breaks; nil after the end.
        var urlProtocol: MockURLProtocol?
        let task: URLSessionTask
        let session: URLSession
        let layout: FoundationLayout
        private let queue: DispatchQueue
        var cookies: SessionCookies
        let isAwaited: Bool
        private let download: DownloadedFile?
        /// Whether the session's delegate receives the response chunk by chunk, not a handler or an async method.
        private let callsSessionDelegate: Bool
        let ownDelegate: (any URLSessionTaskDelegate)?
        /// Whether the body comes from a stream, whose length is unknown until its end.
        var hasStreamedBody = false
        var response: URLResponse?
        /// The chunks so far, for a handler or an async method.
        private var received: [Data] = []
        /// The number of bytes of a download so far.
        private var downloadedCount = 0
        /// The fields that this type has added to the current request, with their values; cookies are not noted.
        var addedFields: [String: String] = [:]
        /// Whether the current code runs inside `resume()`, before `startLoading`.
        private(set) var isInsideResume: Bool

        /// Called before the task has left the registry.
        ///
        /// - Throws: ``HTTPMockError`` if Foundation's layout is incomplete, or the request has no task of a session.
        init(_ urlProtocol: MockURLProtocol, of owner: SessionFrontEnd, isInsideResume: Bool) throws {
            layout = try owner.layout.get()
            guard let task = urlProtocol.task, let session = layout.session.read(from: task) as? URLSession,
                let behaviour = layout.behaviours.read(from: layout.taskRegistry.read(from: session))[
                    task.taskIdentifier]
            else {
                throw HTTPMockError(
                    "HTTPMock: a request came without a URLSessionTask, so it can't be answered. To fix this, make the "
                        + "request through a URLSession.")
            }
            if case .callDelegate = behaviour { callsSessionDelegate = true } else { callsSessionDelegate = false }
            ownDelegate = behaviour.delegate
            self.urlProtocol = urlProtocol
            self.task = task
            self.session = session
            self.isInsideResume = isInsideResume
            queue = layout.workQueue.read(from: task)
            isAwaited = task.isAwaited(layout)
            download = task is URLSessionDownloadTask ? DownloadedFile() : nil
            // The shared session's own storage reaches other tests and the disk.
            let ownCookies = urlProtocol is SharedSessionURLProtocol ? owner.cookieStorage : nil
            cookies = SessionCookies(own: ownCookies, configuration: session.configuration)
            guard !isInsideResume else { return }
            // Done before the exchange starts, because the loading system may end a cancelled task at any time.
            task.completeOnDelegateQueue()
        }

        /// Whether the request can end inside `resume()`: for an async method without a delegate and without a file.
        var canFinishSynchronously: Bool {
            isAwaited && ownDelegate == nil && download == nil
        }

        /// Continues as if the protocol had been started, and returns whether the end has been delivered.
        func leaveResume() -> Bool {
            // Captured here, inside `resume()`, because a later step may run user code.
            _ = callerContext
            isInsideResume = false
            if urlProtocol != nil { task.completeOnDelegateQueue() }
            return urlProtocol == nil
        }

        /// Returns whether `startLoading` may begin the request of a task.
        ///
        /// In a session with a cache, `startLoading` may be called after the end of a cancelled task
        /// (FoundationOnLinux.md, "Calls after the end").
        static func mayStart(_ task: URLSessionTask?) -> Bool {
            task?.state == .running
        }

        /// False after the end, and for a cancelled task, because the loading system is about to end such a task.
        var isOpen: Bool {
            // A client call on another queue is a data race that rarely shows.
            dispatchPrecondition(condition: .onQueue(queue))
            guard urlProtocol != nil else { return false }
            // Inside `resume()` the work queue is busy, so the task can't be cancelled.
            return isInsideResume || task.state != .canceling
        }

        var callerContext: TaskContext? { urlProtocol?.callerContext }

        func perform(_ work: @escaping @Sendable () -> Void) {
            queue.async(execute: work)
        }

        func timeouts(for request: MockRequest) -> Timeouts {
            Timeouts(request: request.requestWithoutFile, configuration: session.configuration)
        }

        // MARK: The response

        func deliver(_ head: ResponseHead) {
            guard isOpen else { return }
            cookies.store(head, of: task.originalRequest)
            // Without a response, `finish` fails the request.
            guard let response = HTTPURLResponse.make(head) else { return }
            expect(response)
            deliver(foreign: response)
        }

        func deliver(foreign response: URLResponse) {
            guard isOpen, let urlProtocol else { return }
            self.response = response
            urlProtocol.client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
        }

        func deliver(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
            guard isOpen, let urlProtocol else { return }
            if let download {
                download.append(chunk, then: ready)
                return reportDownloaded(chunk.count)
            }
            if callsSessionDelegate {
                urlProtocol.client?.urlProtocol(urlProtocol, didLoad: chunk)
                // Runs after the operation that calls the delegate.
                if let ready { session.delegateQueue.addOperation(ready) }
                return
            }
            received.append(chunk)
            guard let delegate = ownDelegate as? any URLSessionDataDelegate, let task = task as? URLSessionDataTask
            else {
                ready?()
                return
            }
            session.delegateQueue.addOperation { [session] in
                delegate.urlSession(session, dataTask: task, didReceive: chunk)
                ready?()
            }
        }

        func finish() {
            guard isOpen, let urlProtocol else { return }
            // The async methods crash at an end without a response (FoundationOnLinux.md, "Ends without a response").
            guard response != nil else { return fail(URLError(.badServerResponse)) }
            guard let download else {
                // Of several chunks the loading system would keep only the last (FoundationOnLinux.md, "Chunks of a
                // body").
                if !received.isEmpty {
                    let whole = received.count == 1 ? received[0] : Data(joining: received)
                    urlProtocol.client?.urlProtocol(urlProtocol, didLoad: whole)
                }
                return end(urlProtocol)
            }
            download.close { [self] problem in
                perform { [self] in
                    guard isOpen, let urlProtocol = self.urlProtocol else { return download.remove() }
                    if let problem { return fail(problem) }
                    layout.properties.setDownloadedFile(download.url, of: urlProtocol)
                    end(urlProtocol)
                }
            }
        }

        func fail(_ error: any Error) {
            guard isOpen, let urlProtocol else { return }
            let error = URLError.adding(task.originalRequest?.url, to: error)
            layout.error.write(error, to: task)
            download?.remove()
            deliverEnd(urlProtocol) { urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error) }
        }

        func stop() {
            // The receiver of a finished download removes the file.
            if urlProtocol != nil { download?.remove() }
            urlProtocol = nil
        }

        private func end(_ urlProtocol: MockURLProtocol) {
            received = []
            deliverEnd(urlProtocol) { [response] in
                func finish() {
                    urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol)
                }
                if let response = response as? UnchallengedResponse { response.withoutURL(finish) } else { finish() }
            }
        }

        /// Delivers the end, after which this object calls the client no more.
        ///
        /// An async method that uses an instance's own session gets the end without the delegate queue, unless its task
        /// has a delegate.
        private func deliverEnd(_ urlProtocol: MockURLProtocol, _ deliver: () -> Void) {
            self.urlProtocol = nil
            // Inside `resume()` the task can't be resumed before its end.
            guard !isInsideResume else { return deliver() }
            // Foundation ignores `resume()` for a task that counts as suspended many times. Otherwise Foundation fails
            // a task that is resumed between the task's end and the client's callback, and crashes if the session has
            // released the task before (FoundationOnLinux.md, "Resuming a finished task").
            layout.suspendCount.write(1 << 32, to: task)
            guard isAwaited, ownDelegate == nil, let sessionQueue = session.delegateQueue as? SessionQueue else {
                return deliver()
            }
            sessionQueue.endDirectly(deliver)
        }

        private func reportDownloaded(_ byteCount: Int) {
            downloadedCount += byteCount
            guard let delegate = progressDelegate as? any URLSessionDownloadDelegate,
                let task = task as? URLSessionDownloadTask
            else { return }
            let (session, total, expected) = (session, Int64(downloadedCount), response?.expectedContentLength ?? -1)
            layout.propertyQueue.read(from: task).sync { layout.receivedCount.write(total, to: task) }
            updateProgress()
            session.delegateQueue.addOperation {
                delegate.urlSession(
                    session, downloadTask: task, didWriteData: Int64(byteCount), totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            }
        }
    }

    /// Changes the task's own properties where the native loader changes them.
    extension LoadTransport {
        /// The session's delegate; the task's own one for a task with a handler or an async method.
        var progressDelegate: (any URLSessionTaskDelegate)? {
            callsSessionDelegate ? session.delegate as? any URLSessionTaskDelegate : ownDelegate
        }

        /// Sets the expected number of bytes, like `_HTTPURLProtocol.didReceive(headerData:contentLength:)`.
        func expect(_ response: HTTPURLResponse) {
            // The task of an async method can't be observed before its end.
            guard !isInsideResume else { return }
            let length = response.expectedContentLength
            let isEncoded = response.value(forHTTPHeaderField: "Content-Encoding").map { $0 != "identity" } ?? false
            let isKnown = length > 0 && !isEncoded
            layout.expectedReceivedCount.write(isKnown ? length : NSURLSessionTransferSizeUnknown, to: task)
            updateProgress()
        }

        /// Reports the sent body to the delegate, in chunks of the native loader's size.
        func reportSent(byteCount: Int) {
            guard byteCount > 0, !isInsideResume else { return }
            let (count, chunkSize) = (Int64(byteCount), Int64(1 << 16))
            if !hasStreamedBody { layout.expectedSentCount.write(count, to: task) }
            if let delegate = progressDelegate {
                layout.propertyQueue.read(from: task).sync { layout.sentCount.write(count, to: task) }
                // The native loader knows no length of a stream, and reports 0.
                let total = hasStreamedBody ? 0 : count
                session.delegateQueue.addOperation { [session, task] in
                    for start in stride(from: 0, to: count, by: Int(chunkSize)) {
                        let end = min(start + chunkSize, count)
                        delegate.urlSession(
                            session, task: task, didSendBodyData: end - start, totalBytesSent: end,
                            totalBytesExpectedToSend: total)
                    }
                }
            }
            updateProgress()
        }

        /// Computes `progress` from the counts, like `URLSessionTask.updateProgress`.
        private func updateProgress() {
            perform { [task] in
                let progress = task.progress
                guard task.state == .running || task.state == .suspended else {
                    progress.totalUnitCount = max(progress.totalUnitCount, 1)
                    progress.completedUnitCount = progress.totalUnitCount
                    return
                }
                progress.completedUnitCount = task.countOfBytesSent + task.countOfBytesReceived
                let expected = [task.countOfBytesExpectedToSend, task.countOfBytesExpectedToReceive]
                let isKnown = expected.allSatisfy { $0 >= 0 }
                progress.totalUnitCount = isKnown ? max(expected.reduce(0, +), 1) : -1
            }
        }
    }
#endif
