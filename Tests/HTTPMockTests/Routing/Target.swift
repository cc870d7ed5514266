import Foundation
import Testing

@testable import HTTPMock

/// The target of a request for a URL.
func target(_ url: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> RequestTarget {
    RequestTarget(url: try #require(URL(string: url), sourceLocation: sourceLocation))
}

extension RouteTable {
    /// Returns the route of a registration, and adds the route if there is none yet.
    mutating func route(for registration: Registration) throws -> Route {
        route(
            for: try Route.Key(registration), conditions: registration.conditions, location: registration.location,
            spelling: registration.spelling)
    }
}
