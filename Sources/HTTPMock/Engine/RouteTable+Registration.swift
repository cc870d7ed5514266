extension RouteTable {
    /// Returns the route of a registration, and adds the route if there is none yet.
    mutating func route(for registration: Registration, key: Route.Key) -> Route {
        route(
            for: key, conditions: registration.conditions, location: registration.location,
            spelling: registration.spelling)
    }

    /// Returns a route that is like a registration which is not there; nil if none is.
    ///
    /// Such a route has the same host and path, or at least the same path.
    func routeResembling(_ key: Route.Key) -> Route? {
        let path = key.path.unnamed
        let ofHost = routesByHost[key.host]?.first { $0.path.unnamed == path }
        return ofHost ?? routes.values.filter { $0.path.unnamed == path }.min { $0.id < $1.id }
    }
}

extension Route.Key {
    init(_ registration: Registration) throws(PatternProblem) {
        self.init(
            host: try HostPattern(registration.host), path: try PathPattern(registration.path),
            method: registration.method, query: registration.query, priority: registration.priority,
            conditions: registration.conditions)
    }
}

extension Registration {
    fileprivate var spelling: RouteSpelling {
        RouteSpelling(isInBuilder: isInBuilder, hasDefaultHost: hasDefaultHost, nestedPath: nestedPath)
    }
}
