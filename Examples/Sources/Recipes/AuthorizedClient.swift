import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Makes requests with a token, and refreshes a refused token once.
actor AuthorizedClient {
    private let session: URLSession
    private let tokenURL: URL
    private var token: String
    private var refreshing: Task<String, any Error>?

    init(session: URLSession, tokenURL: URL, token: String) {
        self.session = session
        self.tokenURL = tokenURL
        self.token = token
    }

    func data(for request: URLRequest) async throws -> Data {
        let used = token
        do {
            return try await send(request, token: used)
        } catch let error as StatusError where error.status == 401 {
            return try await send(request, token: freshToken(insteadOf: used))
        }
    }

    private func send(_ request: URLRequest, token: String) async throws -> Data {
        var request = request
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return try await session.success(request).0
    }

    private func freshToken(insteadOf used: String) async throws -> String {
        // Another request has refreshed the token meanwhile, or is doing it now.
        if token != used { return token }
        if let refreshing { return try await refreshing.value }
        let task = Task { [session, tokenURL] in
            var request = URLRequest(url: tokenURL)
            request.httpMethod = "POST"
            return String(
                decoding: try await session.success(request).0, as: UTF8.self)
        }
        refreshing = task
        defer { refreshing = nil }
        token = try await task.value
        return token
    }
}
