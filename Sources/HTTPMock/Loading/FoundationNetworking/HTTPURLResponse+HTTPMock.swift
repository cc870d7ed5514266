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
