#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension HTTPURLResponse {
        /// The response object of a head.
        static func make(_ head: ResponseHead) -> HTTPURLResponse? {
            let version = "HTTP/1.1"
            guard head.status == 401 else {
                return HTTPURLResponse(
                    url: head.url, statusCode: head.status, httpVersion: version, headerFields: head.headers)
            }
            return UnchallengedResponse(
                url: head.url, statusCode: head.status, httpVersion: version, headerFields: head.headers)
        }
    }

    /// A 401 that is delivered as it is.
    ///
    /// At the end of a load FoundationNetworking looks for a Basic challenge in a 401, and with one never completes the
    /// task, or asks the credential storage and the delegate and hands the request to its own HTTP loader. A response
    /// without a URL has no protection space, so the URL is hidden from that look, and from nobody else.
    final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
        // Sendable: the mutable state is behind the lock of `hiddenFrom`.
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
