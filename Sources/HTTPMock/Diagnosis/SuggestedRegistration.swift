import Foundation

/// A registration as Swift source: pasted unchanged, it makes the same request succeed.
struct SuggestedRegistration: Sendable {
    private let host: String
    private let path: String
    private let method: HTTPMock.HTTPMethod?
    let query: QueryPattern?
    private var priority = 0
    private var conditions: [String] = []

    /// A registration that matches one request; secrets in its query may have any value.
    init(for request: MockRequest) {
        let literal = request.hostAndPort.replacingOccurrences(of: "%", with: "%25")
            .replacingOccurrences(of: "*", with: "%2A")
        host = request.host.isEmpty ? "**" : literal
        // Nobody pastes a long path or query, so the suggestion matches any.
        let isLong = request.url.absoluteString.utf8.count > String.shownLimit
        path = isLong && request.path.utf8.count > String.shownLimit ? "/**" : PathPattern.literal(request.path)
        method = request.method
        let items = request.query.map { item in
            let isSecret = item.value != nil && Redaction.isSecret(item.name)
            return HTTPMock.Query.Item(name: item.name, value: isSecret ? .any : .init(item.value))
        }
        query = items.isEmpty || isLong ? nil : QueryPattern(HTTPMock.Query(items: items))
    }

    /// A registration that appends to the queue of a route.
    ///
    /// Nil if a condition can't be written as source, or if the query has a secret.
    init?(repeating route: Route) {
        let sources = route.conditions.compactMap(\.swiftSource)
        let hasSecret = route.query?.query.items.contains(where: \.isSecret) ?? false
        guard sources.count == route.conditions.count, !hasSecret else { return nil }
        host = route.host.text
        path = route.path.text
        method = route.method
        query = route.query
        priority = route.key.priority
        conditions = sources
    }

    /// Returns the registration as lines that are indented by two spaces.
    func lines(as form: RouteSpelling.Form) -> [String] {
        var options = ""
        if let method { options += ", method: \(method.swiftSource)" }
        if let query {
            options += ", query: \(query.query.swiftSource)"
            if query.matching == .contains { options += ", matching: .contains" }
        }
        if priority != 0 { options += ", priority: \(priority)" }
        if !conditions.isEmpty { options += ", when: \(conditions.joined(separator: ", "))" }
        let (host, path) = (host.debugDescription, path.debugDescription)
        let lines = ["  Path(\(path)\(options)) {", "      MockResponse.empty()", "  }"]
        return switch form {
        case .statement: ["  mock.addResponses(forPath: \(path), host: \(host)\(options), responses: [.empty()])"]
        case .tree: ["  Host(\(host)) {"] + lines.map { "    \($0)" } + ["  }"]
        case .paths: lines
        }
    }
}
