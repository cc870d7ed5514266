#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

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
            // `suspend` create it only before the first `resume`. Reading `state` would cost as much as an object.
            guard case .success(let layout) = FoundationLayout.current, isAwaited(layout),
                let session = layout.session.read(from: self) as? URLSession, session.configuration.urlCache == nil,
                layout.suspendCount.read(from: self) == 0
            else { return }
            let lock = layout.protocolLock.read(from: self)
            let isLocked = !lock.try()
            lock.unlock()
            guard isLocked else { return }
            body()
            lock.lock()
        }

        /// Returns whether one of `URLSession`'s async methods waits for the task.
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
            guard let field = FoundationLayout.completesInlineField, field.read(from: self) else { return }
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
        /// Returns the response object of a head.
        static func make(_ head: ResponseHead) -> HTTPURLResponse? {
            guard head.status == 401 else { return head.fields.response(for: head.url, status: head.status) }
            return UnchallengedResponse(
                url: head.url, statusCode: head.status, httpVersion: "HTTP/1.1", headerFields: head.headers)
        }
    }
#endif
