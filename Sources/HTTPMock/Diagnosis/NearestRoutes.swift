import Foundation

/// A search for the routes that come nearest to an unmocked request.
///
/// Host and path weigh most, in full or in part. Each host is compared once, and only routes that can still be among
/// the nearest are compared in full.
struct NearestRoutes {
    private let request: MockRequest
    private let target: RequestTarget
    private let method: HTTPMock.HTTPMethod
    private let mismatches: [Int: [String?]]
    private var matcher: PatternMatcher
    private lazy var query = request.query

    private static let full = 1_000
    private static let methodWeight = 200
    /// The cost of one query item or condition that does not match.
    private static let penalty = 20
    /// The maximum cost of all query items, and of all conditions.
    private static let penaltyLimit = 100

    private init(to request: MockRequest, mismatches: [Int: [String?]]) {
        self.request = request
        target = request.target
        self.mismatches = mismatches
        method = request.method
        matcher = PatternMatcher(target, from: 0)
    }

    /// Returns the nearest routes, the nearest first; equally near ones in order of registration.
    ///
    /// - Parameters:
    ///   - count: The number of routes to return.
    ///   - table: The routes.
    ///   - request: The request.
    ///   - mismatches: The mismatch of each condition, for routes whose conditions were evaluated.
    ///   - winner: A route to leave out.
    static func find(
        _ count: Int, of table: RouteTable, to request: MockRequest, mismatches: [Int: [String?]],
        except winner: Route?
    ) -> [Route] {
        var search = NearestRoutes(to: request, mismatches: mismatches)
        var best = Nearest(limit: count)
        let hosts = table.routesByHost.map {
            (worth: search.worthOfHost($0.key), routes: $0.value)
        }
        for (worth, routes) in hosts.sorted(by: { $0.worth > $1.worth }) {
            guard worth + full + methodWeight >= best.bar else { break }
            for route in routes where route !== winner {
                let base = worth + search.worthOfPath(of: route)
                guard best.accepts(base + methodWeight, route.id) else { continue }
                let value = base + search.worthOfRest(route)
                if best.accepts(value, route.id) { best.insert(value, route) }
            }
        }
        return best.entries.map(\.route)
    }

    private mutating func worthOfHost(_ host: HostPattern) -> Int {
        let worth = worth(of: host.tokens, at: 0..<target.hostEnd)
        return worth == Self.full && !host.matchesPort(of: target) ? Self.full / 2 : worth
    }

    // Reads only the tokens, because a copy of the pattern would retain each of its parts, for each route of a table.
    private mutating func worthOfPath(of route: Route) -> Int {
        worth(of: route.key.path.tokens, at: target.hostEnd..<target.tokens.count)
    }

    private mutating func worthOfRest(_ route: Route) -> Int {
        var worth = route.method.map { $0 == method } ?? true ? Self.methodWeight : 0
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
    /// The worth is full if all of it matches, and otherwise grows with the length of the prefix that matches.
    private mutating func worth(of pattern: [PatternToken], at range: Range<Int>) -> Int {
        // The literal prefix is compared directly.
        let shared = pattern.withUnsafeBufferPointer { pattern in
            target.tokens.withUnsafeBufferPointer { tokens in
                var shared = 0
                let limit = min(pattern.count, range.count)
                while shared < limit, pattern[shared] == tokens[range.lowerBound + shared] { shared += 1 }
                return shared
            }
        }
        if shared == pattern.count, shared == range.count { return Self.full }
        guard shared < pattern.count, pattern[shared].isWildcard else { return Self.part(shared) }
        matcher.restart(at: range.lowerBound + shared)
        let reach = matcher.matchedPrefixEnd(of: pattern[shared...])
        return matcher.positions.last == range.upperBound ? Self.full : Self.part(reach - range.lowerBound)
    }

    private static func part(_ reach: Int) -> Int {
        min(reach * 10, full / 2)
    }
}

/// The best routes found so far, the best first.
///
/// Equally good routes are in order of registration.
private struct Nearest {
    let limit: Int
    private(set) var entries: [(value: Int, route: Route)] = []

    /// The least worth that a route needs to be accepted.
    var bar: Int { entries.count == limit ? entries[limit - 1].value : Int.min }

    func accepts(_ value: Int, _ id: Int) -> Bool {
        guard entries.count == limit, let last = entries.last else { return limit > 0 }
        return value > last.value || value == last.value && id < last.route.id
    }

    mutating func insert(_ value: Int, _ route: Route) {
        let position = entries.firstIndex { $0.value < value || $0.value == value && route.id < $0.route.id }
        entries.insert((value, route), at: position ?? entries.endIndex)
        if entries.count > limit { entries.removeLast() }
    }
}
