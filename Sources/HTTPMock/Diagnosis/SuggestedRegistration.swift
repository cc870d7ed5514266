import Foundation

/// A registration as Swift source: pasted unchanged, it makes the same request succeed.
struct SuggestedRegistration: Sendable {
    private let host: String
    private let path: String
    private let method: HTTPMock.HTTPMethod?
    private let query: QueryPattern?
    private let priority: Int
    private let conditions: [String]

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
            let value = item.value.map(HTTPMock.Query.Item.Value.value) ?? .none
            return HTTPMock.Query.Item(name: item.name, value: isSecret ? .any : value)
        }
        query = items.isEmpty || isLong ? nil : QueryPattern(HTTPMock.Query(items: items))
        priority = 0
        conditions = []
    }

    /// A registration that appends to the queue of a route.
    ///
    /// Nil if a condition can't be written as source, or if the query has a secret.
    init?(repeating route: Route) {
        let sources = route.conditions.compactMap(\.swiftSource)
        let hasSecret = route.query?.query.items.contains { $0.isSecret } ?? false
        guard sources.count == route.conditions.count, !hasSecret else { return nil }
        host = route.host.text
        path = route.path.text
        method = route.method
        query = route.query
        priority = route.key.priority
        conditions = sources
    }

    /// The query as a Swift literal; nil if any query matches.
    var querySource: String? { query?.query.swiftSource }

    /// The registration as one statement or as a part of `registerResponses`, indented by two spaces.
    func lines(inBuilder: Bool) -> [String] {
        var options = ""
        if let method { options += ", method: \(method.swiftSource)" }
        if let query {
            options += ", query: \(query.query.swiftSource)"
            if query.matching == .contains { options += ", matching: .contains" }
        }
        if priority != 0 { options += ", priority: \(priority)" }
        if !conditions.isEmpty { options += ", when: \(conditions.joined(separator: ", "))" }
        let (host, path) = (host.debugDescription, path.debugDescription)
        guard inBuilder else {
            return ["  mock.addResponses(forPath: \(path), host: \(host)\(options), responses: [.empty()])"]
        }
        return [
            "  Host(\(host)) {",
            "      Path(\(path)\(options)) {",
            "          MockResponse.empty()",
            "      }",
            "  }",
        ]
    }
}

extension HTTPMock.Query.Item {
    /// Whether the item has a value that must not be printed.
    var isSecret: Bool {
        guard case .value = value else { return false }
        return Redaction.isSecret(name)
    }
}

extension HTTPMock.HTTPMethod {
    /// The method as Swift source.
    var swiftSource: String {
        let named: Set<HTTPMock.HTTPMethod> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
        return named.contains(self) ? ".\(rawValue.lowercased())" : rawValue.debugDescription
    }
}
