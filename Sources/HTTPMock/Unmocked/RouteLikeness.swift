import Foundation

/// How much of a request each route would take: host and path weigh most, in full or in part.
///
/// Goes through all routes of a table at each unmocked request, so what costs time is done only for routes that can
/// still be among the nearest.
struct RouteLikeness {
    private let target: RequestTarget
    private let method: HTTPMethod
    private let mismatches: [Int: [String?]]

    private static let full = 1_000
    private static let methodWeight = 200
    /// What one query item or condition costs that does not hold, and what all of them cost at most.
    private static let penalty = 20
    private static let penaltyLimit = 100

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
        let likeness = RouteLikeness(target: request.target, method: request.method, mismatches: mismatches)
        lazy var query = request.query
        var best: [(value: Int, route: Route)] = []
        // In order of registration, so that one that is no better than those found stays out.
        for id in table.routes.keys.sorted() where id != winner?.id {
            guard let route = table.routes[id] else { continue }
            let bar = best.count == count ? best[count - 1].value : Int.min
            var value = likeness.ofAddress(route, above: bar)
            guard likeness.most(value, route) > bar else { continue }
            let failed = mismatches[id]?.count { $0 != nil } ?? 0
            value -= min(failed * penalty, penaltyLimit)
            if let pattern = route.query {
                value -= min(pattern.differences(from: query).count * penalty, penaltyLimit)
            }
            guard value > bar else { continue }
            best.insert((value, route), at: best.firstIndex { $0.value < value } ?? best.endIndex)
            if best.count > count { best.removeLast() }
        }
        return best.map(\.route)
    }

    /// What host, path and method are worth; less than that for one that can't come up to a value.
    private func ofAddress(_ route: Route, above bar: Int) -> Int {
        let host = Self.part(
            route.host.symbols, of: target.symbols[..<target.hostEnd], isRight: route.host.matchesPort(of: target)
        ) { route.host.matchesName(of: target) ? nil : route.host.reach(in: target) }
        guard host + Self.full + Self.methodWeight > bar else { return 0 }
        let path = Self.part(route.path.symbols, of: target.symbols[target.hostEnd...], isRight: true) {
            route.path.matches(target) ? nil : route.path.reach(in: target)
        }
        return host + path + (route.method.map { $0 == method } ?? true ? Self.methodWeight : 0)
    }

    /// The most that a route can be worth: one of which all else holds has a query or a condition that does not.
    private func most(_ value: Int, _ route: Route) -> Int {
        value == 2 * Self.full + Self.methodWeight ? value - Self.penalty : value
    }

    /// What a host or a path is worth.
    ///
    /// - Parameters:
    ///   - pattern: Its pattern.
    ///   - text: The request's.
    ///   - isRight: Whether all else about it is.
    ///   - reach: How far the pattern goes along, nil if to the end; called if that can't be told from what is literal.
    private static func part(
        _ pattern: [Symbol], of text: ArraySlice<Symbol>, isRight: Bool, reach: () -> Int?
    ) -> Int {
        var shared = 0
        var index = text.startIndex
        while shared < pattern.count, index < text.endIndex, pattern[shared] == text[index] {
            shared += 1
            index += 1
        }
        if shared < pattern.count, pattern[shared].isWildcard {
            guard let reach = reach() else { return isRight ? full : full / 2 }
            shared = reach
        } else if shared == pattern.count, index == text.endIndex {
            return isRight ? full : full / 2
        }
        return min(shared * 10, full / 2)
    }
}
