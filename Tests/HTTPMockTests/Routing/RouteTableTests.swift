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
            host: try HostPattern(host), path: try PathPattern("/**"), method: nil, query: nil, conditions: conditions)
        return table.route(for: key, conditions: conditions, location: Self.here)
    }

    /// Adds a route for a path, and returns nothing.
    private func add(
        _ path: String, method: HTTPMock.HTTPMethod? = nil, when conditions: RequestCondition...,
        into table: inout RouteTable
    ) throws {
        let key = Route.Key(
            host: try HostPattern("a"), path: try PathPattern(path), method: method, query: nil,
            conditions: conditions)
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
