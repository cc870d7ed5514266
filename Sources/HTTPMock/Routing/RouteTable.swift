/// All routes of an instance, compiled for matching.
///
/// A value, so that a request is matched against a snapshot of it.
struct RouteTable: Sendable {
    /// The routes by host, in order of registration.
    private(set) var routesByHost: [HostPattern: [Route]] = [:]
    /// The routes by address, which differ in priority or names of path parameters.
    private var routesByAddress: [Route.Key: [Route]] = [:]
    /// The last 50 routes that `removeResponses` removed, without their conditions, which capture values of the test.
    private(set) var removed: [(key: Route.Key, text: String)] = []
    /// The number of routes that the last removal of all routes removed, for diagnoses.
    private(set) var clearedCount = 0
    private var index = RouteIndex()
    /// The kinds of requests that the responses of each route have answered so far.
    private var kinds: [Int: RequestKinds] = [:]
    /// Whether a route ever had a response that takes over its connection.
    private var hasTakeovers = false
    // Never reused: a request that was matched before a clearing must not find another route by the same id.
    private var nextID = 0

    var isEmpty: Bool { routesByHost.isEmpty }

    var routes: [Route] { routesByHost.values.flatMap(\.self) }

    func route(for key: Route.Key) -> Route? { routesByAddress[key.address]?.first { $0.key == key } }

    /// Returns the route of the highest priority whose key differs from a key at most in the priority.
    func route(withAnyPriority key: Route.Key) -> Route? {
        routesByAddress[key.address]?.filter { $0.key.path == key.path }.max { $0.key.priority < $1.key.priority }
    }

    /// Returns an earlier route that differs from a route only in the names of path parameters.
    func twin(of route: Route) -> Route? {
        let twin = routesByAddress[route.key.address]?.first { $0.key.priority == route.key.priority }
        return twin === route ? nil : twin
    }

    /// Returns the route with a key, and adds the route if there is none yet.
    mutating func route(
        for key: Route.Key, conditions: [RequestCondition], location: CallSite,
        spelling: RouteSpelling = RouteSpelling()
    ) -> Route {
        let address = key.address
        if let route = routesByAddress[address]?.first(where: { $0.key == key }) { return route }
        let route = Route(id: nextID, key: key, conditions: conditions, location: location, spelling: spelling)
        nextID += 1
        routesByHost[key.host, default: []].append(route)
        routesByAddress[address, default: []].append(route)
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
    private func answers(_ kind: RequestKinds, _ route: Route) -> Bool {
        // Every response but a takeover answers plain requests.
        if kind == .plain, !hasTakeovers { return true }
        return kinds[route.id]?.contains(kind) ?? false
    }

    mutating func removeAll() {
        self = RouteTable(clearedCount: isEmpty ? clearedCount : routes.count, nextID: nextID)
    }

    /// Removes a route, and keeps the source location of the removal for diagnoses.
    mutating func remove(_ route: Route, at location: CallSite) {
        routesByHost.remove(route, from: route.host)
        forget(route)
        removed.append((route.key, "\(route)  (\(route.location)), removed at \(location)"))
        if removed.count > 50 { removed.removeFirst() }
    }

    mutating func removeAll(host: HostPattern) -> [Route] {
        let removed = routesByHost.removeValue(forKey: host) ?? []
        for route in removed { forget(route) }
        return removed
    }

    /// Removes a route that is no longer in `routesByHost`.
    private mutating func forget(_ route: Route) {
        routesByAddress.remove(route, from: route.key.address)
        index.remove(route)
        kinds[route.id] = nil
    }

    /// Returns the first route, by priority and specificity, that matches a request in every part.
    ///
    /// Runs the conditions' predicates, each at most once, so a caller must not hold a lock.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The work that the caller's thread allows. A condition that needs more is not evaluated.
    ///   - warn: Gets the warnings of predicates.
    func match(
        _ request: MockRequest, within limit: MatchingWork = .runsUserCode,
        warn: @escaping UserCodeWarning = { _, _ in }
    ) -> Match {
        var (matched, others) = (MatchingWork.headOnly, MatchingWork.headOnly)
        var mismatches: [Int: [String?]] = [:]
        // Parsed once, when the first route needs it.
        lazy var query = HTTPMock.Query(request.query)
        let method = request.method
        // A preflight never uses a response that is meant for the request after it.
        let needsMethod = request.isPreflight
        let kind = request.kind
        // The first route that matches, but never had a response for this kind of request.
        var unfit: Route?
        func accept(_ route: Route) -> Bool {
            if answers(kind, route) { return true }
            unfit = unfit ?? route
            return false
        }
        let winner = index.firstMatch(for: request.target) { route in
            guard !needsMethod || route.method != nil, route.method.map({ $0 == method }) ?? true,
                route.query?.matches(query) ?? true
            else {
                // A diagnosis evaluates the conditions of a route that differs only in its method or query.
                others = max(others, route.work)
                return false
            }
            guard !route.conditions.isEmpty else { return accept(route) }
            matched = max(matched, route.work)
            // The other routes are only looked at for their work.
            guard matched <= limit else { return false }
            let request = route.completed(request, warn: warn)
            let reasons = route.conditions.map { $0.mismatch(request) }
            mismatches[route.id] = reasons
            return reasons.allSatisfy { $0 == nil } && accept(route)
        }
        let work = winner == nil ? max(matched, others) : matched
        return Match(route: winner ?? unfit, isFit: winner != nil, mismatches: mismatches, work: work)
    }

    /// Returns whether a long address is matched on another thread, so that other requests do not wait.
    static func isSlow(_ target: RequestTarget) -> Bool { target.tokens.count > 16_384 }

    /// Returns whether a route that names the method has the address of a request, whatever its conditions.
    func hasRoute(withMethodOf request: MockRequest) -> Bool {
        let query = HTTPMock.Query(request.query)
        return index.firstMatch(for: request.target) { route in
            route.method == request.method && route.query?.matches(query) ?? true
        } != nil
    }

    struct Match: Sendable {
        /// The first route that matches, nil if none does.
        let route: Route?
        /// Whether the route ever had a response for this kind of request; a route with one comes first.
        let isFit: Bool
        /// The mismatch of each condition, nil where it matches, for each route whose conditions were evaluated.
        let mismatches: [Int: [String?]]
        /// The work that matching or diagnosing needs for the routes that host and path reach.
        ///
        /// If that is more than the limit, the result is incomplete.
        let work: MatchingWork
    }
}

extension Dictionary where Value == [Route] {
    /// Removes a route from the list of a key, and the list if it becomes empty.
    fileprivate mutating func remove(_ route: Route, from key: Key) {
        self[key]?.removeAll { $0 === route }
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}

/// Finds the registrations whose host and path match a request.
///
/// Exact addresses are looked up in one hash table. Patterns are matched together, along the address.
struct RouteIndex: Sendable {
    /// The tokens of a host and path as the key of a hash table.
    private struct Address: Hashable {
        let tokens: [PatternToken]

        /// Hashes all tokens as one run of bytes, which is faster than token by token.
        func hash(into hasher: inout Hasher) { tokens.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    /// The routes of each exact address, sorted by specificity.
    ///
    /// The port is not a part of the address, because a registration may leave the port open.
    private var exact: [Address: [Route]] = [:]
    private(set) var patterns = PatternTrie()
    /// At least the highest priority of a pattern; exact addresses of this priority come before all patterns.
    private var patternPriority = Int.min

    mutating func insert(_ route: Route) {
        if route.host.isExact, route.path.isExact {
            exact[Address(tokens: route.key.tokens), default: []].insertSorted(route)
        } else {
            patterns.insert(route)
            patternPriority = max(patternPriority, route.key.priority)
        }
    }

    mutating func remove(_ route: Route) {
        if route.host.isExact, route.path.isExact {
            exact.remove(route, from: Address(tokens: route.key.tokens))
        } else {
            patterns.remove(route)
            if patterns.isEmpty { patternPriority = .min }
        }
    }

    /// Returns the first route whose host, port and path match a request, by priority and specificity.
    ///
    /// - Parameter accepts: Whether method, query and conditions match. Called with routes in order, until it accepts
    ///   one.
    func firstMatch(for target: RequestTarget, where accepts: (Route) -> Bool) -> Route? {
        var candidates = exact[Address(tokens: target.tokens)]?[...] ?? []
        while let route = candidates.first, route.key.priority >= patternPriority {
            if target.hasPort(route.key.host.port), accepts(route) { return route }
            candidates.removeFirst()
        }
        guard !patterns.isEmpty else { return nil }
        let others = candidates.filter { target.hasPort($0.key.host.port) } + patterns.routes(for: target).found
        return others.sorted { $0.specificity < $1.specificity }.first(where: accepts)
    }
}

extension Array where Element == Route {
    mutating func insertSorted(_ route: Route) {
        // By halves, because each of many routes of one address may come before all others.
        var places = startIndex..<endIndex
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            let isBefore = route.specificity < self[middle].specificity
            places = isBefore ? places.lowerBound..<middle : middle + 1..<places.upperBound
        }
        insert(route, at: places.lowerBound)
    }
}
