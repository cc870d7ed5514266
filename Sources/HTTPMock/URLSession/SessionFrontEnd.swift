import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import Synchronization
#endif

/// The `URLSession` front end of an instance: its protocol class, session and cookies.
///
/// Created by the instance. Retained by the instance and by the instance's own session, which therefore goes on working
/// after the instance is released. May be used on any thread.
final class SessionFrontEnd: Sendable {
    let engine: MockEngine
    private let ownClass = Locked<MockURLProtocol.Type?>(nil)
    /// The configuration in which a class is installed, by class; only for classes of one configuration.
    private let configurations = Locked<[ObjectIdentifier: URLSessionConfiguration]>([:])
    private let cookies = Locked<HTTPCookieStorage?>(nil)
    /// The requests that other tests have begun, each until its protocol is created.
    let foreignRequests = Locked<[ForeignRequest]>([])

    #if canImport(FoundationNetworking)
        let layout: Result<FoundationLayout, HTTPMockError>

        init(_ engine: MockEngine, layout: Result<FoundationLayout, HTTPMockError> = FoundationLayout.current) {
            self.engine = engine
            self.layout = layout
        }
    #else
        /// The configuration of the instance's own session.
        let ownConfiguration = Locked<URLSessionConfiguration?>(nil)

        init(_ engine: MockEngine) {
            self.engine = engine
        }
    #endif

    /// The instance's protocol class, which no other instance ever gets.
    var protocolClass: MockURLProtocol.Type {
        ownClass.withLock { known in
            let existing = known ?? ProtocolClassRegistry.add(self)
            known = existing
            return existing
        }
    }

    /// Returns a protocol class that knows the configuration in which it is installed.
    ///
    /// Apple's loading system hides the session from a protocol, so the class leads to the session's cookies and
    /// timeouts. FoundationNetworking needs no such class.
    func protocolClass(for configuration: URLSessionConfiguration) -> MockURLProtocol.Type {
        let new = ProtocolClassRegistry.add(self)
        configurations.withLock { $0[ObjectIdentifier(new)] = configuration }
        return new
    }

    func configuration(of known: MockURLProtocol.Type) -> URLSessionConfiguration? {
        configurations.withLock { $0[ObjectIdentifier(known)] }
    }

    /// The cookie storage for the shared session and, on Apple's systems, for sessions of unknown configuration.
    var cookieStorage: HTTPCookieStorage? {
        cookies.withLock { storage in
            storage = storage ?? URLSessionConfiguration.privateCookieStorage
            return storage
        }
    }

    /// Creates the instance's own session; `replace` is called after an invalidation, which ``OwnSession`` ignores.
    func makeSession(replace: @escaping @Sendable (URLSession) -> Void) -> URLSession {
        let configuration = URLSessionConfiguration.uncached
        let queue = SessionQueue(keeping: self)
        #if canImport(FoundationNetworking)
            configuration.protocolClasses = [protocolClass]
            return OwnSession(configuration: configuration, delegate: nil, delegateQueue: queue)
        #else
            ownConfiguration.withLock { $0 = configuration }
            configuration.protocolClasses = [protocolClass(for: configuration)]
            let delegate = InvalidationDelegate(replace: replace)
            return URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        #endif
    }

    /// Calls a function after the callbacks that a session owes by now.
    func afterCallbacks(of session: URLSession, _ done: @escaping @Sendable () -> Void) {
        #if canImport(FoundationNetworking)
            // A request that has just begun is answered on the work queue, which then adds the callback.
            guard case .success(let layout) = layout else { return done() }
            layout.sessionWorkQueue.read(from: session).async { session.delegateQueue.addOperation(done) }
        #else
            session.delegateQueue.addOperation(done)
        #endif
    }
}

extension URLSessionConfiguration {
    #if canImport(FoundationNetworking)
        /// A new ephemeral configuration without a cache.
        ///
        /// A cache doubles a request's cost, reorders requests, and never stores a mocked response
        /// (FoundationOnLinux.md, "Caches"). A template is copied, because `ephemeral` makes a cache, which costs more
        /// than a session and a request.
        fileprivate static var uncached: URLSessionConfiguration {
            let configuration = template.copy() as? URLSessionConfiguration ?? ephemeral
            configuration.httpCookieStorage = privateCookieStorage
            configuration.urlCredentialStorage = URLCredentialStorage()
            return configuration
        }

        private static let template: URLSessionConfiguration = {
            let configuration = ephemeral
            configuration.urlCache = nil
            return configuration
        }()

        /// An empty cookie storage in memory, shared with no other session.
        ///
        /// Only `ephemeral` makes one, so an empty storage that nothing else refers to is used again.
        static var privateCookieStorage: HTTPCookieStorage? {
            let unused = storages.withLock { storages -> HTTPCookieStorage? in
                guard let index = storages.indices.first(where: { isUnused(&storages[$0]) }) else { return nil }
                return storages[index]
            }
            if let unused { return unused }
            guard let new = ephemeral.httpCookieStorage else { return nil }
            storages.withLock { storages in
                if storages.count < storageLimit { storages.append(new) }
            }
            return new
        }

        /// The storages that were made, of which those that nothing else refers to are used again.
        private static let storages = Locked<[HTTPCookieStorage]>([])
        private static let storageLimit = 64

        /// Returns whether nothing else refers to a storage, which is empty and has the policy of a new one.
        private static func isUnused(_ storage: inout HTTPCookieStorage) -> Bool {
            isKnownUniquelyReferenced(&storage) && storage.cookies?.isEmpty == true
                && storage.cookieAcceptPolicy == template.httpCookieStorage?.cookieAcceptPolicy
        }
    #else
        /// A new cookie storage in memory, shared with no other session.
        static var privateCookieStorage: HTTPCookieStorage? {
            ephemeral.httpCookieStorage
        }

        fileprivate static var uncached: URLSessionConfiguration {
            let configuration = ephemeral
            configuration.urlCache = nil
            return configuration
        }
    #endif
}

#if canImport(FoundationNetworking)
    /// The session that an instance offers as its own, which can't be invalidated.
    ///
    /// Created by ``SessionFrontEnd``. Code under test often invalidates a session that it was given. The next request
    /// through an invalidated session would crash the process (FoundationOnLinux.md, "Invalidated sessions").
    final class OwnSession: URLSession, @unchecked Sendable {
        // Sendable, because `URLSession` is and the added state is atomic.

        /// The number of calls that wait for their tasks to be cancelled.
        ///
        /// One pass at a time serves them, because many passes would fill the queues that requests need. Another pass
        /// follows for calls that come after the running pass has read the count, because that pass may miss their
        /// tasks.
        private let callCount = Atomic<Int>(0)

        override func finishTasksAndInvalidate() {}

        override func invalidateAndCancel() {
            if callCount.add(1, ordering: .relaxed).oldValue == 0 { cancelTasks() }
        }

        private func cancelTasks() {
            guard case .success(let layout) = FoundationLayout.current else { return }
            // Not by `getAllTasks`, which reads the tasks on the delegate queue and crashes at times
            // (FoundationOnLinux.md, "Invalidated sessions").
            layout.sessionWorkQueue.read(from: self).async { [self] in
                let servedCount = callCount.load(ordering: .relaxed)
                let tasks = layout.tasks.read(from: layout.taskRegistry.read(from: self))
                delegateQueue.addOperation { [self] in
                    for task in tasks.values { task.cancel() }
                    if callCount.subtract(servedCount, ordering: .relaxed).newValue > 0 { cancelTasks() }
                }
            }
        }
    }
#else
    /// Replaces an instance's own session after its invalidation.
    ///
    /// An invalidated session raises an exception if a task is created. Retained by the session.
    private final class InvalidationDelegate: NSObject, URLSessionDelegate {
        private let replace: @Sendable (URLSession) -> Void

        init(replace: @escaping @Sendable (URLSession) -> Void) {
            self.replace = replace
        }

        func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
            replace(session)
        }
    }
#endif
