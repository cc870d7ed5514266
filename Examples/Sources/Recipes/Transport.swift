import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A status that is not a success.
struct StatusError: Error, Equatable {
    var status: Int
}

extension URLSession {
    /// Makes a request, and throws unless its status is a success.
    func success(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (data, response) = try await data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        guard (200..<300).contains(response.statusCode) else {
            throw StatusError(status: response.statusCode)
        }
        return (data, response)
    }
}
