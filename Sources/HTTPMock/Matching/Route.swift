/// One thing that requests are matched against, compiled once when it is registered.
///
/// Registering the same again appends to its queue, so a route stays as it is for as long as it is registered.
final class Route: Sendable {
    let id: Int
    let host: HostPattern
    let path: PathPattern
    let method: HTTPMock.HTTPMethod?
    let query: QueryPattern?
    let conditions: [RequestCondition]
    /// What tells it from the others.
    let key: Key
    /// Where it was first registered.
    let location: CallSite
    /// The first registration, without its responses: how the route was written, for suggestions.
    let spelling: RouteSpelling

    /// What makes two registrations one: conditions count in any order.
    struct Key: Hashable {
        let host: HostPattern
        private(set) var path: PathPattern
        let method: HTTPMock.HTTPMethod?
        let query: QueryPattern?
        let conditions: [String]

        init(_ host: HostPattern, _ path: PathPattern, _ registration: Registration) {
            self.host = host
            self.path = path
            self.method = registration.method
            self.query = registration.query
            self.conditions = registration.conditions.map(\.identity).sorted()
        }

        /// The same key without the names of path parameters.
        var unnamed: Key {
            var key = self
            key.path = path.unnamed
            return key
        }
    }

    init(id: Int, key: Key, registration: Registration) {
        self.id = id
        self.host = key.host
        self.path = key.path
        self.method = registration.method
        self.query = registration.query
        self.conditions = registration.conditions
        self.location = registration.location
        self.spelling = RouteSpelling(registration)
        self.key = key
    }

    var specificity: Specificity {
        Specificity(
            host: host, path: path, query: query, hasMethod: method != nil, conditionCount: conditions.count, order: id)
    }

    /// The request with what the path's parameters match in it.
    func completed(_ request: MockRequest) -> MockRequest {
        guard !path.parameterNames.isEmpty else { return request }
        var request = request
        request.pathParameters = path.parameters(in: request.target)
        return request
    }
}
