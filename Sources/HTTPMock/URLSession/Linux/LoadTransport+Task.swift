#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// Completes requests and follows redirects as the native loader does, and finds the bodies.
    extension LoadTransport {
        func start(_ request: URLRequest, _ exchange: Exchange) {
            guard let url = request.url else { return fail(URLError(.unsupportedURL)) }
            // With the fields that the native loader adds (FoundationOnLinux.md, "Fields of a request").
            let completed = cookies.replacing(in: withAddedFields(request, for: url), for: url)
            exchange.start(completed, for: url, with: body(of: completed)) { [self] in reportSent(byteCount: $0) }
        }

        func startAgain(_ urlProtocol: MockURLProtocol, _ exchange: Exchange) {
            // A task that was suspended more often than resumed stays suspended.
            if task.state != .suspended { exchange.resume() }
        }

        /// Returns the request with the fields that the client did not set, and notes them.
        ///
        /// - Parameter inherited: The credentials of the URL before a redirect to the same origin.
        private func withAddedFields(
            _ original: URLRequest, for url: URL?, inheriting inherited: String? = nil
        ) -> URLRequest {
            addedFields = [:]
            var request = original
            func add(_ name: String, _ value: String) {
                guard request.value(forHTTPHeaderField: name) == nil else { return }
                request.setValue(value, forHTTPHeaderField: name)
                addedFields[name] = value
            }
            for (name, value) in session.configuration.httpAdditionalHeaders ?? [:] { add("\(name)", "\(value)") }
            if let credentials = url.flatMap(credentials) ?? inherited { add("Authorization", credentials) }
            if request.getsFormType(isUpload: task is URLSessionUploadTask) {
                add("Content-Type", "application/x-www-form-urlencoded")
            }
            return request
        }

        /// Returns the `Authorization` field for a URL's user and password; nil without a user.
        private func credentials(of url: URL) -> String? {
            guard let user = url.user(percentEncoded: false), !user.isEmpty else { return nil }
            let password = url.password(percentEncoded: false) ?? ""
            return "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
        }

        private func body(of request: URLRequest) -> Exchange.Body {
            // The request of an upload task lacks the body (FoundationOnLinux.md, "Request bodies").
            var uploadBody: UploadBody?
            if task is URLSessionUploadTask { uploadBody = layout.knownBody.read(from: task) }
            switch uploadBody {
            case .data(let data): return .here(Data(data))
            case .file(let file): return .read(.file(file))
            case .stream(let stream): return streamed(.stream(stream))
            case UploadBody.none?, nil: break
            }
            if let data = request.httpBody { return .here(data) }
            if let stream = request.httpBodyStream { return streamed(.stream(stream)) }
            guard task is URLSessionUploadTask, let delegate = task.delegate else { return .here(Data()) }
            return streamed(
                .delegate { [session, task] answer in
                    session.delegateQueue.addOperation {
                        delegate.urlSession(session, task: task, needNewBodyStream: answer)
                    }
                })
        }

        private func streamed(_ source: RequestBodyReader.Source) -> Exchange.Body {
            hasStreamedBody = true
            return .read(source)
        }

        /// Whether the request is passed through by an upload task too; false for a streamed body.
        ///
        /// A streamed body is passed through by a data task, to which the native loader adds the media type of a form.
        var isUpload: Bool { task is URLSessionUploadTask && !hasStreamedBody }

        // MARK: Redirects and cookies

        func deliverRedirect(
            to next: URLRequest, after head: ResponseHead, answer: @escaping @Sendable (URLRequest?) -> Void
        ) {
            let next = next.without(addedFields)
            let response = HTTPURLResponse.make(head)
            if let response { expect(response) }
            // The task's own delegate decides, else the session's.
            // Without a delegate, or a response to ask with, the redirect is followed.
            guard let delegate = ownDelegate ?? task.delegate, let response else { return perform { answer(next) } }
            session.delegateQueue.addOperation { [self] in
                delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: next) {
                    chosen in
                    self.perform { answer(chosen) }
                }
            }
        }

        func beginHop(_ next: URLRequest, after head: ResponseHead) -> URLRequest? {
            cookies.store(head, of: task.originalRequest)
            let next = next.url.map { cookies.adding(to: next, for: $0) } ?? next
            // Like `_NativeProtocol.startNewTransfer` (FoundationOnLinux.md, "Properties of a task").
            layout.propertyQueue.read(from: task).sync { layout.currentRequest.write(next, to: task) }
            let isSameOrigin = next.url.map { Redirect.isSameOrigin($0, head.url) } ?? false
            return withAddedFields(next, for: next.url, inheriting: isSameOrigin ? credentials(of: head.url) : nil)
        }
    }

    extension URLSessionTask {
        /// Calls a function that may end the task inside `resume()`, if that is safe.
        ///
        /// Foundation creates the task's protocol inside `resume()`. The caller blocks the work queue and owns the lock
        /// of that protocol, which the client needs at the end. Without a cache no other thread needs that lock, so the
        /// lock is released during the call (FoundationOnLinux.md, "Answering inside resume"). Only tasks of async
        /// methods are ended this way, because `URLSessionTask._getProtocol` uses the protocol no further once such a
        /// task has ended.
        func performInsideResume(_ body: () -> Void) {
            // `URLSessionTask.resume` creates the protocol of a running task, whose suspend count is 0. `cancel` and
            // `suspend` create it only before the first `resume`. The state is not read, because reading it would cost
            // as much as creating an object.
            guard case .success(let layout) = FoundationLayout.current, isAwaited(layout),
                let session = layout.session.read(from: self) as? URLSession, session.configuration.urlCache == nil,
                layout.suspendCount.read(from: self) == 0
            else { return }
            let lock = layout.protocolLock.read(from: self)
            let isLocked = !lock.try()
            // The lock is either the caller's, or acquired by `try` just now.
            lock.unlock()
            guard isLocked else { return }
            body()
            lock.lock()
        }

        /// Returns whether one of `URLSession`'s async methods waits for the task.
        ///
        /// False after ``completeOnDelegateQueue()``, so callers ask before that call.
        ///
        /// Foundation resumes the waiting Swift task on the work queue. The resumption deadlocks the process if the
        /// Swift task is being cancelled at that moment (FoundationOnLinux.md, "Cancelling an awaited task").
        func isAwaited(_ layout: FoundationLayout) -> Bool {
            layout.completesInline.read(from: self)
        }

        /// Makes Foundation deliver the end of an awaited task through the delegate queue.
        ///
        /// The property is looked up by itself, because the error of an incomplete layout must not deadlock either.
        /// Without the property, nothing changes.
        func completeOnDelegateQueue() {
            let field = FoundationLayout.completesInlineField
            guard field.isFound, field.read(from: self) else { return }
            field.write(false, to: self)
        }
    }

    /// A 401 response that FoundationNetworking delivers unchanged.
    ///
    /// At the end of a load FoundationNetworking looks for a Basic challenge in a 401. With a challenge, the task
    /// either goes to the native loader or never completes (FoundationOnLinux.md, "Challenges"). A response without a
    /// URL has no protection space, so the URL is hidden from that check only.
    final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
        // Sendable, because the mutable state is protected by the lock of `hiddenFrom`.
        private let hiddenFrom = Locked<Thread?>(nil)

        override var url: URL? {
            hiddenFrom.withLock { $0 } === Thread.current ? nil : super.url
        }

        func withoutURL(_ look: () -> Void) {
            hiddenFrom.withLock { $0 = Thread.current }
            look()
            hiddenFrom.withLock { $0 = nil }
        }
    }

    extension HTTPURLResponse {
        /// Returns the response object of a head; nil if Foundation makes none.
        static func make(_ head: ResponseHead) -> HTTPURLResponse? {
            guard head.status == 401 else { return head.fields.response(for: head.url, status: head.status) }
            return UnchallengedResponse(
                url: head.url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: head.headers)
        }
    }

    /// The file of a download task, written in chunks so that downloads need little memory.
    ///
    /// Created and owned by one ``LoadTransport``. The receiver of the file removes it, as with the native loader.
    final class DownloadedFile: @unchecked Sendable {
        // Sendable, because `handle` is touched on `queue` only.
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("HTTPMockDownload_\(UUID().uuidString).tmp")
        private let queue = DispatchQueue(label: "HTTPMock.download")
        /// The open file, or the first error; nil before the first use.
        private var handle: Result<FileHandle, any Error>?

        /// Writes a chunk; `done` is called on any thread once the chunk is written, or writing has failed.
        func append(_ chunk: Data, then done: (@Sendable () -> Void)?) {
            queue.async { [self] in
                use { try $0.write(contentsOf: chunk) }
                done?()
            }
        }

        /// Closes the file; `done` is called on any thread with the first error.
        func close(then done: @escaping @Sendable ((any Error)?) -> Void) {
            queue.async { [self] in
                use { try $0.close() }
                if case .failure(let problem) = handle { done(problem) } else { done(nil) }
            }
        }

        /// Removes the file asynchronously, because the download has failed or was cancelled.
        func remove() {
            queue.async { [self] in
                try? handle?.get().close()
                try? FileManager.default.removeItem(at: url)
            }
        }

        /// Calls a function with the file, which is opened first if needed, unless there was an error.
        private func use(_ body: (FileHandle) throws -> Void) {
            handle = Result {
                let file = try handle?.get() ?? open()
                try body(file)
                return file
            }
        }

        private func open() throws -> FileHandle {
            guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
                throw URLError(.cannotCreateFile, userInfo: [NSFilePathErrorKey: url.path])
            }
            return try FileHandle(forWritingTo: url)
        }
    }
#endif
