import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A status that is not a success.
struct StatusError: Error, Equatable {
    var status: Int
}

extension StatusError {
    /// Creates the error of a response; nil if its status is a success, or if it is no response of HTTP.
    init?(_ response: URLResponse?) {
        guard let status = (response as? HTTPURLResponse)?.statusCode else { return nil }
        guard !(200..<300).contains(status) else { return nil }
        self.init(status: status)
    }
}

extension URLSession {
    /// Makes a request, and throws unless its status is a success.
    func success(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (data, response) = try await data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        if let error = StatusError(response) { throw error }
        return (data, response)
    }
}
