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
        let path: PathPattern
        let method: HTTPMock.HTTPMethod?
        let query: QueryPattern?
        var priority = 0
        let conditions: [ExactText]

        var tokens: [PatternToken] { host.tokens + path.tokens }

        /// The key without priority and names of path parameters: what requests it matches.
        var address: Key { Key(host: host, path: path.unnamed, method: method, query: query, conditions: conditions) }

        func matchesAddress(of request: MockRequest) -> Bool {
            host.matches(request.target) && path.matches(request.target) && method.map { $0 == request.method } ?? true
                && query?.matches(HTTPMock.Query(request.query)) ?? true
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

    func completed(_ request: MockRequest, warn: @escaping UserCodeWarning) -> MockRequest {
        guard !path.parameterNames.isEmpty else { return request }
        var request = request
        request.parameter = { [path, location] in path.parameter($0, in: $1) { warn($0, location) } }
        return request
    }
}

extension [RequestCondition] {
    /// The identities of the conditions, whose order does not count.
    var identity: [ExactText] { map(\.identity).sorted().map(ExactText.init) }
}

/// Reports a mistake in the user's code of a registration, with the registration's source location.
typealias UserCodeWarning = @Sendable (_ text: String, _ location: CallSite?) -> Void

extension Route.Key: CustomStringConvertible {
    /// The method, host, path and query, as in `GET api.example.com/users/*?page=2`.
    ///
    /// Secrets in the query are masked. A `&…` at the end means that other query items are allowed. A priority other
    /// than 0 comes last, as in `*/** [priority 1]`.
    var description: String {
        let query = query.map { "?\($0.query)\($0.matching == .contains ? "&…" : "")" } ?? ""
        let priority = priority == 0 ? "" : " [priority \(priority)]"
        return "\(method.map { "\($0) " } ?? "")\(host.text)\(path.text)\(query)\(priority)"
    }
}

/// The rank of a registration; of the registrations that match, the first one answers.
///
/// | first comes | before |
/// | --- | --- |
/// | a higher priority | a lower |
/// | an exact host and path | any wildcard |
/// | fewer `*`, host and path together | more |
/// | more literal characters, host and path together | fewer |
/// | an `.exact` query | `.contains` |
/// | `.contains` | no query |
/// | more query items | fewer |
/// | a method | none |
/// | more conditions | fewer |
/// | the earlier registered | the later |
struct Specificity: Comparable, Sendable {
    /// One number for each row of the table, of which the smaller one comes first.
    private let ranks: [Int]

    /// Creates the rank of a registration.
    ///
    /// - Parameter order: The number of the registration in the order of registering.
    init(_ key: Route.Key, order: Int) {
        let (host, path, query) = (key.host, key.path, key.query)
        ranks = [
            // Unlike the negative number, the complement exists for each priority.
            ~key.priority,
            // Only an exact address has no star, so one number covers the second and third rows.
            host.starCount + path.starCount,
            -(host.literalCount + path.literalCount),
            query.map { $0.matching == .exact ? 0 : 1 } ?? 2,
            -(query?.query.items.count ?? 0),
            key.method == nil ? 1 : 0,
            -key.conditions.count,
            order,
        ]
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.ranks.lexicographicallyPrecedes(rhs.ranks) }
}
