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
