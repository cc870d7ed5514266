extension RouteTable {
    /// Returns the route of a registration, and adds the route if there is none yet.
    ///
    /// - Throws: ``PatternProblem`` if the host or the path can't match any request.
    mutating func route(for registration: Registration) throws(PatternProblem) -> Route {
        route(
            for: try Route.Key(registration), conditions: registration.conditions, location: registration.location,
            spelling: registration.spelling)
    }

    /// Returns whether a registration has a route.
    func has(_ registration: Registration) -> Bool {
        guard let key = try? Route.Key(registration) else { return false }
        return route(for: key) != nil
    }
}

extension Route.Key {
    fileprivate init(_ registration: Registration) throws(PatternProblem) {
        self.init(
            host: try HostPattern(registration.host), path: try PathPattern(registration.path),
            method: registration.method, query: registration.query, conditions: registration.conditions)
    }
}

extension RouteSpelling {
    fileprivate init(_ registration: Registration) {
        self.init(
            isInBuilder: registration.isInBuilder, hasDefaultHost: registration.hasDefaultHost,
            nestedPath: registration.nestedPath)
    }
}

extension Registration {
    fileprivate var spelling: RouteSpelling {
        RouteSpelling(isInBuilder: isInBuilder, hasDefaultHost: hasDefaultHost, nestedPath: nestedPath)
    }
}
