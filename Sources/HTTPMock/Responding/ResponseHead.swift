import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The head of a response: what a client gets before any of the body.
struct ResponseHead: Sendable {
    let url: URL
    let status: Int
    /// One value a name.
    let headers: [String: String]
    /// Where the transport keeps the object it makes of a head that is sent more than once.
    var object: Locked<HTTPURLResponse?>?
}

extension ResponseHead {
    /// The head of a response that serves more than once, made for the first request and again for another URL.
    ///
    /// Most of what a response costs is its header fields, which are the same each time.
    final class Cache: Sendable {
        private let head = Locked<ResponseHead?>(nil)

        /// The head for a URL.
        func head(for url: URL, make: () -> ResponseHead) -> ResponseHead {
            if let head = head.withLock({ $0 }), head.url == url { return head }
            var made = make()
            made.object = Locked(nil)
            head.withLock { [made] in $0 = made }
            return made
        }
    }
}

extension ResponseHead {
    /// The head of a response from the network; nil if it is none of HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.init(url: url, status: response.statusCode, headers: headers)
    }
}
