import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Searches once the typing has paused.
actor SearchField {
    private let session: URLSession
    private let clock: any Clock<Duration>
    private var search: Task<[String], any Error>?

    init(
        session: URLSession, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.session = session
        self.clock = clock
    }

    /// Starts a search after a pause, in place of the one that waits or runs.
    func type(_ text: String) -> Task<[String], any Error> {
        search?.cancel()
        let next = Task { [session, clock] in
            try await clock.sleep(for: .milliseconds(300))
            var components = URLComponents()
            (components.scheme, components.host) = ("https", "example.com")
            components.path = "/search"
            components.queryItems = [URLQueryItem(name: "q", value: text)]
            guard let url = components.url else { throw URLError(.badURL) }
            let data = try await session.success(URLRequest(url: url)).0
            return try JSONDecoder().decode([String].self, from: data)
        }
        search = next
        return next
    }
}
