import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.bounded) struct RouteTableTests {
    private static let here = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)

    /// Adds a route for any path of a host.
    private func add(_ host: String, _ conditions: RequestCondition..., to table: inout RouteTable) throws -> Route {
        let key = Route.Key(
            host: try HostPattern(host), path: try PathPattern("/**"), method: nil, query: nil,
            conditions: conditions.identity)
        return table.route(for: key, conditions: conditions, location: Self.here)
    }

    /// Adds a route for a path, and returns nothing.
    private func add(
        _ path: String, method: HTTPMock.HTTPMethod? = nil, when conditions: RequestCondition...,
        into table: inout RouteTable
    ) throws {
        let key = Route.Key(
            host: try HostPattern("a"), path: try PathPattern(path), method: method, query: nil,
            conditions: conditions.identity)
        _ = table.route(for: key, conditions: conditions, location: Self.here)
    }

    private func work(of table: RouteTable, _ path: String, _ method: String = "GET") throws -> MatchingWork {
        let url = try #require(URL(string: "https://a\(path)"))
        var request = URLRequest(url: url)
        request.httpMethod = method
        return table.match(MockRequest(request, url: url, body: Data()), within: .headOnly).work
    }

    @Test func matchingWorkIsThatOfTheRoutesThatTheRequestReaches() throws {
        var table = RouteTable()
        #expect(try work(of: table, "/json") == .headOnly)
        try add("/head", when: .header("X"), into: &table)
        try add("/json", when: .json(["a": 1]), into: &table)
        try add("/where/*", when: .where("w") { _ in true }, into: &table)
        #expect(try work(of: table, "/head") == .headOnly)
        #expect(try work(of: table, "/json") == .readsBody)
        #expect(try work(of: table, "/where/1") == .runsUserCode)
        #expect(try work(of: table, "/other") == .headOnly)
        _ = table.removeAll(host: try HostPattern("a"))
        #expect(try work(of: table, "/json") == .headOnly)
    }

    @Test func workOfRoutesAfterACertainWinnerDoesNotCount() throws {
        var table = RouteTable()
        try add("/a", into: &table)
        try add("/*", when: .where("w") { _ in true }, into: &table)
        #expect(try work(of: table, "/a") == .headOnly)
        #expect(try work(of: table, "/b") == .runsUserCode)
    }

    @Test func workOfADiagnosisCounts() throws {
        var table = RouteTable()
        try add("/a", method: .post, when: .where("w") { _ in true }, into: &table)
        // The request is unmocked, and its diagnosis evaluates the condition.
        #expect(try work(of: table, "/a") == .runsUserCode)
        try add("/a", method: .get, into: &table)
        #expect(try work(of: table, "/a") == .headOnly)
        #expect(try work(of: table, "/a", "POST") == .runsUserCode)
    }

    @Test func matchingWorkIsThatOfTheRequestsCandidates() throws {
        var table = RouteTable()
        _ = try add("a", .where("w") { _ in true }, to: &table)
        _ = try add("b", .json(["a": 1]), to: &table)
        _ = try add("c", .header("X"), to: &table)
        _ = try add("*", to: &table)
        func work(_ address: String) throws -> MatchingWork {
            let url = try #require(URL(string: address))
            return table.match(MockRequest(URLRequest(url: url), url: url, body: Data()), within: .headOnly).work
        }
        #expect(try work("http://a/x") == .runsUserCode)
        #expect(try work("http://b/x") == .readsBody)
        #expect(try work("http://c/x") == .headOnly)
        #expect(try work("http://d/x") == .headOnly)
    }

    @Test func parameterNamesAreComparedAgainAfterAHostWasCleared() throws {
        var table = RouteTable()
        func route(_ path: String) throws -> Route {
            let key = Route.Key(
                host: try HostPattern("a"), path: try PathPattern(path), method: nil, query: nil, conditions: [])
            return table.route(for: key, conditions: [], location: Self.here)
        }
        _ = try route("/{a}")
        _ = table.removeAll(host: try HostPattern("a"))
        let first = try route("/{b}")
        #expect(table.twin(of: try route("/{c}")) === first)
        #expect(table.twin(of: first) == nil)
    }

    @Test func oneKeyIsOneRoute() throws {
        var table = RouteTable()
        let first = try add("a", .header("X"), .scheme("https"), to: &table)
        #expect(try add("A", .scheme("HTTPS"), .header("x"), to: &table) === first)
        #expect(table.route(for: first.key) === first)
        let other = try add("a", .header("X"), to: &table)
        #expect(other !== first)
        _ = table.removeAll(host: first.host)
        #expect(table.route(for: first.key) == nil)
        // Ids are not reused.
        #expect(try add("a", .header("X"), to: &table).id > other.id)
    }
}

/// Registrations and requests of all kinds, against a matcher that looks at each registration by itself.
///
/// The reference shares no code with the library: patterns are tried every way, URLs are Foundation's, and the order is
/// spelled out from the text of each registration.
@Suite(.bounded) struct RouteTableFuzzTests {
    @Test(arguments: Seeds.first(40))
    func theWinnerIsTheReferences(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var table = RouteTable()
        var entries: [Entry] = []
        for number in 0..<Int.random(in: 1...60, using: &generator) {
            let entry = Entry(number: number, using: &generator)
            let route = try table.route(for: entry.registration)
            // Written twice, it is one registration, the earlier one.
            guard !entries.contains(where: { $0.id == route.id }) else { continue }
            entries.append(entry.found(as: route.id))
            #expect(table.routes.count == entries.count)
        }
        for round in 0..<60 {
            if round.isMultiple(of: 5), entries.count > 1 {
                let victim = generator.pick(entries)
                let route = try #require(table.routes.first { $0.id == victim.id })
                table.remove(route, at: route.location)
                entries.removeAll { $0.id == victim.id }
            }
            if round == 40 {
                let host = try HostPattern(generator.pick(entries).host)
                let removed = Set(table.removeAll(host: host).map(\.id))
                entries.removeAll { removed.contains($0.id) }
                #expect(table.routes.count == entries.count)
                guard !entries.isEmpty else { return }
            }
            let request = try Self.request(using: &generator)
            let expected = entries.filter { $0.matches(request) }.min { $0.isMoreSpecific(than: $1) }
            let found = table.match(request).route
            #expect(found?.id == expected?.id, "\(request.method) \(request.url)")
        }
    }

    private static func request(using generator: inout SeededGenerator) throws -> MockRequest {
        let host = generator.pick(["a", "A", "b", "a.b", "b.a.b", "a.a"]) + generator.pick(["", "", ":80", ":8080"])
        let path = generator.text(of: ["/", "/a", "/b", "/ab", "/%61", "b"], count: 0...4)
        let query = generator.text(of: ["x=1", "&x=2", "&y", "&y=", "&"], count: 0...3)
        let text = "http://\(host)" + (path.hasPrefix("/") || path.isEmpty ? path : "/\(path)")
        let url = try #require(URL(string: text + (query.isEmpty ? "" : "?\(query)")))
        var request = URLRequest(url: url)
        request.httpMethod = generator.pick(["GET", "POST"])
        if Bool.random(using: &generator) { request.setValue("1", forHTTPHeaderField: "X-Flag") }
        return MockRequest(request, url: url, body: Data())
    }

    private struct Entry {
        let id: Int
        let host: String
        let port: Int?
        let path: String
        let method: HTTPMock.HTTPMethod?
        let query: (items: [Query.Item], matching: HTTPMock.QueryMatching)?
        let needsFlag: Bool
        let priority: Int

        init(number: Int, using generator: inout SeededGenerator) {
            id = number
            host = generator.pick(["a", "b", "a.b", "*", "**", "*.b", "**.b", "a*", "a.**", "**.a.b"])
            port = generator.pick([nil, nil, nil, 80, 8080])
            path = "/" + generator.text(of: ["a", "b", "/", "*", "**", "/**/", "ab"], count: 0...3)
            method = generator.pick([nil, nil, .get, .post])
            if generator.next().isMultiple(of: 3) {
                let values: [Query.ItemValue] = [.none, .any, .value(""), .value("1"), .value("2")]
                let items = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                    Query.Item(name: generator.pick(["x", "y"]), value: generator.pick(values))
                }
                query = (items, generator.pick([.exact, .contains]))
            } else {
                query = nil
            }
            needsFlag = generator.next().isMultiple(of: 5)
            priority = generator.pick([0, 0, 0, 0, 1, -1])
        }

        private init(_ other: Entry, id: Int) {
            self.id = id
            host = other.host
            port = other.port
            path = other.path
            method = other.method
            query = other.query
            needsFlag = other.needsFlag
            priority = other.priority
        }

        func found(as id: Int) -> Entry { Entry(self, id: id) }

        var registration: Registration {
            Registration(
                host: port.map { "\(host):\($0)" } ?? host, path: path, method: method,
                query: query.map { QueryPattern(Query(items: $0.items), matching: $0.matching) },
                priority: priority, conditions: needsFlag ? [.header("X-Flag")] : [], responses: [.empty()],
                location: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
        }

        func matches(_ request: MockRequest) -> Bool {
            guard let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true) else { return false }
            // The alphabet has no character whose decoding matters but the `a` that some requests spell `%61`.
            let path = parts.percentEncodedPath.replacing("%61", with: "a")
            return ReferenceGlob.host(host, matches: (parts.host ?? "").lowercased())
                && (port == nil || port == parts.port ?? 80)
                && ReferenceGlob.path(self.path, matches: path.isEmpty ? "/" : path)
                && (method == nil || method?.rawValue == request.urlRequest.httpMethod)
                && (query.map { matches(parts.queryItems ?? [], $0.items, $0.matching) } ?? true)
                && (!needsFlag || request.urlRequest.value(forHTTPHeaderField: "X-Flag") != nil)
        }

        private func matches(
            _ items: [URLQueryItem], _ asked: [Query.Item], _ matching: HTTPMock.QueryMatching
        ) -> Bool {
            switch matching {
            case .contains:
                return Self.canAssign(asked[...], to: items)
            case .exact:
                return Set(asked.map(\.name) + items.map(\.name)).allSatisfy { name in
                    let (expected, actual) = (asked.filter { $0.name == name }, items.filter { $0.name == name })
                    return expected.count == actual.count && zip(expected, actual).allSatisfy(Self.isMatch)
                }
            }
        }

        private static func canAssign(_ asked: ArraySlice<Query.Item>, to items: [URLQueryItem]) -> Bool {
            guard let first = asked.first else { return true }
            return items.indices.contains { index in
                var rest = items
                return isMatch(first, rest.remove(at: index)) && canAssign(asked.dropFirst(), to: rest)
            }
        }

        private static func isMatch(_ asked: Query.Item, _ item: URLQueryItem) -> Bool {
            guard asked.name == item.name else { return false }
            switch asked.value {
            case .any: return true
            case .none: return item.value == nil
            case .value(let value): return item.value == value
            }
        }

        /// The rules in their order, each from the text; a run of stars counts as two at most.
        func isMoreSpecific(than other: Entry) -> Bool {
            for (own, others) in zip(rank, other.rank) where own != others { return own < others }
            return false
        }

        private var rank: [Int] {
            let port = port.map { ":\($0)" } ?? ""
            let text = host + port + path
            let stars = [host, path].flatMap { Self.runs(of: "*", in: $0) }.map { min($0, 2) }
            let literals = text.filter { $0 != "*" }.count
            let queryRank = query.map { $0.matching == .exact ? 0 : 1 } ?? 2
            return [
                -priority, stars.reduce(0, +), -literals, queryRank, -(query?.items.count ?? 0), method == nil ? 1 : 0,
                needsFlag ? 0 : 1, id,
            ]
        }

        private static func runs(of character: Character, in text: String) -> [Int] {
            text.split(whereSeparator: { $0 != character }).map(\.count)
        }
    }
}
