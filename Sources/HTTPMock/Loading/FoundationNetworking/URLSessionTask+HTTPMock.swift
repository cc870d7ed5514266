#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

    extension URLSessionTask {
        /// Why the loading system stops the task's protocol.
        ///
        /// The call comes some time after its cause, and with a cache not even in order, so only the state counts.
        var stopReason: StopReason {
            switch state {
            case .suspended: .suspended
            case .running: .resumedAgain
            default: .ended
            }
        }

        /// Calls a function that may end the task, if the task's protocol is being made inside `resume()`.
        ///
        /// The caller holds the work queue, and the lock of the task's protocol and credentials, which the client takes
        /// at the end. Without a cache that lock guards nothing that others touch, so it is released meanwhile. Only for
        /// tasks of async methods: they have ended when the client returns, and nothing more is done with the protocol
        /// that `URLSessionTask._getProtocol` stores after that.
        func performInsideResume(_ body: () -> Void) {
            guard case .success(let layout) = FoundationLayout.current, isAwaited(layout),
                let session = owningSession(layout), session.hasWorkQueue, session.configuration.urlCache == nil,
                state == .running
            else { return }
            let lock = layout.protocolLock.read(from: self)
            let isLocked = !lock.try()
            lock.unlock()
            guard isLocked else { return }
            body()
            lock.lock()
        }

        /// The session that the task belongs to.
        func owningSession(_ layout: FoundationLayout) -> URLSession? {
            layout.session.read(from: self) as? URLSession
        }

        /// Whether one of `URLSession`'s async methods waits for the task.
        ///
        /// Foundation resumes the waiting Swift task on the work queue. That deadlocks the process if the task is being
        /// cancelled at that moment: its canceller holds the task's lock and waits for the work queue.
        func isAwaited(_ layout: FoundationLayout) -> Bool {
            layout.completesInline.read(from: self)
        }

        /// Delivers the end of an awaited task through the session's delegate queue, as the ends of other tasks are.
        func completeOnDelegateQueue(_ layout: FoundationLayout) {
            if isAwaited(layout) { layout.completesInline.write(false, to: self) }
        }

        /// Makes `resume()` do nothing from now on; called on the work queue, right before the end.
        ///
        /// Foundation fails a task that is resumed between its end and its client's callback, and stops the process if
        /// the session has released the task by then. A task that counts as suspended many times is left alone.
        func ignoreResuming(_ layout: FoundationLayout) {
            layout.suspendCount.write(1 << 32, to: self)
        }

        /// Returns what the task does with what it loads; called on the work queue, before the task has ended.
        func behaviour(in session: URLSession, isAwaited: Bool, _ layout: FoundationLayout) -> TaskBehaviour {
            guard let registry = layout.taskRegistry.read(from: session) else { return .delegate }
            // Reflection takes as long as the rest of a request, so the most frequent case does without.
            if isAwaited, layout.behaviours.isUnwatched(taskIdentifier, in: registry) { return .handler(delegate: nil) }
            guard let behaviour = layout.behaviours.behaviour(of: taskIdentifier, in: registry),
                let payload = Mirror(reflecting: behaviour).children.first?.value
            else { return .delegate }
            // The payload of a handler's behaviour is the handler, or the handler and a delegate.
            let delegate = Mirror(reflecting: payload).children.dropFirst().first?.value as? any URLSessionTaskDelegate
            return .handler(delegate: delegate)
        }

        /// The body that an upload task was made with, which its request does not show.
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

    /// What a task does with what it loads, which depends on how the task was made.
    enum TaskBehaviour {
        /// The session's delegate gets everything, if there is one.
        case delegate
        /// A completion handler or an async method gets all at the end; a delegate of the task's own may watch.
        case handler(delegate: (any URLSessionTaskDelegate)?)
    }

    /// The body of an upload task.
    enum UploadBody {
        case data(Data)
        case file(URL)
        case stream(InputStream)
    }

    extension URLSession {
        private static let workQueueKey = DispatchSpecificKey<ObjectIdentifier>()

        /// Marks the session's work queue for ``hasWorkQueue``.
        func markWorkQueue(_ layout: FoundationLayout) {
            layout.sessionWorkQueue.read(from: self).setSpecific(key: Self.workQueueKey, value: ObjectIdentifier(self))
        }

        /// Whether the caller holds the session's work queue, as far as the queue was marked.
        var hasWorkQueue: Bool { DispatchQueue.getSpecific(key: Self.workQueueKey) == ObjectIdentifier(self) }
    }

    extension URLProtocol {
        /// Passes the file of a download to the loading system.
        ///
        /// - Throws: ``HTTPMockError`` if this Foundation has another place for the file.
        func setDownloadedFile(_ file: URL, _ layout: FoundationLayout) throws {
            guard layout.properties.change(in: self, { $0.insert(file, forKeyNamed: "temporaryFileURL") }) else {
                throw HTTPMockError(
                    "HTTPMock: URLProtocol.properties of this FoundationNetworking has no key temporaryFileURL, so a "
                        + "download can't be mocked. To fix this, use a Swift release that HTTPMock's documentation "
                        + "lists, and report this message.")
            }
        }
    }
#endif
