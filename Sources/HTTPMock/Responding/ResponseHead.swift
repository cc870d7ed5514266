import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The head of a response: what a client gets before any of the body.
struct ResponseHead: Sendable {
    let url: URL
    let status: Int
    let fields: WireHeaders

    /// One value a name.
    var headers: [String: String] { fields.dictionary }
}

extension ResponseHead {
    init(url: URL, status: Int, headers: [String: String]) {
        self.init(url: url, status: status, fields: WireHeaders(headers))
    }

    /// The head of a response from the network; nil if it is none of HTTP.
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse, let url = response.url else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        self.init(url: url, status: response.statusCode, headers: headers)
    }
}
