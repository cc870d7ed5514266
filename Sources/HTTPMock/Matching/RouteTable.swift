/// All routes of an instance, ready to be matched: a value, so that a request matches against a snapshot.
struct RouteTable: Sendable {
    private(set) var routes: [Int: Route] = [:]
    /// The same by host, in order of registration: what a host is worth to a request is then told once.
    private(set) var routesByHost: [HostPattern: [Route]] = [:]
    /// How many routes have conditions of more than a request's head, which may take long or run the user's code.
    private(set) var slowCount = 0
    private var index = RouteIndex()
    private var idsByKey: [Route.Key: Int] = [:]
    /// The earliest route for each address with parameters, whatever their names.
    private var idsByUnnamedKey: [Route.Key: Int] = [:]
    // Never reused: a request that matched before a clearing must not find another route under its number.
    private var nextID = 0

    /// The route of a registration, made if there is none yet.
    ///
    /// - Throws: ``PatternProblem`` if its host or path can't match anything.
    mutating func route(for registration: Registration) throws(PatternProblem) -> Route {
        let host = try HostPattern(registration.host)
        let path = try PathPattern(registration.path)
        let key = Route.Key(host, path, registration)
        if let id = idsByKey[key], let route = routes[id] { return route }
        let route = Route(id: nextID, key: key, registration: registration)
        nextID += 1
        routes[route.id] = route
        routesByHost[host, default: []].append(route)
        idsByKey[key] = route.id
        if !path.parameterNames.isEmpty, idsByUnnamedKey[key.unnamed] == nil {
            idsByUnnamedKey[key.unnamed] = route.id
        }
        index.insert(host: host, path: path, specificity: route.specificity, id: route.id)
        if !route.conditions.allSatisfy(\.isOfHead) { slowCount += 1 }
        return route
    }

    /// Returns an earlier route that differs from a route only in the names of path parameters.
    func twin(of route: Route) -> Route? {
        guard let id = idsByUnnamedKey[route.key.unnamed], id != route.id else { return nil }
        return routes[id]
    }

    /// Whether there is a route of a registration already.
    func has(_ registration: Registration) -> Bool {
        guard let host = try? HostPattern(registration.host), let path = try? PathPattern(registration.path)
        else { return false }
        return idsByKey[Route.Key(host, path, registration)] != nil
    }

    mutating func removeAll() {
        routes = [:]
        routesByHost = [:]
        idsByKey = [:]
        idsByUnnamedKey = [:]
        index = RouteIndex()
        slowCount = 0
    }

    /// Removes the routes registered under one host pattern.
    ///
    /// - Returns: The routes.
    mutating func removeAll(host: HostPattern) -> [Route] {
        let doomed = routesByHost.removeValue(forKey: host) ?? []
        for route in doomed {
            routes[route.id] = nil
            idsByKey[route.key] = nil
            idsByUnnamedKey[route.key.unnamed] = nil
            if !route.conditions.allSatisfy(\.isOfHead) { slowCount -= 1 }
        }
        let ids = Set(doomed.map(\.id))
        if !ids.isEmpty { index.removeAll { ids.contains($0) } }
        return doomed
    }

    /// The most specific route whose every part holds.
    ///
    /// Runs the conditions' predicates, each at most once, so it is not to be called under a lock.
    func match(_ request: MockRequest) -> Match {
        var mismatches: [Int: [String?]] = [:]
        // Parsed when the first route asks for it, and once.
        lazy var query = request.query
        let winner = index.firstMatch(for: request.target) { id in
            guard let route = routes[id], route.method.map({ $0 == request.method }) ?? true,
                route.query.map({ $0.matches(query) }) ?? true
            else { return false }
            guard !route.conditions.isEmpty else { return true }
            let request = route.completed(request)
            let reasons = route.conditions.map { $0.mismatch(request) }
            mismatches[id] = reasons
            return reasons.allSatisfy { $0 == nil }
        }
        return Match(route: winner.flatMap { routes[$0] }, mismatches: mismatches)
    }

    /// What came of matching one request.
    struct Match: Sendable {
        let route: Route?
        /// For each route whose conditions were asked: why each does not hold, nil where it does.
        let mismatches: [Int: [String?]]
    }
}
