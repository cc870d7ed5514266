import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A response in the short form that tests compare.
public struct HTTPReply: Sendable, Equatable {
    /// The status; nil for a response that is not HTTP.
    public let status: Int?
    /// The body as UTF-8.
    public let text: String
    /// The header fields, with lower-case names.
    public let headers: [String: String]

    /// Sends a request and waits for the whole response.
    ///
    /// - Parameters:
    ///   - url: The URL, as text.
    ///   - session: The session.
    ///   - method: The method.
    ///   - headers: The request's header fields.
    ///   - body: The request's body; nil for none.
    public static func get(
        _ url: String, from session: URLSession, method: String = "GET", headers: [String: String] = [:],
        body: String? = nil
    ) async throws -> HTTPReply {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        var fields: [String: String] = [:]
        for (name, value) in (response as? HTTPURLResponse)?.allHeaderFields ?? [:] {
            fields["\(name)".lowercased()] = "\(value)"
        }
        return HTTPReply(
            status: (response as? HTTPURLResponse)?.statusCode, text: String(decoding: data, as: UTF8.self),
            headers: fields)
    }
}
