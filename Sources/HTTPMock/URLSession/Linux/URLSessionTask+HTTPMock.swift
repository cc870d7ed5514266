#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking
    import Synchronization

    extension URLSessionTask {
        /// The reason why the loading system stops the task's protocol.
        ///
        /// Derived from the state only, because `stopLoading` is called some time after its cause, and out of order in
        /// a session with a cache (FoundationOnLinux.md, "Suspending and resuming").
        var stopReason: StopReason {
            switch state {
            case .suspended: .suspended
            case .running: .resumedAgain
            default: .ended
            }
        }

        /// Calls a function that may end the task inside `resume()`, if that is safe.
        ///
        /// Foundation creates the task's protocol inside `resume()`. The caller blocks the work queue and owns the lock
        /// of that protocol, which the client needs at the end. Without a cache no other thread needs that lock, so the
        /// lock is released during the call (FoundationOnLinux.md, "Answering inside resume"). Only tasks of async
        /// methods are ended this way, because `URLSessionTask._getProtocol` uses the protocol no further once such a
        /// task has ended.
        func performInsideResume(_ body: () -> Void) {
            guard case .success(let layout) = FoundationLayout.current, isAwaited(layout),
                let session = owningSession(layout), session.hasWorkQueue, session.configuration.urlCache == nil,
                isRunningInsideResume(layout)
            else { return }
            let lock = layout.protocolLock.read(from: self)
            let isLocked = !lock.try()
            lock.unlock()
            guard isLocked else { return }
            body()
            lock.lock()
        }

        /// Returns whether a task whose protocol is being created runs.
        ///
        /// `URLSessionTask.resume` creates the protocol of a running task, whose suspend count is 0. `cancel` and
        /// `suspend` create it only before the first `resume`. Reading `state` would cost as much as an object.
        private func isRunningInsideResume(_ layout: FoundationLayout) -> Bool {
            layout.suspendCount.read(from: self) == 0
        }

        /// The session that the task belongs to.
        func owningSession(_ layout: FoundationLayout) -> URLSession? {
            layout.session.read(from: self) as? URLSession
        }

        /// Returns whether one of `URLSession`'s async methods waits for the task.
        ///
        /// Foundation resumes the waiting Swift task on the work queue. The resumption deadlocks the process if the
        /// Swift task is being cancelled at that moment (FoundationOnLinux.md, "Cancelling an awaited task").
        func isAwaited(_ layout: FoundationLayout) -> Bool {
            layout.completesInline.read(from: self)
        }

        /// Makes Foundation deliver the end of an awaited task through the session's delegate queue.
        func completeOnDelegateQueue(_ layout: FoundationLayout) {
            if isAwaited(layout) { layout.completesInline.write(false, to: self) }
        }

        /// Makes Foundation deliver the end of an awaited task through the delegate queue, if any layout is known.
        ///
        /// An incomplete layout may have this property, and the error of such a layout must not deadlock either.
        func completeOnDelegateQueue() {
            guard let field = FoundationLayout.completesInlineField, field.read(from: self) else { return }
            field.write(false, to: self)
        }

        /// Makes `resume()` do nothing from now on.
        ///
        /// Called on the work queue, just before the end.
        ///
        /// Foundation fails a task that is resumed between its end and the client's callback. Foundation crashes if the
        /// session has released the task by then (FoundationOnLinux.md, "Resuming a finished task"). Foundation ignores
        /// `resume()` for a task that counts as suspended many times.
        func ignoreResuming(_ layout: FoundationLayout) {
            layout.suspendCount.write(1 << 32, to: self)
        }

        /// Whether reflection has confirmed, once in the process, that a payload is read correctly without reflection.
        private static let isPayloadVerified = Atomic(false)

        /// Returns the receiver of the task's response.
        ///
        /// Called on the work queue, before the task has ended.
        func behaviour(in session: URLSession, isAwaited: Bool, _ layout: FoundationLayout) -> TaskBehaviour {
            guard let registry = layout.taskRegistry.read(from: session) else { return .delegate }
            // The most frequent case avoids reflection, which takes as long as the rest of a request.
            let isUnwatched = isAwaited && layout.behaviours.isUnwatched(taskIdentifier, in: registry)
            if isUnwatched, Self.isPayloadVerified.load(ordering: .relaxed) { return .handler(delegate: nil) }
            guard let behaviour = layout.behaviours.behaviour(of: taskIdentifier, in: registry),
                let payload = Mirror(reflecting: behaviour).children.first?.value
            else { return .delegate }
            // The payload is the completion handler, or the completion handler and a delegate.
            let delegate = Mirror(reflecting: payload).children.dropFirst().first?.value as? any URLSessionTaskDelegate
            if isUnwatched, delegate == nil { Self.isPayloadVerified.store(true, ordering: .relaxed) }
            return .handler(delegate: delegate)
        }

        /// Returns the body of an upload task, which its request lacks (FoundationOnLinux.md, "Request bodies").
        func uploadBody(_ layout: FoundationLayout) -> UploadBody? {
            guard self is URLSessionUploadTask,
                let known = Mirror(reflecting: layout.knownBody.read(from: self)).descendant("some"),
                let body = Mirror(reflecting: known).children.first?.value
            else { return nil }
            switch body {
            case let data as DispatchData: return .data(Data(data))
            case let file as URL: return .file(file)
            case let stream as InputStream: return .stream(stream)
            default: return nil
            }
        }
    }

    /// The receiver of a task's response, which depends on how the task was created.
    enum TaskBehaviour {
        /// The session's delegate receives the response, if there is a delegate.
        case delegate
        /// A completion handler or an async method receives the whole response at the end.
        ///
        /// A delegate of the task's own receives events meanwhile.
        case handler(delegate: (any URLSessionTaskDelegate)?)
    }

    /// The body of an upload task.
    enum UploadBody {
        case data(Data)
        case file(URL)
        case stream(InputStream)
    }
#endif

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    /// A 401 response that FoundationNetworking delivers unchanged.
    ///
    /// At the end of a load FoundationNetworking looks for a Basic challenge in a 401. If there is one, the task never
    /// completes or goes to the native loader (FoundationOnLinux.md, "Challenges"). A response without a URL has no
    /// protection space, so the URL is hidden from that check only.
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
#endif

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension HTTPURLResponse {
        /// Returns the response object of a head.
        static func make(_ head: ResponseHead) -> HTTPURLResponse? {
            let version = "HTTP/1.1"
            guard head.status == 401 else {
                return head.fields.response(for: head.url, status: head.status) {
                    HTTPURLResponse(
                        url: head.url, statusCode: head.status, httpVersion: version, headerFields: head.headers)
                }
            }
            return UnchallengedResponse(
                url: head.url, statusCode: head.status, httpVersion: version, headerFields: head.headers)
        }
    }
#endif
