/// All routes of an instance, compiled for matching.
///
/// A value, so that a request is matched against a snapshot of it.
struct RouteTable: Sendable {
    /// The routes by host, in order of registration.
    private(set) var routesByHost: [HostPattern: [Route]] = [:]
    /// The routes by key without parameter names; the routes of one such key differ in these names only.
    private var routesByUnnamedKey: [Route.Key: [Route]] = [:]
    /// The priorities of the routes that have the same key otherwise.
    private var priorities: [Route.Key: Set<Int>] = [:]
    /// The last routes that `removeResponses`, or `replaceResponses` without responses, removed.
    ///
    /// A route that is registered again leaves the list.
    private(set) var removed: [RemovedRoute] = []
    /// The number of removed routes that are kept, so that a long run does not fill the memory.
    private static let removedLimit = 50
    /// The number of routes that the last ``removeAll()`` removed, for diagnoses; calls on an empty table do not count.
    private(set) var clearedCount = 0
    private var index = RouteIndex()
    /// By the number of each route, the kinds of requests that its responses so far answer.
    private var kinds: [Int: RequestKinds] = [:]
    /// Whether a route ever had a response that takes over its connection.
    private var hasTakeovers = false
    // Never reused: a request that was matched before a clearing must not find another route by the same id.
    private var nextID = 0

    var isEmpty: Bool { routesByHost.isEmpty }

    var routes: [Route] { routesByHost.values.flatMap(\.self) }

    func route(for key: Route.Key) -> Route? {
        routesByUnnamedKey[key.withoutParameterNames]?.first { $0.key == key }
    }

    /// Returns the route of the highest priority whose key differs from a key at most in the priority.
    func route(withAnyPriority key: Route.Key) -> Route? {
        var key = key.withoutPriority
        guard let highest = priorities[key]?.max() else { return nil }
        key.priority = highest
        return route(for: key)
    }

    /// Returns an earlier route that differs from a route only in the names of path parameters.
    func twin(of route: Route) -> Route? {
        let twin = routesByUnnamedKey[route.key.withoutParameterNames]?.first
        if twin === route { return nil }
        return twin
    }

    /// Returns the route with a key, and adds the route if there is none yet.
    mutating func route(
        for key: Route.Key, conditions: [RequestCondition], location: CallSite,
        spelling: RouteSpelling = RouteSpelling()
    ) -> Route {
        let unnamed = key.withoutParameterNames
        if let route = routesByUnnamedKey[unnamed]?.first(where: { $0.key == key }) { return route }
        let route = Route(id: nextID, key: key, conditions: conditions, location: location, spelling: spelling)
        nextID += 1
        routesByHost[key.host, default: []].append(route)
        routesByUnnamedKey[unnamed, default: []].append(route)
        priorities[key.withoutPriority, default: []].insert(key.priority)
        index.insert(route)
        if !removed.isEmpty { removed.removeAll { $0.key == key } }
        return route
    }

    /// Notes that a route has got a response for some kinds of requests.
    mutating func note(_ added: RequestKinds, of route: Route) {
        kinds[route.id, default: []].formUnion(added)
        if added == .upgrade { hasTakeovers = true }
    }

    /// Returns whether a route ever had a response for a kind of request.
    func answers(_ kind: RequestKinds, _ route: Route) -> Bool {
        // Every response but a takeover answers plain requests.
        if kind == .plain, !hasTakeovers { return true }
        return kinds[route.id]?.contains(kind) ?? false
    }

    mutating func removeAll() {
        var empty = RouteTable(clearedCount: clearedCount, nextID: nextID)
        if !isEmpty { empty.clearedCount = routes.count }
        self = empty
    }

    /// Removes a route, and keeps the source location of the removal for diagnoses.
    mutating func remove(_ route: Route, at location: CallSite) {
        routesByHost[route.host]?.removeInOrder(route)
        if routesByHost[route.host]?.isEmpty == true { routesByHost[route.host] = nil }
        forget(route)
        let text = "\(route)  (\(route.location)), removed at \(location)"
        removed.append(RemovedRoute(key: route.key, text: text))
        if removed.count > Self.removedLimit { removed.removeFirst() }
    }

    /// Removes the routes of a host, without a note for diagnoses.
    mutating func removeAll(host: HostPattern) -> [Route] {
        let routesOfHost = routesByHost.removeValue(forKey: host) ?? []
        for route in routesOfHost { forget(route) }
        return routesOfHost
    }

    /// Removes a route that is no longer in `routesByHost`.
    private mutating func forget(_ route: Route) {
        routesByUnnamedKey.remove(route, from: route.key.withoutParameterNames)
        priorities[route.key.withoutPriority]?.remove(route.key.priority)
        if priorities[route.key.withoutPriority]?.isEmpty == true { priorities[route.key.withoutPriority] = nil }
        index.remove(route)
        kinds[route.id] = nil
    }

    /// Returns the first route, by priority and specificity, that matches a request in every part.
    ///
    /// Runs the conditions' predicates, each at most once, so a caller must not hold a lock.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The work that the caller's thread allows. From the first route on that needs more, no condition is
    ///     evaluated.
    ///   - warn: Gets the warnings of predicates.
    func match(
        _ request: MockRequest, within limit: MatchingWork = .runsUserCode,
        warn: @escaping UserCodeWarning = { _, _ in }
    ) -> Match {
        // The work of the routes that match up to their conditions, and of those that differ in method or query.
        var matched = MatchingWork.headOnly
        var others = MatchingWork.headOnly
        var mismatches: [Int: [String?]] = [:]
        // Parsed once, when the first route needs it.
        lazy var query = HTTPMock.Query(of: request)
        let method = request.method
        // A preflight matches no route without a method, because such a route is meant for the request after it.
        let needsMethod = request.isPreflight
        let kind = request.kind
        // The first route that matches, but never had a response for this kind of request.
        var unfit: Route?
        // The search also collects the mismatches and the work of the result.
        let winner = index.firstMatch(for: request.target) { route in
            var hasMethodAndQuery = !needsMethod
            if let expected = route.method { hasMethodAndQuery = expected == method }
            if hasMethodAndQuery, let expected = route.query { hasMethodAndQuery = expected.matches(query) }
            guard hasMethodAndQuery else {
                // A diagnosis evaluates the conditions of a route that differs only in its method or query.
                others = max(others, route.work)
                return false
            }
            if !route.conditions.isEmpty {
                matched = max(matched, route.work)
                // No condition of this route or a later one is evaluated; a later route without conditions may match.
                guard matched <= limit else { return false }
                let requestOfRoute = route.addingParameters(to: request, warn: warn)
                let reasons = route.conditions.map { $0.mismatch(requestOfRoute) }
                mismatches[route.id] = reasons
                guard reasons.allSatisfy({ $0 == nil }) else { return false }
            }
            if answers(kind, route) { return true }
            unfit = unfit ?? route
            return false
        }
        // A request that matches gets no diagnosis.
        if winner != nil { others = .headOnly }
        let work = max(matched, others)
        return Match(route: winner ?? unfit, isFit: winner != nil, mismatches: mismatches, work: work)
    }

    /// Returns whether an address is too long to be matched on the transport's queue.
    static func isSlow(_ target: RequestTarget) -> Bool {
        target.tokens.count > quickTokenLimit
    }

    /// The greatest number of tokens of an address whose matching delays no other request for long.
    private static let quickTokenLimit = 16_384

    /// Returns whether any route with a request's own method matches the request, whatever the conditions.
    func hasRoute(withMethodOf request: MockRequest) -> Bool {
        let query = HTTPMock.Query(of: request)
        let found = index.firstMatch(for: request.target) { route in
            guard route.method == request.method else { return false }
            return route.query?.matches(query) ?? true
        }
        return found != nil
    }

    /// A route that was removed, without its conditions, which capture values of the test.
    struct RemovedRoute: Sendable {
        let key: Route.Key
        /// The route with the source locations of its registration and of the removal.
        let text: String
    }

    struct Match: Sendable {
        /// The first route that matches; nil if none does.
        let route: Route?
        /// Whether the route ever had a response for this kind of request; false without a route.
        ///
        /// A route with such a response comes before all others.
        let isFit: Bool
        /// By the number of each route whose conditions were evaluated, their mismatches in order; nil for a match.
        let mismatches: [Int: [String?]]
        /// The work that matching or diagnosing needs for the routes that host and path reach.
        ///
        /// If the work is more than the limit, the result may be incomplete.
        let work: MatchingWork
    }
}
