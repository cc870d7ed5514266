/// Finds the routes whose addresses come near a request's, without a visit to every route.
///
/// Owned by a ``RouteTable`` with many routes. A route is near if its host and path, or only its path, match a long prefix
/// of the request's address.
struct NearbyRoutes: Sendable {
    private var addresses = PatternTrie()
    private var paths = PatternTrie()

    /// The number of routes to collect from each trie; more than that are rarely equally near.
    private static let limit = 64

    /// Adds a route.
    mutating func insert(_ route: Route) {
        let entry = IndexEntry(id: route.id, specificity: route.specificity, port: route.host.port)
        addresses.insert(entry, at: route.host.tokens + route.path.tokens, limit: Self.limit)
        paths.insert(entry, at: route.path.tokens, limit: Self.limit)
    }

    /// Returns the ids of the routes near a request.
    func ids(near target: RequestTarget) -> Set<Int> {
        Set(addresses.nearest(to: target, from: 0, limit: Self.limit))
            .union(paths.nearest(to: target, from: target.hostEnd, limit: Self.limit))
    }
}
