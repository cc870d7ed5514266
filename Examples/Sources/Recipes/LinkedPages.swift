import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads a list whose pages name the next one in a `Link` field (RFC 8288).
struct LinkedPages: Sendable {
    let session: URLSession

    func items(from first: URL) async throws -> [Int] {
        var items: [Int] = []
        var next: URL? = first
        while let url = next {
            let (data, response) = try await session.success(
                URLRequest(url: url))
            items += try JSONDecoder().decode([Int].self, from: data)
            next = Self.next(of: response)
        }
        return items
    }

    /// Returns the target of `rel="next"`, which may be relative, if `rel` is the first parameter; otherwise nil.
    private static func next(of response: HTTPURLResponse) -> URL? {
        let field = response.value(forHTTPHeaderField: "Link") ?? ""
        guard let match = field.firstMatch(of: /<([^>]*)>; *rel="?next"?/) else {
            return nil
        }
        return URL(string: String(match.1), relativeTo: response.url)
    }
}
