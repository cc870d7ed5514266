import TestSupport
import Testing

@testable import HTTPMock

extension RouteIndex {
    /// All registrations whose host, port and path match a request, the most specific first.
    func candidates(for target: RequestTarget) -> [Int] {
        var ids: [Int] = []
        _ = firstMatch(for: target) { route in
            ids.append(route.id)
            return false
        }
        return ids
    }
}

@Suite(.bounded) struct RouteIndexTests {
    /// The registrations as a plain list, and the index of the same.
    struct Routes {
        private(set) var routes: [Int: Route] = [:]
        private(set) var index = RouteIndex()
        private var count = 0

        init() {}

        init(_ addresses: (host: String, path: String)...) throws {
            for (host, path) in addresses {
                try add(host, path)
            }
        }

        mutating func add(
            _ host: String, _ path: String, query: QueryPattern? = nil, hasMethod: Bool = false,
            priority: Int = 0
        ) throws {
            let route = try Route(
                host, path, method: hasMethod ? .get : nil, query: query, priority: priority, id: count)
            count += 1
            routes[route.id] = route
            index.insert(route)
        }

        mutating func removeAll(where shouldBeRemoved: (Int) -> Bool) {
            for (id, route) in routes where shouldBeRemoved(id) {
                index.remove(route)
                routes[id] = nil
            }
        }

        /// Returns the ids that the index must find, by a look at each registration.
        func scan(for target: RequestTarget) -> [Int] {
            routes.filter { $0.value.host.matches(target) && $0.value.path.matches(target) }
                .sorted { $0.value.specificity < $1.value.specificity }
                .map(\.key)
        }
    }

    @Test func exactComesBeforeWildcardsAndTheMostSpecificFirst() throws {
        let routes = try Routes(("**", "/**"), ("h", "/{x}"), ("*", "/*"), ("h", "/a"), ("h", "/a*"), ("h:443", "/a"))
        #expect(try routes.index.candidates(for: target("https://h/a")) == [5, 3, 4, 1, 2, 0])
        #expect(try routes.index.candidates(for: target("http://h/a")) == [3, 4, 1, 2, 0])
        #expect(try routes.index.candidates(for: target("https://x/y/z")) == [0])
    }

    @Test func anExactAddressThatIsAcceptedEndsTheSearch() throws {
        let routes = try Routes(("*", "/a"), ("h", "/a"), ("h", "/a"))
        var asked: [Int] = []
        let found = try routes.index.firstMatch(for: target("https://h/a")) { route in
            asked.append(route.id)
            return route.id == 2
        }
        #expect(found?.id == 2)
        #expect(asked == [1, 2])
    }

    @Test func noneIsFoundIfNoneIsAccepted() throws {
        let routes = try Routes(("*", "/a"), ("h", "/a"))
        #expect(try routes.index.firstMatch(for: target("https://h/a")) { _ in false } === nil)
        #expect(try RouteIndex().firstMatch(for: target("https://h/a")) { _ in true } === nil)
    }

    @Test func oneAddressIsSortedBySpecificity() throws {
        var routes = Routes()
        try routes.add("h", "/a")
        try routes.add("h", "/a", hasMethod: true)
        try routes.add("h", "/a", query: QueryPattern(["a": 1], matching: .contains))
        try routes.add("h", "/a", query: QueryPattern(["a": 1, "b": 2]))
        try routes.add("h", "/a", query: QueryPattern([:]))
        try routes.add("h", "/a")
        #expect(try routes.index.candidates(for: target("https://h/a?c")) == [3, 4, 2, 1, 0, 5])
    }

    @Test func aCopyKeepsWhatWasRegistered() throws {
        var routes = try Routes(("h", "/a"), ("h", "/*"))
        let snapshot = routes.index
        try routes.add("*", "/a")
        routes.removeAll { $0 < 2 }
        #expect(try snapshot.candidates(for: target("https://h/a")) == [0, 1])
        #expect(try routes.index.candidates(for: target("https://h/a")) == [2])
    }

    @Test(arguments: Seeds.first(30))
    func agreesWithALinearScan(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let hostPieces = ["a", "b", ".", "*", "**", ".**.", "ab."]
        let pathPieces = ["a", "b", "/", "/a", "*", "**", "/**", "/*", "{x}", "%2F", "%2A", "%61", "%FF"]
        var routes = Routes()
        for _ in 0..<Int.random(in: 1...120, using: &generator) {
            let host = generator.pick(["a", "*", "**"]) + generator.text(of: hostPieces, count: 0...3)
            let path = generator.text(of: pathPieces, count: 0...4)
            guard (path.count { $0 == "{" }) < 2 else { continue }
            try routes.add(
                host + generator.pick(["", "", ":80", ":8080"]), path, hasMethod: Bool.random(using: &generator),
                priority: generator.pick([0, 0, 0, 1, -1]))
        }
        func check() throws {
            for _ in 0..<100 {
                let host = "a" + generator.text(of: ["a", "b", ".", "a."], count: 0...5)
                let path = generator.text(of: ["a", "b", "/", "%2F", "*", "%FF", "%61"], count: 0...6)
                let url = "http://\(host)\(generator.pick(["", ":80", ":8080"]))/\(path)"
                let requested = try target(url)
                #expect(routes.index.candidates(for: requested) == routes.scan(for: requested), "\(url)")
            }
        }
        try check()
        let victims = Set((0..<60).map { _ in Int.random(in: 0..<120, using: &generator) })
        routes.removeAll(where: victims.contains)
        try check()
        try routes.add("a.**", "/**")
        try check()
    }
}

@Suite(.bounded) struct SpecificityTests {
    struct Row: Sendable, CustomStringConvertible {
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
            let key = Route.Key(
                host: try HostPattern(host), path: try PathPattern(path), method: hasMethod ? .get : nil,
                query: query.map { QueryPattern($0, matching: matching) }, priority: priority,
                conditions: Array(repeating: .scheme("https"), count: conditions).identity)
            return Specificity(key, order: order)
        }
    }

    /// In each row the right side is better by all later rules, so that only the earlier rule decides.
    @Test(arguments: [
        (Row(host: "**", path: "/**", order: 1, priority: 1), Row(path: "/a", query: [:], hasMethod: true)),
        (Row(host: "h", path: "/", order: 1), Row(host: "long.example.com", path: "/*/long", query: [:])),
        (Row(host: "*", path: "/a", order: 1), Row(host: "long.example.com", path: "/**", query: [:])),
        (Row(host: "*", path: "/{a}/b", order: 1), Row(host: "long.example.com", path: "/a/**/{b}")),
        (Row(path: "/abc/*", order: 1), Row(path: "/ab/*", query: ["a": 1], hasMethod: true, conditions: 9)),
        (Row(host: "*:80", order: 1), Row(host: "*", query: ["a": 1])),
        (Row(path: "/a/*", order: 1), Row(path: "/a*", query: ["a": 1])),
        (Row(query: [:], order: 1), Row(query: ["a": 1, "b": 2], matching: .contains, hasMethod: true)),
        (Row(query: [:], matching: .contains, order: 1), Row(hasMethod: true, conditions: 9)),
        (Row(query: ["a": 1, "b": Query.any], order: 1), Row(query: ["a": 1], hasMethod: true, conditions: 9)),
        (Row(hasMethod: true, order: 1), Row(conditions: 9)),
        (Row(conditions: 2, order: 1), Row(conditions: 1)),
        (Row(order: 0), Row(order: 1)),
    ])
    func theFirstIsMoreSpecific(first: Row, second: Row) throws {
        #expect(try first.specificity() < second.specificity())
        #expect(try !(second.specificity() < first.specificity()))
    }

    @Test func isAStrictTotalOrder() throws {
        var generator = SeededGenerator(seed: 1)
        let all = try (0..<60).map { order in
            try Row(
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
