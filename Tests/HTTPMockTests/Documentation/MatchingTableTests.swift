import Foundation
import TestSupport
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The rows of the table in Matching.md, each with the registrations that it describes.
@Suite(.bounded) struct MatchingTableTests {
    struct Candidate: Sendable {
        var host: String
        var path: String
        var method: HTTPMock.HTTPMethod?
        var query: QueryPattern?
        var priority = 0
        var conditions: [RequestCondition] = []
    }

    struct Row: Sendable {
        var request: String
        var candidates: [Candidate]
        /// The number of the winner among the candidates.
        var winner: Int
        var winnerText: String
    }

    static let rows = [
        Row(
            request: "GET https://a.com/users/7",
            candidates: [
                Candidate(host: "a.com", path: "/users/7"), Candidate(host: "a.com", path: "/**", priority: 1),
            ],
            winner: 1, winnerText: "a.com/**` with `priority: 1"),
        Row(
            request: "GET https://a.com/users/7",
            candidates: [Candidate(host: "a.com", path: "/users/7"), Candidate(host: "a.com", path: "/users/*")],
            winner: 0, winnerText: "a.com/users/7"),
        Row(
            request: "GET https://a.com/users/7",
            candidates: [Candidate(host: "*.com", path: "/users/*"), Candidate(host: "a.com", path: "/users/{id}")],
            winner: 1, winnerText: "a.com/users/{id}"),
        Row(
            request: "GET https://a.com/api/v1/x",
            candidates: [Candidate(host: "a.com", path: "/**"), Candidate(host: "a.com", path: "/*/v1/*")],
            winner: 1, winnerText: "a.com/*/v1/*"),
        Row(
            request: "GET https://a.com:8080/x",
            candidates: [Candidate(host: "a.com", path: "/*"), Candidate(host: "a.com:8080", path: "/*")],
            winner: 1, winnerText: "a.com:8080/*"),
        Row(
            request: "GET https://a.com/s?q=1&p=2",
            candidates: [
                Candidate(host: "a.com", path: "/s", query: QueryPattern(["q": 1], matching: .contains)),
                Candidate(host: "a.com", path: "/s", query: QueryPattern(["q": 1, "p": 2])),
            ], winner: 1, winnerText: "a.com/s?q=1&p=2"),
        Row(
            request: "GET https://a.com/s?q=1&p=2",
            candidates: [
                Candidate(host: "a.com", path: "/s", query: QueryPattern(["q": 1], matching: .contains)),
                Candidate(host: "a.com", path: "/s", query: QueryPattern(["q": 1, "p": 2], matching: .contains)),
            ], winner: 1, winnerText: "a.com/s?q=1&p=2"),
        Row(
            request: "GET https://a.com/x",
            candidates: [
                Candidate(host: "a.com", path: "/x", conditions: [.scheme("https")]),
                Candidate(host: "a.com", path: "/x", method: .get),
            ], winner: 1, winnerText: "GET a.com/x"),
        Row(
            request: "POST https://a.com/x",
            candidates: [
                Candidate(host: "a.com", path: "/x"),
                Candidate(host: "a.com", path: "/x", conditions: [.scheme("https")]),
            ], winner: 1, winnerText: "a.com/x` with a condition"),
        Row(
            request: "GET https://a.com/x/y",
            candidates: [Candidate(host: "a.com", path: "/x/*"), Candidate(host: "a.com", path: "/*/y")],
            winner: 0, winnerText: "a.com/x/*"),
    ]

    @Test(arguments: rows)
    func winnerIsTheDocumentedOne(row: Row) throws {
        var table = RouteTable()
        let routes = try row.candidates.map { candidate in
            let key = Route.Key(
                host: try HostPattern(candidate.host), path: try PathPattern(candidate.path), method: candidate.method,
                query: candidate.query, priority: candidate.priority,
                conditions: candidate.conditions.identity)
            let location = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
            return table.route(for: key, conditions: candidate.conditions, location: location)
        }
        let parts = row.request.split(separator: " ")
        var request = URLRequest(url: try #require(URL(string: String(parts[1]))))
        request.httpMethod = String(parts[0])
        let mockRequest = MockRequest(request, url: try #require(request.url), body: Data())
        #expect(table.match(mockRequest).route === routes[row.winner])
        // Each candidate matches if it is the only one.
        for route in routes {
            var single = RouteTable()
            let only = single.route(for: route.key, conditions: route.conditions, location: route.location)
            #expect(single.match(mockRequest).route === only)
        }
    }

    @Test func tableInTheDocumentHasTheseRows() throws {
        let text = try Documents.page("Matching")
        let lines = text.components(separatedBy: "\n").drop { !$0.hasPrefix("| Request |") }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }
        #expect(lines.count == Self.rows.count)
        for (line, row) in zip(lines, Self.rows) {
            let cells = line.components(separatedBy: " | ")
            #expect(cells[0] == "| `\(row.request)`")
            #expect(cells[2].hasPrefix("`\(row.winnerText)"), "\(line)")
        }
    }
}
