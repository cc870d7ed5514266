import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// Puts the mock's class into the shared session.
    enum SharedSessionInstallation {
        /// Once a process: a session's configuration is the live object here, so this takes effect for its next task.
        ///
        /// Registering the class would not: the session asks its own HTTP loader first. The cache goes, because with
        /// one a protocol is made on a queue that has lost the task's context.
        static func install() {
            _ = isInstalled
        }

        private static let isInstalled: Bool = {
            let configuration = URLSession.shared.configuration
            configuration.protocolClasses = [SharedSessionURLProtocol.self] + (configuration.protocolClasses ?? [])
            configuration.urlCache = nil
            return true
        }()
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
