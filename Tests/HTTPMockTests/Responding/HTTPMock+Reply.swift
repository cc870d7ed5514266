import Foundation
import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a client was answered with, as the tests look at it.
struct Reply: Sendable {
    var status: Int
    var body: String
    var headers: [String: String]
}

extension HTTPMock {
    /// Asks for a URL through the instance's own session; a path alone is one of `example.com`.
    func reply(
        _ text: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
        timeout: TimeInterval? = nil
    ) async throws -> Reply {
        let request = URLRequest.asking(text, method: method, headers: headers, body: body, timeout: timeout)
        let (data, response) = try await data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        return Reply(status: response.statusCode, body: String(decoding: data, as: UTF8.self), headers: headers)
    }
}

extension URLRequest {
    /// A request; a path alone is one of `example.com`.
    static func asking(
        _ text: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
        timeout: TimeInterval? = nil
    ) -> URLRequest {
        let text = text.hasPrefix("/") ? "https://example.com\(text)" : text
        var request = URLRequest(url: URL(string: text)!)
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data($0.utf8) }
        if let timeout { request.timeoutInterval = timeout }
        return request
    }
}
