/// All routes of an instance, compiled for matching.
///
/// The table is a value, so that a request is matched against a snapshot of it.
struct RouteTable: Sendable {
    private(set) var routes: [Int: Route] = [:]
    /// The routes by host, in order of registration.
    ///
    /// A diagnosis compares each host with a request only once.
    private(set) var routesByHost: [HostPattern: [Route]] = [:]
    /// Nil for as long as the routes are few enough to compare each of them with an unmocked request.
    private var nearby: NearbyRoutes?
    private static let comparedCount = 1_000
    /// The number of routes with conditions that read the body or run user code.
    private var workingCount = 0
    private var index = RouteIndex()
    private var idsByKey: [Route.Key: Int] = [:]
    /// The earliest route for each address with parameters, whatever their names.
    private var idsByUnnamedKey: [Route.Key: Int] = [:]
    // Never reused: a request that was matched before a clearing must not find another route by the same id.
    private var nextID = 0

    /// Returns the work that matching or diagnosing a request needs.
    ///
    /// Only the routes that the request's host and path reach count. Routes after the first one whose head matches and
    /// that has no condition are never evaluated.
    func work(for request: MockRequest) -> MatchingWork {
        guard workingCount > 0 else { return .headOnly }
        var (matched, others) = (MatchingWork.headOnly, MatchingWork.headOnly)
        lazy var query = request.query
        let winner = index.firstMatch(for: request.target) { id in
            guard let route = routes[id] else { return false }
            guard route.matchesHead(of: request, query: query) else {
                // A diagnosis evaluates the conditions of a route that differs only in its method or query.
                others = max(others, route.work)
                return false
            }
            matched = max(matched, route.work)
            return route.conditions.isEmpty
        }
        return winner == nil ? max(matched, others) : matched
    }

    /// Returns an earlier route that differs from a route only in the names of path parameters.
    func twin(of route: Route) -> Route? {
        guard let id = idsByUnnamedKey[route.key.unnamed], id != route.id else { return nil }
        return routes[id]
    }

    /// Returns the routes to compare with an unmocked request, by host.
    ///
    /// These are all routes of a small table. Of a large table they are the routes whose address matches the longest
    /// prefixes of the request's, at least 64 of them. Of more than 64 equally near routes any may be left out.
    func routesByHost(near target: RequestTarget) -> [HostPattern: [Route]] {
        guard let nearby else { return routesByHost }
        return Dictionary(grouping: nearby.ids(near: target).compactMap { routes[$0] }, by: \.host)
    }

    private mutating func updateNearby(adding route: Route) {
        if routes.count > Self.comparedCount, nearby == nil { return resetNearby() }
        nearby?.insert(route)
    }

    private mutating func resetNearby() {
        nearby = nil
        guard routes.count > Self.comparedCount else { return }
        var all = NearbyRoutes()
        for route in routes.values.sorted(by: { $0.id < $1.id }) { all.insert(route) }
        nearby = all
    }

    /// Returns the route with a key, nil if there is none.
    func route(for key: Route.Key) -> Route? {
        idsByKey[key].flatMap { routes[$0] }
    }

    /// Returns the route with a key, and adds the route if there is none yet.
    ///
    /// - Parameters:
    ///   - key: The identity of the route.
    ///   - conditions: The conditions in the order of the registration.
    ///   - location: The source location of the registration.
    mutating func route(
        for key: Route.Key, conditions: [RequestCondition], location: CallSite,
        spelling: RouteSpelling = RouteSpelling()
    ) -> Route {
        if let route = route(for: key) { return route }
        let route = Route(id: nextID, key: key, conditions: conditions, location: location, spelling: spelling)
        nextID += 1
        routes[route.id] = route
        routesByHost[key.host, default: []].append(route)
        idsByKey[key] = route.id
        if !key.path.parameterNames.isEmpty, idsByUnnamedKey[key.unnamed] == nil {
            idsByUnnamedKey[key.unnamed] = route.id
        }
        index.insert(host: key.host, path: key.path, specificity: route.specificity, id: route.id)
        count(route, by: 1)
        updateNearby(adding: route)
        return route
    }

    mutating func removeAll() {
        routes = [:]
        routesByHost = [:]
        idsByKey = [:]
        idsByUnnamedKey = [:]
        index = RouteIndex()
        nearby = nil
        workingCount = 0
    }

    /// Removes the routes that were registered with one host pattern.
    ///
    /// - Returns: The removed routes.
    mutating func removeAll(host: HostPattern) -> [Route] {
        let removed = routesByHost.removeValue(forKey: host) ?? []
        for route in removed {
            routes[route.id] = nil
            idsByKey[route.key] = nil
            count(route, by: -1)
        }
        let ids = Set(removed.map(\.id))
        if !ids.isEmpty {
            index.removeAll { ids.contains($0) }
            resetNearby()
        }
        return removed
    }

    private mutating func count(_ route: Route, by change: Int) {
        if route.work > .headOnly { workingCount += change }
    }

    /// Returns the most specific route that matches a request in every part.
    ///
    /// Runs the conditions' predicates, each at most once, so a caller must not hold a lock.
    func match(_ request: MockRequest) -> Match {
        var mismatches: [Int: [String?]] = [:]
        // Parsed once, when the first route needs it.
        lazy var query = request.query
        let winner = index.firstMatch(for: request.target) { id in
            guard let route = routes[id], route.matchesHead(of: request, query: query) else { return false }
            guard !route.conditions.isEmpty else { return true }
            let request = route.completed(request)
            let reasons = route.conditions.map { $0.mismatch(request) }
            mismatches[id] = reasons
            return reasons.allSatisfy { $0 == nil }
        }
        return Match(route: winner.flatMap { routes[$0] }, mismatches: mismatches)
    }

    /// The result of matching one request.
    struct Match: Sendable {
        /// The most specific route that matches, nil if none does.
        let route: Route?
        /// The mismatch of each condition, nil where it matches, for each route whose conditions were evaluated.
        let mismatches: [Int: [String?]]
    }
}
