import Foundation

/// A registration that requests are matched against, compiled once.
///
/// Created by ``RouteTable`` at the first registration of its key. Registering the same key again appends to the
/// route's queue, so a route never changes.
final class Route: Sendable {
    let id: Int
    /// The identity of the route, which no other route of its table has.
    let key: Key
    let conditions: [RequestCondition]
    /// The source location of the first registration.
    let location: CallSite
    /// The work that matching a request against the conditions needs.
    let work: MatchingWork
    /// The form of the first registration, for suggestions.
    let spelling: RouteSpelling

    var host: HostPattern { key.host }
    var path: PathPattern { key.path }
    var method: HTTPMock.HTTPMethod? { key.method }
    var query: QueryPattern? { key.query }

    /// The identity of a registration; the order of conditions does not count.
    struct Key: Hashable, Sendable {
        let host: HostPattern
        private(set) var path: PathPattern
        let method: HTTPMock.HTTPMethod?
        let query: QueryPattern?
        private(set) var priority: Int
        private let conditions: [ExactText]

        init(
            host: HostPattern, path: PathPattern, method: HTTPMock.HTTPMethod?, query: QueryPattern?,
            priority: Int = 0, conditions: [RequestCondition]
        ) {
            self.host = host
            self.path = path
            self.method = method
            self.query = query
            self.priority = priority
            self.conditions = conditions.map(\.identity).sorted().map(ExactText.init)
        }

        /// The requests that the key matches: without the priority and without the names of path parameters.
        ///
        /// Routes with equal addresses match the same requests.
        var address: Key {
            var key = self
            key.priority = 0
            if !path.parameterNames.isEmpty { key.path = path.unnamed }
            return key
        }

        var hasConditions: Bool { !conditions.isEmpty }

        /// Returns whether a request matches host, path, method and query.
        func matchesAddress(of request: MockRequest) -> Bool {
            host.matches(request.target) && path.matches(request.target) && method.map { $0 == request.method } ?? true
                && query?.matches(request.query) ?? true
        }

        /// Returns whether two keys differ at most in their priorities.
        func isEqualIgnoringPriority(to other: Key) -> Bool {
            address == other.address && path == other.path
        }
    }

    init(
        id: Int, key: Key, conditions: [RequestCondition], location: CallSite, spelling: RouteSpelling
    ) {
        self.id = id
        self.key = key
        self.conditions = conditions
        self.location = location
        self.spelling = spelling
        work = conditions.map(\.work).max() ?? .headOnly
    }

    var specificity: Specificity {
        Specificity(
            priority: key.priority, host: host, path: path, query: query, hasMethod: method != nil,
            conditionCount: conditions.count, order: id)
    }

    /// Returns whether a request's method and query match.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - query: The query, which is evaluated only if the route has one.
    func matches(_ method: HTTPMock.HTTPMethod, _ query: @autoclosure () -> [URLQueryItem]) -> Bool {
        if let expected = key.method, expected != method { return false }
        return key.query?.matches(query()) ?? true
    }

    /// Returns the request with the values of the path's parameters.
    func completed(_ request: MockRequest) -> MockRequest {
        guard !path.parameterNames.isEmpty else { return request }
        var request = request
        request.pathParameters = path.parameters(in: request.target)
        return request
    }
}

extension Route: CustomStringConvertible {
    var description: String { key.description }
}

extension Route.Key: CustomStringConvertible {
    /// The method, host and path, and the query if there is one, as in `GET api.example.com/users/*?page=2`.
    ///
    /// Secrets in the query are masked. A `&…` at the end means that other query items are allowed. A priority other
    /// than 0 comes last, as in `*/** [priority 1]`.
    var description: String {
        let query = query.map { "?\($0.query)\($0.matching == .contains ? "&…" : "")" } ?? ""
        let priority = priority == 0 ? "" : " [priority \(priority)]"
        return "\(method.map { "\($0) " } ?? "")\(host.text)\(path.text)\(query)\(priority)"
    }
}

/// The form of a route's first registration, which a diagnosis suggests again.
struct RouteSpelling: Sendable {
    /// Whether the registration was written in `registerResponses` or a trait, not as `addResponses`.
    var isInBuilder = false
    /// Whether the host is the default domain, because none was written.
    var hasDefaultHost = false
    /// The path as written at the source location; nil if no other path is around it.
    var nestedPath: String?
}

/// A route that `removeResponses` removed, kept to explain later requests.
///
/// Has no conditions, because these capture values of the test.
struct RemovedRoute: Sendable, CustomStringConvertible {
    let key: Route.Key
    /// The source location of the registration.
    let location: CallSite
    /// The source location of the removal.
    let removal: CallSite

    var description: String { "\(key)  (\(location)), removed at \(removal)" }

    /// Returns whether a request matches the route's host, path, method and query.
    func matches(_ request: MockRequest) -> Bool { key.matchesAddress(of: request) }
}
