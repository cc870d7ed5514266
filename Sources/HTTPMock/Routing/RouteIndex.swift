/// Finds the registrations whose host and path match a request.
///
/// Exact addresses are looked up in one hash table. Patterns are matched together, along the address.
struct RouteIndex: Sendable {
    /// The tokens of a host and path as the key of a hash table.
    private struct Address: Hashable {
        let tokens: [PatternToken]

        /// Hashes all tokens as one run of bytes, which is faster than token by token.
        func hash(into hasher: inout Hasher) {
            tokens.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// The routes of each exact address, sorted by specificity.
    ///
    /// The port is not a part of the address, because a registration may leave the port open.
    private var exact: [Address: [Route]] = [:]
    private(set) var patterns = PatternTrie()
    /// An upper bound of the patterns' priorities.
    ///
    /// An exact address with this priority or a higher one comes before all patterns.
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
        var candidates = exact[Address(tokens: target.tokens), default: []][...]
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
    /// Removes a route from a list in order of registration, by a binary search.
    mutating func removeInOrder(_ route: Route) {
        let index = partitioningIndex { $0.id >= route.id }
        guard index < count, self[index] === route else { return }
        remove(at: index)
    }

    /// Inserts a route into a list sorted by specificity.
    ///
    /// By a binary search, because each new one of many routes of an address may come before all others.
    mutating func insertSorted(_ route: Route) {
        insert(route, at: partitioningIndex { route.specificity < $0.specificity })
    }
}

extension Dictionary where Value == [Route] {
    /// Removes a route from the list of a key, and the list if it becomes empty.
    mutating func remove(_ route: Route, from key: Key) {
        guard let index = self[key]?.firstIndex(where: { $0 === route }) else { return }
        self[key]?.remove(at: index)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
