import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// Returns a request for a URL, or for a path of the default domain.
    ///
    /// - Parameters:
    ///   - text: The path or the URL.
    ///   - method: The method.
    ///   - headers: The header fields.
    ///   - body: The body; nil for none.
    ///   - timeout: The timeout in seconds; nil for Foundation's.
    static func example(
        _ text: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
        timeout: TimeInterval? = nil
    ) -> URLRequest {
        guard let url = URL(string: text.hasPrefix("/") ? "https://example.com\(text)" : text) else {
            preconditionFailure("not a URL: \(text)")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data($0.utf8) }
        if let timeout { request.timeoutInterval = timeout }
        return request
    }
}

extension URLSessionConfiguration {
    /// A new configuration without a cache, because a cache delays requests.
    static var uncached: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        return configuration
    }
}
