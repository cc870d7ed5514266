import Foundation

/// A search for the routes that come nearest to an unmocked request.
///
/// A host or a path that matches as a whole weighs most; one that matches in part weighs at most half as much. Each
/// host is compared once, and only routes that can still be among the nearest are compared in full.
struct NearestRoutes {
    private let request: MockRequest
    private let target: RequestTarget
    private let method: HTTPMock.HTTPMethod
    private var matcher: PatternMatcher
    private lazy var query = HTTPMock.Query(of: request)
    private let mismatches: [Int: [String?]]
    private let limit: Int
    /// The best routes so far, the best first; equally good ones are in order of registration.
    private var best: [Ranked] = []
    /// The worth of a host or a path that matches as a whole.
    private static let full = 1_000
    /// The maximum worth of a host or a path of which only a prefix matches.
    private static let longestPrefix = full / 2
    /// The worth of a method that matches.
    private static let methodWeight = 200
    /// The cost of one query item or condition that does not match.
    private static let penalty = 20
    /// The maximum cost of all query items, and of all conditions.
    private static let penaltyLimit = 100

    /// Returns the nearest routes, the nearest first; equally near ones in order of registration.
    ///
    /// - Parameters:
    ///   - mismatches: The mismatch of each condition, for routes whose conditions were evaluated.
    ///   - winner: A route to leave out.
    static func find(
        _ count: Int, of table: RouteTable, to request: MockRequest, mismatches: [Int: [String?]],
        except winner: Route?
    ) -> [Route] {
        var search = NearestRoutes(
            request: request, target: request.target, method: request.method,
            matcher: PatternMatcher(request.target, from: 0), mismatches: mismatches, limit: count)
        let hosts = table.routesByHost.map { (worth: search.worthOfHost($0.key), routes: $0.value) }
        for (worth, routes) in hosts.sorted(by: { $0.worth > $1.worth }) {
            // No route of the host is nearer than one with the request's path and method, and the lowest number.
            guard search.accepts(worth + full + methodWeight, .min) else { break }
            for route in routes where route !== winner {
                let base = worth + search.worthOfPath(of: route)
                guard search.accepts(base + methodWeight, route.id) else { continue }
                let value = base + search.worthOfRest(route)
                if search.accepts(value, route.id) { search.insert(value, route) }
            }
        }
        return search.best.map(\.route)
    }

    private mutating func worthOfHost(_ host: HostPattern) -> Int {
        let worth = worth(of: host.tokens, at: 0..<target.hostEnd)
        // A host with another port is worth as much as the longest prefix of a host.
        if worth == Self.full, !target.hasPort(host.port) { return Self.longestPrefix }
        return worth
    }

    // Reads only the tokens, because a copy of the pattern would retain each of its parts, for each route of a table.
    private mutating func worthOfPath(of route: Route) -> Int {
        worth(of: route.key.path.tokens, at: target.hostEnd..<target.tokens.count)
    }

    /// Returns the worth of the method, less the costs of conditions and query; may be negative.
    private mutating func worthOfRest(_ route: Route) -> Int {
        var worth = 0
        if route.method == nil || route.method == method { worth = Self.methodWeight }
        if let reasons = mismatches[route.id] {
            worth -= min(reasons.count { $0 != nil } * Self.penalty, Self.penaltyLimit)
        }
        if let pattern = route.query {
            worth -= min(pattern.differences(from: query).count * Self.penalty, Self.penaltyLimit)
        }
        return worth
    }

    /// Returns the worth of a host or a path.
    ///
    /// The worth is full if the whole pattern matches, and otherwise grows with the prefix that matches, up to a limit.
    private mutating func worth(of pattern: [PatternToken], at range: Range<Int>) -> Int {
        // The literal prefix is compared directly.
        let shared = pattern.withUnsafeBufferPointer { pattern in
            target.tokens.withUnsafeBufferPointer { tokens in
                var count = 0
                let mostShared = min(pattern.count, range.count)
                while count < mostShared, pattern[count] == tokens[range.lowerBound + count] { count += 1 }
                return count
            }
        }
        if shared == pattern.count, shared == range.count { return Self.full }
        guard shared < pattern.count, pattern[shared].isWildcard else { return Self.part(shared) }
        let reach = matcher.matchedPrefixEnd(of: pattern[shared...], from: range.lowerBound + shared)
        // The search leaves the positions at which the whole pattern can end; none if the pattern failed before.
        let patternEnd = matcher.positions.last
        if patternEnd == range.upperBound { return Self.full }
        return Self.part(reach - range.lowerBound)
    }

    /// Returns the worth of a prefix that matches: ten a token, up to a limit.
    private static func part(_ reach: Int) -> Int { min(reach * 10, longestPrefix) }

    /// Returns whether a route of a worth would be among the nearest.
    private func accepts(_ worth: Int, _ id: Int) -> Bool {
        guard best.count == limit, let last = best.last else { return true }
        return Ranked.isNearer(worth, id, than: last.worth, last.route.id)
    }

    private mutating func insert(_ worth: Int, _ route: Route) {
        best.append(Ranked(worth: worth, route: route))
        best.sort { Ranked.isNearer($0.worth, $0.route.id, than: $1.worth, $1.route.id) }
        if best.count > limit { best.removeLast() }
    }

    private struct Ranked {
        let worth: Int
        let route: Route

        /// Returns whether one route is nearer than another; of equal worth, the one registered first is.
        static func isNearer(_ worth: Int, _ id: Int, than otherWorth: Int, _ otherID: Int) -> Bool {
            if worth != otherWorth { return worth > otherWorth }
            return id < otherID
        }
    }
}
