import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads data again only if the server has changed it.
actor CachingClient {
    private let session: URLSession
    private var stored: [URL: (tag: String, data: Data)] = [:]

    init(session: URLSession) {
        self.session = session
    }

    func data(from url: URL) async throws -> Data {
        // No cache of Foundation answers in place of the server.
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        let known = stored[url]
        if let known {
            request.setValue(known.tag, forHTTPHeaderField: "If-None-Match")
        }
        let (data, response) = try await session.data(for: request)
        let http = response as? HTTPURLResponse
        switch (http?.statusCode, known) {
        case (200, _):
            stored[url] = http?.value(forHTTPHeaderField: "ETag").map { ($0, data) }
            return data
        case (304, let known?):
            return known.data
        case (let status, _):
            throw StatusError(status: status ?? 0)
        }
    }
}
