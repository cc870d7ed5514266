import Foundation

/// How much of a request each route would take: host and path weigh most, in full or in part.
///
/// Goes through all routes of a table at each unmocked request, so what costs time is done once for a host, and only for
/// routes that can still be among the nearest.
struct RouteLikeness {
    private let request: MockRequest
    private let method: HTTPMethod
    private let mismatches: [Int: [String?]]
    private var matcher: PatternMatcher
    private lazy var query = request.query

    private static let full = 1_000
    private static let methodWeight = 200
    /// What one query item or condition costs that does not hold, and what all of them cost at most.
    private static let penalty = 20
    private static let penaltyLimit = 100

    private init(to request: MockRequest, mismatches: [Int: [String?]]) {
        self.request = request
        self.mismatches = mismatches
        method = request.method
        matcher = PatternMatcher(request.target, from: 0)
    }

    /// The nearest routes, the nearest first; of equals the earliest registered.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - table: The routes.
    ///   - request: The request.
    ///   - mismatches: For routes whose conditions were asked, why each does not hold.
    ///   - winner: A route to leave out.
    static func nearest(
        _ count: Int, of table: RouteTable, to request: MockRequest, mismatches: [Int: [String?]],
        besides winner: Route?
    ) -> [Route] {
        var likeness = RouteLikeness(to: request, mismatches: mismatches)
        var best = Nearest(limit: count)
        let hosts = table.routesByHost.map { (worth: likeness.ofHost($0.key), routes: $0.value) }
        for (worth, routes) in hosts.sorted(by: { $0.worth > $1.worth }) {
            guard worth + full + methodWeight >= best.bar else { break }
            for route in routes where route !== winner {
                // What is no better than those found may still be earlier, unless it is of the same host.
                let base = worth + likeness.ofPath(route.path)
                guard best.takes(base + methodWeight, route.id) else { continue }
                let value = base + likeness.ofRest(route)
                if best.takes(value, route.id) { best.insert(value, route) }
            }
        }
        return best.entries.map(\.route)
    }

    private mutating func ofHost(_ host: HostPattern) -> Int {
        let target = request.target
        let worth = worth(of: host.tokens, at: 0..<target.hostEnd)
        return worth == Self.full && !host.matchesPort(of: target) ? Self.full / 2 : worth
    }

    private mutating func ofPath(_ path: PathPattern) -> Int {
        let target = request.target
        return worth(of: path.tokens, at: target.hostEnd..<target.tokens.count)
    }

    private mutating func ofRest(_ route: Route) -> Int {
        var worth = route.method.map { $0 == method } ?? true ? Self.methodWeight : 0
        if let reasons = mismatches[route.id] {
            worth -= min(reasons.count { $0 != nil } * Self.penalty, Self.penaltyLimit)
        }
        if let pattern = route.query {
            worth -= min(pattern.differences(from: query).count * Self.penalty, Self.penaltyLimit)
        }
        return worth
    }

    /// What a host or a path is worth: all if it takes its part of the address, else by how far it goes along.
    private mutating func worth(of pattern: [PatternToken], at range: Range<Int>) -> Int {
        // What is literal at the beginning needs no matcher.
        let shared = pattern.withUnsafeBufferPointer { pattern in
            request.target.tokens.withUnsafeBufferPointer { tokens in
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

/// The best so far, the best first; of equals the earliest registered.
private struct Nearest {
    let limit: Int
    private(set) var entries: [(value: Int, route: Route)] = []

    /// What a route must be worth at least.
    var bar: Int { entries.count == limit ? entries[limit - 1].value : Int.min }

    func takes(_ value: Int, _ id: Int) -> Bool {
        guard entries.count == limit, let last = entries.last else { return limit > 0 }
        return value > last.value || value == last.value && id < last.route.id
    }

    mutating func insert(_ value: Int, _ route: Route) {
        let position = entries.firstIndex { $0.value < value || $0.value == value && route.id < $0.route.id }
        entries.insert((value, route), at: position ?? entries.endIndex)
        if entries.count > limit { entries.removeLast() }
    }
}
