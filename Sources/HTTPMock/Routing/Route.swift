import Foundation

/// A registration that requests are matched against, compiled once.
///
/// Created by ``RouteTable`` at the first registration of its key; registering the same key again never changes it.
final class Route: Sendable, CustomStringConvertible {
    let id: Int
    /// The identity of the route, which no other route of its table has.
    let key: Key
    let conditions: [RequestCondition]
    let location: CallSite
    let work: MatchingWork
    let spelling: RouteSpelling
    /// The rank among the routes that match the same request.
    let specificity: Specificity

    var host: HostPattern { key.host }
    var path: PathPattern { key.path }
    var method: HTTPMock.HTTPMethod? { key.method }
    var query: QueryPattern? { key.query }
    var description: String { key.description }

    /// The identity of a registration; the order of conditions does not count.
    struct Key: Hashable, Sendable {
        let host: HostPattern
        private(set) var path: PathPattern
        let method: HTTPMock.HTTPMethod?
        let query: QueryPattern?
        var priority = 0
        let conditions: [ExactText]

        var tokens: [PatternToken] { host.tokens + path.tokens }

        /// The key without the names of path parameters; routes with equal such keys match the same requests.
        var withoutParameterNames: Key {
            var key = self
            key.path = path.unnamed
            return key
        }

        var withoutPriority: Key {
            var key = self
            key.priority = 0
            return key
        }

        /// Returns whether host, path, method and query match a request, whatever the conditions.
        func matchesExceptConditions(_ request: MockRequest) -> Bool {
            guard host.matches(request.target), path.matches(request.target) else { return false }
            if let method, method != request.method { return false }
            return query?.matches(HTTPMock.Query(of: request)) ?? true
        }
    }

    init(id: Int, key: Key, conditions: [RequestCondition], location: CallSite, spelling: RouteSpelling) {
        self.id = id
        self.key = key
        self.conditions = conditions
        self.location = location
        self.spelling = spelling
        work = conditions.map(\.work).max() ?? .headOnly
        specificity = Specificity(key, order: id)
    }

    /// Returns a request with the values of the path's parameters, for user code.
    ///
    /// - Parameter warn: Gets a warning if the user code reads a parameter that the path lacks, although the path has
    ///   others.
    func addingParameters(to request: MockRequest, warn: @escaping UserCodeWarning) -> MockRequest {
        guard !path.parameterNames.isEmpty else { return request }
        var request = request
        request.parameter = path.reader { [location] in warn($0, location) }
        return request
    }
}

extension [RequestCondition] {
    /// The identities of the conditions, whose order does not count.
    var identity: [ExactText] { map { ExactText($0.identity) }.sorted() }
}

extension Route.Key: CustomStringConvertible {
    /// The method, host, path and query, as in `GET api.example.com/users/*?page=2`.
    ///
    /// Secrets in the path and the query are masked. A `&…` at the end means that other query items are allowed. A
    /// priority other than 0 comes last, as in `*/** [priority 1]`.
    var description: String {
        var text = ""
        if let method { text += "\(method) " }
        text += host.text + path.maskedText
        if let query { text += "?\(query.query)" }
        if query?.matching == .contains { text += "&…" }
        if priority != 0 { text += " [priority \(priority)]" }
        return text
    }
}
