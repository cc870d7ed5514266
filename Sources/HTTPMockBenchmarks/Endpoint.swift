import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The usual request of the benchmarks, and the body of its response.
enum Endpoint {
    static let host = "api.example.com"
    static let path = "/v1/users/7"
    static let url = URL(string: "https://\(host)\(path)")
    static let body = #"{"id":7,"name":"Alice"}"#

    /// Returns a request for a path of the host.
    static func request(_ path: String = path, host: String = host) throws -> URLRequest {
        guard let url = URL(string: "https://\(host)\(path)") else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }
}
