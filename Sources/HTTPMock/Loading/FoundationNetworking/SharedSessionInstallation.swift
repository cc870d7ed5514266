import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// Puts the mock's class into the shared session.
    enum SharedSessionInstallation {
        private static let lock = NSLock()

        /// Has the session ask the mock's class first, from its next request on.
        ///
        /// A session's configuration is the live object here. Registering the class would not do: the session asks its
        /// own HTTP loader first. The cache goes, because with one a protocol is made on a queue that has lost the task's
        /// context. Both stay so to the end of the process: what is not a test's the class declines, and a cache put back
        /// while requests are made would be a data race, because Foundation reads it without a lock.
        ///
        /// Checked each time, in case somebody has written something else meanwhile; never too late, because a task asks
        /// for its class when it is resumed.
        static func install() {
            lock.lock()
            defer { lock.unlock() }
            let configuration = URLSession.shared.configuration
            let classes = configuration.protocolClasses ?? []
            if classes.first != SharedSessionURLProtocol.self {
                let others = classes.filter { $0 != SharedSessionURLProtocol.self }
                configuration.protocolClasses = [SharedSessionURLProtocol.self] + others
            }
            if configuration.urlCache != nil { configuration.urlCache = nil }
        }
    }
#else
    /// Puts the mock's class into the shared session.
    enum SharedSessionInstallation {
        /// Once a process: classes that are registered are asked for the shared session's requests.
        static func install() {
            _ = isInstalled
        }

        private static let isInstalled = URLProtocol.registerClass(SharedSessionURLProtocol.self)
    }
#endif
