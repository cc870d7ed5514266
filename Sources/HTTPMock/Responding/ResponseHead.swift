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
