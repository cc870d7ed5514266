#if canImport(FoundationNetworking)
    import Dispatch
    import Foundation
    import FoundationNetworking

    /// The fields of FoundationNetworking the mock needs, looked up once a process.
    private enum Fields {
        static let workQueue = StoredField<DispatchQueue>(of: URLSessionTask.self, named: "workQueue")
        static let sessionWorkQueue = StoredField<DispatchQueue>(of: URLSession.self, named: "workQueue")
        static let protocolLock = StoredField<NSLock>(of: URLSessionTask.self, named: "_protocolLock")
        static let completesInline = StoredField<Bool>(of: URLSessionTask.self, named: "_callCompletionHandlerInline")
        static let suspendCount = StoredField<Int>(of: URLSessionTask.self, named: "suspendCount")
        static let session = ReferenceField(
            of: URLSessionTask.self, named: "session", type: "Swift.Optional<FoundationNetworking.URLSessionProtocol>")
        static let taskRegistry = ReferenceField(
            of: URLSession.self, named: "taskRegistry", type: "FoundationNetworking.URLSession._TaskRegistry")
        static let properties = OpaqueField(of: URLProtocol.self, named: "properties")
    }

    /// A session's table of what each task does, found in the first session that is asked.
    private struct BehaviourField: Sendable {
        private let field: OpaqueField
        // A type is constant.
        nonisolated(unsafe) private let table: any BehaviourTable.Type

        private static let found = Locked<BehaviourField?>(nil)

        static func of(_ registry: AnyObject) -> BehaviourField? {
            found.withLock { found in
                if let found { return found }
                guard let field = OpaqueField(of: type(of: registry), named: "behaviours"),
                    let table = field.valueType as? any BehaviourTable.Type
                else { return nil }
                found = BehaviourField(field: field, table: table)
                return found
            }
        }

        func behaviour(of task: Int, in registry: AnyObject) -> Any? {
            table.behaviour(of: task, at: field.address(in: registry))
        }

        func isUnwatched(_ task: Int, in registry: AnyObject) -> Bool {
            table.isUnwatched(task, at: field.address(in: registry))
        }
    }

    /// What a task does with what it loads; told apart by how the task was made.
    enum TaskBehaviour {
        /// The session's delegate gets everything; nobody does where there is none.
        case delegate
        /// A completion handler, or an async method, gets all at the end; a delegate of its own may watch.
        case handler(watcher: (any URLSessionTaskDelegate)?)
    }

    extension URLSessionTask {
        /// The queue on which a protocol may talk to its client: anywhere else it races with the session's own table.
        ///
        /// - Throws: ``HTTPMockError`` on a Foundation that keeps it elsewhere.
        func workQueue() throws -> DispatchQueue {
            guard let field = Fields.workQueue else {
                throw HTTPMockError(
                    "HTTPMock: this version of FoundationNetworking has no DispatchQueue URLSessionTask.workQueue, so "
                        + "the request can't be answered safely and was not sent. Please report the Swift version.")
            }
            return field.read(from: self)
        }

        /// What it means that a load is told to stop.
        ///
        /// It is told so some time after the call, and with a cache not even in the order of the calls: the task may have
        /// been resumed already, so its state alone counts.
        var meaningOfStop: MeaningOfStop {
            switch state {
            case .suspended: .suspended
            case .running: .nothing
            default: .ended
            }
        }

        /// The session the task belongs to.
        var owningSession: URLSession? {
            Fields.session?.read(from: self) as? URLSession
        }

        /// Whether one of `URLSession`'s async methods waits for the task.
        ///
        /// Foundation resumes the waiting Swift task right on the work queue then. That deadlocks the whole process if
        /// the task is being cancelled at that moment: its canceller holds the task's lock and waits for the work
        /// queue. ``completeOnDelegateQueue()`` takes that way out.
        var isAwaited: Bool {
            Fields.completesInline?.read(from: self) ?? false
        }

        /// Has the end of an awaited task delivered through the session's delegate queue, as other tasks' ends are.
        func completeOnDelegateQueue() {
            if isAwaited { Fields.completesInline?.write(false, to: self) }
        }

        /// Calls a function that may end the task, if this is called while the task's protocol is made inside `resume()`.
        ///
        /// The caller has the work queue then, and the lock of the task's protocol and credentials, which the client
        /// takes at the end. What it guards is touched on the work queue alone as long as there is no cache, so it can
        /// be let go meanwhile. Only for tasks that async methods wait for: these have ended when the client returns,
        /// and nothing more is done with the protocol that is stored behind that end.
        func performWhileResumed(_ body: () -> Void) {
            guard isAwaited, let session = owningSession, session.hasWorkQueue,
                session.configuration.urlCache == nil, state == .running,
                let lock = Fields.protocolLock?.read(from: self)
            else { return }
            let isLocked = !lock.try()
            lock.unlock()
            guard isLocked else { return }
            body()
            lock.lock()
        }

        /// Has `resume()` do nothing from now on; called on the work queue, right before the end.
        ///
        /// Foundation fails a task that is resumed between its end and the moment its client is told, and in doing so
        /// stops the process if the session has forgotten the task by then. One that counts as suspended many times over
        /// is left alone.
        func ignoreResuming() {
            Fields.suspendCount?.write(1 << 32, to: self)
        }

        /// What the task does with what it loads; to be asked on the work queue, before the task has ended.
        ///
        /// - Parameters:
        ///   - session: The task's.
        ///   - isAwaited: Whether an async method waits for the task.
        func behaviour(in session: URLSession, isAwaited: Bool) -> TaskBehaviour {
            guard let registry = Fields.taskRegistry?.read(from: session), let field = BehaviourField.of(registry)
            else { return .delegate }
            // Reflection takes as long as all the rest of a request, so the most frequent case does without.
            if isAwaited, field.isUnwatched(taskIdentifier, in: registry) { return .handler(watcher: nil) }
            guard let behaviour = field.behaviour(of: taskIdentifier, in: registry),
                let payload = Mirror(reflecting: behaviour).children.first?.value
            else { return .delegate }
            let watcher = Mirror(reflecting: payload).children.dropFirst().first?.value as? any URLSessionTaskDelegate
            return .handler(watcher: watcher)
        }

        /// The body an upload task was made with, which its request does not show.
        var uploadBody: UploadBody? {
            guard self is URLSessionUploadTask else { return nil }
            var mirror: Mirror? = Mirror(reflecting: self)
            while let current = mirror, current.subjectType != URLSessionTask.self { mirror = current.superclassMirror }
            guard let known = mirror?.descendant("knownBody", "some"),
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

    extension URLSession {
        private static let workQueueKey = DispatchSpecificKey<ObjectIdentifier>()

        /// Has the session's work queue known by ``hasWorkQueue``.
        func markWorkQueue() {
            Fields.sessionWorkQueue?.read(from: self).setSpecific(key: Self.workQueueKey, value: ObjectIdentifier(self))
        }

        /// Whether the caller has the session's work queue, as far as that was marked.
        var hasWorkQueue: Bool { DispatchQueue.getSpecific(key: Self.workQueueKey) == ObjectIdentifier(self) }
    }

    /// The body of an upload task.
    enum UploadBody {
        case data(Data)
        case file(URL)
        case stream(InputStream)
    }

    extension URLProtocol {
        /// Tells the loading system where the file of a download is.
        ///
        /// - Throws: ``HTTPMockError`` on a Foundation that wants to be told otherwise.
        func setDownloadedFile(_ file: URL) throws {
            let isSet = Fields.properties?.change(in: self) { $0.insert(file, forKeyNamed: "temporaryFileURL") }
            guard isSet == true else {
                throw HTTPMockError(
                    "HTTPMock: this version of FoundationNetworking has no URLProtocol.properties with a key "
                        + "temporaryFileURL, so a download can't be mocked. Please report the Swift version.")
            }
        }
    }

    /// The session's table of what each task does, whose values can't be named here.
    private protocol BehaviourTable {
        static func behaviour(of identifier: Int, at address: UnsafeRawPointer) -> Any?

        /// Whether an awaited task is known to have no delegate of its own.
        static func isUnwatched(_ identifier: Int, at address: UnsafeRawPointer) -> Bool
    }

    extension Dictionary: BehaviourTable where Key == Int {
        fileprivate static func behaviour(of identifier: Int, at address: UnsafeRawPointer) -> Any? {
            address.assumingMemoryBound(to: Self.self).pointee[identifier]
        }

        /// What an awaited task does has two parts: a function, then a delegate or none.
        ///
        /// The value is as large as these, and perhaps a byte that tells it from the others; a table with values of
        /// another size keeps something else, and nothing is known.
        fileprivate static func isUnwatched(_ identifier: Int, at address: UnsafeRawPointer) -> Bool {
            typealias Function = @Sendable () -> Void
            let size = MemoryLayout<(Function, (any URLSessionTaskDelegate)?)>.size
            guard MemoryLayout<Value>.size == size || MemoryLayout<Value>.size == size + 1,
                let value = address.assumingMemoryBound(to: Self.self).pointee[identifier]
            else { return false }
            return withUnsafeBytes(of: value) {
                $0.load(fromByteOffset: MemoryLayout<Function>.size, as: UInt.self) == 0
            }
        }
    }
#endif
