import Foundation

/// A registration as Swift source: pasted unchanged, it makes the same request succeed.
struct SuggestedRegistration: Sendable {
    private let host: String
    private let path: String
    private let method: HTTPMock.HTTPMethod?
    let query: QueryPattern?
    private var priority = 0
    private var conditions: [String] = []
    /// The URL without its fragment, if the query can't be written as a literal.
    ///
    /// Nil for a long URL, and if the path or the query has a secret.
    private var url: String?

    /// Creates the registration of one request.
    ///
    /// Any value of a secret matches. If the URL is long, any query matches, and for a long path any path.
    init(for request: MockRequest) {
        // Escaped, because a host is a pattern.
        let literal = request.hostAndPort.replacingOccurrences(of: "%", with: "%25")
            .replacingOccurrences(of: "*", with: "%2A")
        if request.host.isEmpty { host = "**" } else { host = literal }
        // Nobody pastes a long URL, so the suggestion matches any query then, and any path if the path is long.
        let isLong = request.url.absoluteString.utf8.count > String.shownLimit
        if isLong, request.path.utf8.count > String.shownLimit {
            path = "/**"
        } else {
            path = Self.pattern(of: request.path)
        }
        method = request.method
        let items = HTTPMock.Query(of: request).items.map { item in
            let isSecret = item.value != .none && Redaction.isSecret(item.name)
            return isSecret ? HTTPMock.Query.Item(item.exactName, .any) : item
        }
        guard !items.isEmpty, !isLong else {
            query = nil
            return
        }
        let literalQuery = HTTPMock.Query(items: items)
        guard literalQuery.needsEscapes else {
            query = QueryPattern(literalQuery)
            return
        }
        query = nil
        // Only the value of a secret has become `.any`, and the URL would print the secret.
        let hasSecretItem = items.contains { $0.requirement == .any }
        if hasSecretItem || Redaction.hasSecret(inAddress: request.path) { return }
        url = PathPattern.escapingWildcards(String(request.url.absoluteString.prefix { $0 != "#" }))
    }

    /// Creates a registration that appends to the queue of a route.
    ///
    /// Nil if a condition or the query can't be written as source, or if the path or the query has a secret.
    init?(repeating route: Route) {
        let sources = route.conditions.compactMap(\.swiftSource)
        guard sources.count == route.conditions.count else { return nil }
        self.init(route.key)
        conditions = sources
    }

    /// Creates the registration whose responses have answered, for ``removal``.
    ///
    /// Nil for a stand-in, for one with conditions or a secret, and if the query can't be written as source.
    init?(_ registration: MockRegistration) {
        guard let key = registration.key, key.conditions.isEmpty else { return nil }
        self.init(key)
    }

    /// Creates the registration of a key, without conditions.
    ///
    /// Nil if the path or the query has a secret, or if the query can't be written as source.
    private init?(_ key: Route.Key) {
        if Redaction.hasSecret(inAddress: key.path.text) { return nil }
        if let query = key.query?.query {
            guard !query.needsEscapes, !query.items.contains(where: \.isSecret) else { return nil }
        }
        host = key.host.text
        path = key.path.text
        method = key.method
        query = key.query
        priority = key.priority
    }

    /// Returns the pattern of a request's path, in which `*` stands for each segment with a secret.
    ///
    /// The pattern of any path if a secret spans several segments.
    private static func pattern(of path: String) -> String {
        let literal = PathPattern.literal(path)
        guard Redaction.hasSecret(inAddress: path) else { return literal }
        guard let shown = path.maskedPathSegments else { return "/**" }
        var segments = literal.pathSegments
        for (index, segment) in path.pathSegments.enumerated() where segment != shown[index] { segments[index] = "*" }
        return "/\(segments.joined(separator: "/"))"
    }

    /// The call that removes the registration, whatever its priority, indented by two spaces.
    var removal: String {
        "  mock.removeResponses(forPath: \(path.swiftLiteral), host: \(host.swiftLiteral)\(options(hasPriority: false)))"
    }

    /// Returns the arguments after path and host.
    private func options(hasPriority: Bool) -> String {
        var options = ""
        if let method { options += ", method: \(method.swiftSource)" }
        if let query {
            options += ", query: \(query.query.swiftSource())"
            if query.matching == .contains { options += ", matching: .contains" }
        }
        if hasPriority, priority != 0 { options += ", priority: \(priority)" }
        if !conditions.isEmpty { options += ", when: \(conditions.joined(separator: ", "))" }
        return options
    }

    /// Returns the registration as lines that are indented by two spaces.
    ///
    /// - Parameter isOptional: Whether the suggested response may stay unused.
    func lines(as form: RouteSpelling.Form, isOptional: Bool = false) -> [String] {
        let options = options(hasPriority: true)
        var response = ".empty()"
        if isOptional { response += ".optional()" }
        if let url, case .statement = form {
            return ["  mock.addResponses(forURL: \(url.swiftLiteral)\(options), responses: [\(response)])"]
        }
        let (host, path) = (host.swiftLiteral, path.swiftLiteral)
        let lines = ["  Path(\(path)\(options)) {", "      MockResponse\(response)", "  }"]
        return switch form {
        case .statement: ["  mock.addResponses(forPath: \(path), host: \(host)\(options), responses: [\(response)])"]
        case .tree: ["  Host(\(host)) {"] + lines.map { "    \($0)" } + ["  }"]
        case .paths: lines
        }
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
    package var swiftSource: String {
        let named: Set<HTTPMock.HTTPMethod> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
        guard named.contains(self) else { return rawValue.swiftLiteral }
        return ".\(rawValue.lowercased())"
    }
}
