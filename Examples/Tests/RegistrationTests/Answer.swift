import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The response to a request, as the tests here need it.
struct Answer {
    var status: Int
    var text: String
    var response: HTTPURLResponse

    func header(_ name: String) -> String? {
        response.value(forHTTPHeaderField: name)
    }
}

extension URLSession {
    /// Requests a URL, written as a text.
    func ask(_ text: String, method: String = "GET") async throws -> Answer {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        let (data, response) = try await data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        return Answer(
            status: response.statusCode,
            text: String(decoding: data, as: UTF8.self), response: response)
    }
}
