import TestSupport
import Testing

@testable import HTTPMock

@Suite(.bounded) struct SpecificityTests {
    struct Route: Sendable, CustomStringConvertible {
        var host = "h"
        var path = "/a"
        var query: Query?
        var matching = HTTPMock.QueryMatching.exact
        var hasMethod = false
        var conditions = 0
        var order = 0
        var priority = 0

        var description: String { "\(host)\(path) \(query?.description ?? "-") \(hasMethod) \(conditions) \(order)" }

        func specificity() throws -> Specificity {
            Specificity(
                priority: priority, host: try HostPattern(host), path: try PathPattern(path),
                query: query.map { QueryPattern($0, matching: matching) }, hasMethod: hasMethod,
                conditionCount: conditions, order: order)
        }
    }

    /// In each row the right side is better by all later rules, so that only the earlier rule decides.
    @Test(arguments: [
        (Route(host: "**", path: "/**", order: 1, priority: 1), Route(path: "/a", query: [:], hasMethod: true)),
        (Route(host: "h", path: "/", order: 1), Route(host: "long.example.com", path: "/*/long", query: [:])),
        (Route(host: "*", path: "/a", order: 1), Route(host: "long.example.com", path: "/**", query: [:])),
        (Route(host: "*", path: "/{a}/b", order: 1), Route(host: "long.example.com", path: "/a/**/{b}")),
        (Route(path: "/abc/*", order: 1), Route(path: "/ab/*", query: ["a": 1], hasMethod: true, conditions: 9)),
        (Route(host: "*:80", order: 1), Route(host: "*", query: ["a": 1])),
        (Route(path: "/a/*", order: 1), Route(path: "/a*", query: ["a": 1])),
        (Route(query: [:], order: 1), Route(query: ["a": 1, "b": 2], matching: .contains, hasMethod: true)),
        (Route(query: [:], matching: .contains, order: 1), Route(hasMethod: true, conditions: 9)),
        (Route(query: ["a": 1, "b": Query.any], order: 1), Route(query: ["a": 1], hasMethod: true, conditions: 9)),
        (Route(hasMethod: true, order: 1), Route(conditions: 9)),
        (Route(conditions: 2, order: 1), Route(conditions: 1)),
        (Route(order: 0), Route(order: 1)),
    ])
    func theFirstIsMoreSpecific(first: Route, second: Route) throws {
        #expect(try first.specificity() < second.specificity())
        #expect(try !(second.specificity() < first.specificity()))
    }

    @Test func isAStrictTotalOrder() throws {
        var generator = SeededGenerator(seed: 1)
        let all = try (0..<60).map { order in
            try Route(
                host: generator.pick(["h", "*", "h:1", "a*"]), path: generator.pick(["/a", "/*", "/**", "/ab/*"]),
                query: generator.pick([nil, [:], ["a": 1], ["a": 1, "b": 2]]),
                matching: generator.pick([.exact, .contains]), hasMethod: Bool.random(using: &generator),
                conditions: Int.random(in: 0...2, using: &generator), order: order,
                priority: Int.random(in: -1...1, using: &generator)
            ).specificity()
        }
        for left in all {
            for right in all {
                #expect([left < right, right < left, left == right].count { $0 } == 1)
                for third in all where left < right && right < third {
                    guard left < third else {
                        Issue.record("\(left), \(right), \(third) are in no order")
                        return
                    }
                }
            }
        }
    }
}
