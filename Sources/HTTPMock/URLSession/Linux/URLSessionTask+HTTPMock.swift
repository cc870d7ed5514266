#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

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
    }

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
