/// One thing that requests are matched against, compiled once when it is registered.
///
/// Registering the same again appends to its queue, so a route stays as it is for as long as it is registered.
final class Route: Sendable {
    let id: Int
    let host: HostPattern
    let path: PathPattern
    let method: HTTPMethod?
    let query: QueryPattern?
    let conditions: [RequestCondition]
    /// Where it was first registered.
    let place: SourcePlace

    /// What makes two registrations one: conditions count by their descriptions, in any order.
    struct Key: Hashable {
        let host: HostPattern
        let path: PathPattern
        let method: HTTPMethod?
        let query: QueryPattern?
        let conditions: [String]

        init(_ host: HostPattern, _ path: PathPattern, _ registration: Registration) {
            self.host = host
            self.path = path
            self.method = registration.method
            self.query = registration.query
            self.conditions = registration.conditions.map(\.description).sorted()
        }
    }

    init(id: Int, host: HostPattern, path: PathPattern, registration: Registration) {
        self.id = id
        self.host = host
        self.path = path
        self.method = registration.method
        self.query = registration.query
        self.conditions = registration.conditions
        self.place = registration.place
    }

    var key: Key {
        Key(
            host, path,
            Registration(
                host: "", path: "", method: method, query: query, conditions: conditions, responses: [], place: place))
    }

    var specificity: Specificity {
        Specificity(
            host: host, path: path, query: query, hasMethod: method != nil, conditionCount: conditions.count, order: id)
    }

    /// Whether method and query hold; host, path and port are the index's business.
    func accepts(_ request: MockRequest) -> Bool {
        if let method, method != request.method { return false }
        if let query, !query.matches(request.query) { return false }
        return true
    }
}
