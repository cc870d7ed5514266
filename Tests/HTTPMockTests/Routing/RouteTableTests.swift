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

    @Test func matchingWorkIsThatOfTheMostExpensiveRoute() throws {
        var table = RouteTable()
        #expect(table.matchingWork == .headOnly)
        _ = try add("a", .header("X"), to: &table)
        #expect(table.matchingWork == .headOnly)
        _ = try add("b", .json(["a": 1]), to: &table)
        // The same registration again is no second route.
        _ = try add("b", .json(["a": 1]), to: &table)
        #expect(table.matchingWork == .readsBody)
        _ = try add("c", .where("w") { _ in true }, .header("X"), to: &table)
        #expect(table.matchingWork == .runsUserCode)
        _ = table.removeAll(host: try HostPattern("c"))
        #expect(table.matchingWork == .readsBody)
        _ = table.removeAll(host: try HostPattern("b"))
        #expect(table.matchingWork == .headOnly)
        _ = try add("c", .where("w") { _ in true }, to: &table)
        table.removeAll()
        #expect(table.matchingWork == .headOnly)
    }

    @Test func matchingWorkIsThatOfTheRequestsCandidates() throws {
        var table = RouteTable()
        _ = try add("a", .where("w") { _ in true }, to: &table)
        _ = try add("b", .json(["a": 1]), to: &table)
        _ = try add("c", .header("X"), to: &table)
        _ = try add("*", to: &table)
        func work(_ address: String) throws -> MatchingWork {
            let url = try #require(URL(string: address))
            return table.matchingWork(for: MockRequest(URLRequest(url: url), url: url, body: Data()))
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
