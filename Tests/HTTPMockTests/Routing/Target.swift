import Foundation
import Testing

@testable import HTTPMock

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The target of a request for a URL.
func target(_ url: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> RequestTarget {
    RequestTarget(url: try #require(URL(string: url), sourceLocation: sourceLocation))
}

/// The query of a request for a URL.
func requestQuery(of url: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Query {
    let url = try #require(URL(string: url), sourceLocation: sourceLocation)
    return Query(of: MockRequest(URLRequest(url: url), url: url, body: Data()))
}

extension Route {
    /// Creates the route of an address, without conditions.
    convenience init(
        _ host: String, _ path: String, method: HTTPMock.HTTPMethod? = nil, query: QueryPattern? = nil,
        priority: Int = 0, id: Int
    ) throws {
        let key = Key(
            host: try HostPattern(host), path: try PathPattern(path), method: method, query: query, priority: priority,
            conditions: [])
        let location = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        self.init(id: id, key: key, conditions: [], location: location, spelling: RouteSpelling())
    }
}

extension RouteTable {
    /// Returns the route of a registration, and adds the route if there is none yet.
    mutating func route(for registration: Registration) throws -> Route {
        route(
            for: try Route.Key(registration), conditions: registration.conditions, location: registration.location,
            spelling: registration.spelling)
    }
}
