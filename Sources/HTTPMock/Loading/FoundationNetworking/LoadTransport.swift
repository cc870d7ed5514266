#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

    /// The client's side of one request, on FoundationNetworking.
    ///
    /// Created by ``MockURLProtocol``, owned by the request's ``Exchange``. Everything but ``perform(_:)`` runs on the
    /// task's work queue: elsewhere a call of the client races with the session's own table (Foundation.md, "The work
    /// queue"). The native loader does more than call its client, so this type does as well: session headers, upload
    /// bodies, cookies, redirects, files of downloads, progress.
    final class LoadTransport: ResponseTransport, @unchecked Sendable {
        // Sendable although its state is mutable: all of it is touched on the work queue only; the rest is constant.

        /// A cycle on purpose, broken by whatever ends the request.
        var urlProtocol: MockURLProtocol?
        let task: URLSessionTask
        let session: URLSession
        let layout: FoundationLayout
        private let queue: DispatchQueue
        /// The storage of the request's cookies.
        let cookieStorage: HTTPCookieStorage?
        /// Whether that storage is another one than the session's.
        let hasOwnCookies: Bool
        /// Whether an async method waits for the task.
        let isAwaited: Bool
        private let download: DownloadedFile?
        private(set) lazy var behaviour = task.behaviour(in: session, isAwaited: isAwaited, layout)
        /// Whether the body comes from a stream, whose length is unknown until its end.
        var hasStreamedBody = false
        var response: URLResponse?
        private var received: [Data] = []
        /// How many bytes of a download have arrived.
        private var downloadedCount = 0
        private var isOver = false
        /// The `Cookie` field that the storage gave before a redirect changed it: such a field is not the user's.
        var outdatedCookies: String?
        /// Whether this runs inside `resume()`, before the loading system has started the protocol.
        private(set) var isInsideResume: Bool

        /// - Throws: ``HTTPMockError`` on a Foundation whose layout is incomplete.
        init(_ urlProtocol: MockURLProtocol, of owner: SessionFrontEnd, isInsideResume: Bool) throws {
            layout = try owner.layout.get()
            guard let task = urlProtocol.task, let session = task.owningSession(layout) else {
                throw HTTPMockError(
                    "HTTPMock: a request came without a URLSessionTask, so it can't be answered. To fix this, make the "
                        + "request through a URLSession.")
            }
            self.urlProtocol = urlProtocol
            self.task = task
            self.session = session
            self.isInsideResume = isInsideResume
            queue = layout.workQueue.read(from: task)
            isAwaited = task.isAwaited(layout)
            download = task is URLSessionDownloadTask ? DownloadedFile() : nil
            let ownCookies = urlProtocol.cookieStorage(owner)
            hasOwnCookies = ownCookies != nil
            cookieStorage = ownCookies ?? session.configuration.httpCookieStorage
            guard !isInsideResume else { return }
            if !session.hasWorkQueue { session.markWorkQueue(layout) }
            // Before anything can end the task: the loading system's own end of a cancelled task counts as well.
            task.completeOnDelegateQueue(layout)
        }

        /// Whether the end can be delivered at once: to a Swift task that does not wait yet, and to no delegate.
        var canFinishSynchronously: Bool {
            if case .handler(nil) = behaviour { return isAwaited && download == nil }
            return false
        }

        /// Goes on as if the protocol had been started.
        ///
        /// - Returns: Whether the end has been delivered.
        func leaveResume() -> Bool {
            isInsideResume = false
            if !isOver { task.completeOnDelegateQueue(layout) }
            return isOver
        }

        /// Fails a request that no transport could be made for.
        static func fail(_ urlProtocol: MockURLProtocol, _ error: any Error) {
            if let task = urlProtocol.task, case .success(let layout) = FoundationLayout.current {
                task.completeOnDelegateQueue(layout)
            }
            urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
        }

        /// Prepares the end of a cancelled task that never began to load; the loading system delivers that end next.
        static func noteCancellation(of urlProtocol: MockURLProtocol) {
            guard case .success(let layout) = FoundationLayout.current else { return }
            urlProtocol.task?.completeOnDelegateQueue(layout)
        }

        var isRunning: Bool { task.state == .running }

        /// Whether the client may be sent more: not after the end, and not to a cancelled task, which the loading system
        /// is about to end.
        var isOpen: Bool {
            // A call of the client on another queue is a race that seldom shows.
            if !isInsideResume { dispatchPrecondition(condition: .onQueue(queue)) }
            // Nobody can cancel the task while the caller holds the queue, inside `resume()`.
            return !isOver && (isInsideResume || task.state != .canceling)
        }

        var url: URL? { task.originalRequest?.url }

        func perform(_ work: @escaping @Sendable () -> Void) {
            queue.async(execute: work)
        }

        func timeouts(for request: MockRequest) -> Timeouts {
            Timeouts(request: request.head, configuration: session.configuration)
        }

        // MARK: The response

        func receive(_ head: ResponseHead) {
            guard isOpen else { return }
            storeCookies(of: head)
            guard let response = HTTPURLResponse.make(head) else { return }
            expect(response)
            receive(foreign: response)
        }

        func receive(foreign response: URLResponse) {
            guard isOpen, let urlProtocol else { return }
            self.response = response
            urlProtocol.client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
        }

        func receive(_ chunk: Data, then ready: (@Sendable () -> Void)?) {
            guard isOpen, let urlProtocol else { return }
            if let download {
                download.append(chunk, then: ready)
                return reportDownloaded(chunk.count)
            }
            switch behaviour {
            case .delegate:
                urlProtocol.client?.urlProtocol(urlProtocol, didLoad: chunk)
                // After the delegate's own operation.
                if let ready { session.delegateQueue.addOperation(ready) }
            case .handler(let delegate):
                received.append(chunk)
                if let delegate = delegate as? any URLSessionDataDelegate, let task = task as? URLSessionDataTask {
                    session.delegateQueue.addOperation { [session] in
                        delegate.urlSession(session, dataTask: task, didReceive: chunk)
                        ready?()
                    }
                } else {
                    ready?()
                }
            }
        }

        func finish() {
            guard isOpen, let urlProtocol else { return }
            // The async methods crash at an end without a response.
            guard response != nil else { return fail(URLError(.badServerResponse)) }
            guard let download else {
                // Of several chunks the loading system would keep the last only.
                if !received.isEmpty {
                    let whole = received.count == 1 ? received[0] : Data(joining: received)
                    urlProtocol.client?.urlProtocol(urlProtocol, didLoad: whole)
                }
                return end(urlProtocol)
            }
            download.close { [self] problem in
                perform { [self] in finish(download, problem) }
            }
        }

        private func finish(_ download: DownloadedFile, _ problem: (any Error)?) {
            guard isOpen, let urlProtocol else { return download.remove() }
            do {
                if let problem { throw problem }
                try urlProtocol.setDownloadedFile(download.url, layout)
                end(urlProtocol)
            } catch {
                fail(error)
            }
        }

        func fail(_ error: any Error) {
            guard isOpen, let urlProtocol else { return }
            let error = URLError.adding(url, to: error)
            layout.error.write(error, to: task)
            download?.remove()
            endDirectly(urlProtocol) {
                urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
            }
        }

        func stop() {
            // The receiver of a download removes its file.
            if !isOver { download?.remove() }
            isOver = true
            urlProtocol = nil
        }

        private func end(_ urlProtocol: MockURLProtocol) {
            received = []
            endDirectly(urlProtocol) { [response] in
                let finish = { urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol) }
                if let response = response as? UnchallengedResponse {
                    response.withoutURL { _ = finish() }
                } else {
                    _ = finish()
                }
            }
        }

        /// Delivers the end, past the delegate queue where an async method waits for it.
        private func endDirectly(_ urlProtocol: MockURLProtocol, _ deliver: () -> Void) {
            isOver = true
            self.urlProtocol = nil
            // Inside `resume()` nobody can resume the task before its end.
            guard !isInsideResume else { return deliver() }
            task.ignoreResuming(layout)
            if isAwaited, case .handler(nil) = behaviour, let queue = session.delegateQueue as? SessionQueue {
                queue.endDirectly(deliver)
            } else {
                deliver()
            }
        }

        private func reportDownloaded(_ byteCount: Int) {
            downloadedCount += byteCount
            guard let delegate = progressDelegate as? any URLSessionDownloadDelegate,
                let task = task as? URLSessionDownloadTask
            else { return }
            note(received: downloadedCount)
            let (session, total, expected) = (session, Int64(downloadedCount), response?.expectedContentLength ?? -1)
            session.delegateQueue.addOperation {
                delegate.urlSession(
                    session, downloadTask: task, didWriteData: Int64(byteCount), totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            }
        }
    }

    extension LoadTransport {
        /// The delegate that gets progress: the session's for a task without a handler, else the task's own.
        var progressDelegate: (any URLSessionTaskDelegate)? {
            switch behaviour {
            case .delegate: session.delegate as? any URLSessionTaskDelegate
            case .handler(let delegate): delegate
            }
        }

        /// The delegate that decides about redirects: the task's own, however it was given, else the session's.
        var redirectDelegate: (any URLSessionTaskDelegate)? {
            if case .handler(let delegate?) = behaviour { return delegate }
            return task.delegate
        }
    }
#endif
