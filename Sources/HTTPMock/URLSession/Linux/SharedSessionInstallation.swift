import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// Adds the mock's class to the shared session.
    enum SharedSessionInstallation {
        private static let lock = NSLock()

        /// Makes the shared session ask the mock's class first, from its next request on.
        ///
        /// The class is written to the session's configuration, which is live (FoundationOnLinux.md, "Live
        /// configurations"). Registering the class is not enough, because the session asks its own HTTP loader first
        /// (FoundationOnLinux.md, "Choosing a protocol class"). The cache is removed, because with a cache a protocol
        /// is created on a queue without the caller's context (FoundationOnLinux.md, "The caller's context").
        ///
        /// Both changes stay until the process ends. The class declines requests that belong to no test. Restoring the
        /// cache during a request would be a data race, because Foundation reads the cache without a lock.
        ///
        /// The configuration is checked on each call, because other code may have changed it since. A change is never
        /// too late, because a task chooses its class when it is resumed.
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
    /// Adds the mock's class to the shared session.
    enum SharedSessionInstallation {
        /// Registers the class once per process; the shared session asks registered classes.
        static func install() {
            _ = isInstalled
        }

        private static let isInstalled = URLProtocol.registerClass(SharedSessionURLProtocol.self)
    }
#endif
