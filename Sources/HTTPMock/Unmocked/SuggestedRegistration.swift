import Foundation

/// A registration as Swift source: pasted as it is, it makes the same request succeed.
struct SuggestedRegistration {
    private let host: String
    private let path: String
    private let method: HTTPMethod?
    private let query: QueryPattern?
    private let conditions: [RequestCondition]
    private let isRepeated: Bool

    /// What takes one request, and as little else as possible; secrets in its query may have any value.
    init(for request: MockRequest) {
        host = request.host.isEmpty ? "**" : request.hostAndPort
        // What a pattern would read as more than itself is spelled percent-encoded.
        path = request.path.replacingOccurrences(of: "*", with: "%2A").replacingOccurrences(of: "://", with: "%3A//")
            .replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
        method = request.method
        let items = request.query.map { item in
            let isSecret = item.value != nil && Redaction.isSecret(item.name)
            let value = item.value.map(HTTPMock.Query.Item.Value.value) ?? .none
            return HTTPMock.Query.Item(name: item.name, value: isSecret ? .any : value)
        }
        query = items.isEmpty ? nil : QueryPattern(HTTPMock.Query(items: items))
        conditions = []
        isRepeated = false
    }

    /// What appends to the queue of a route.
    init(repeating route: Route) {
        host = route.host.text
        path = route.path.text
        method = route.method
        query = route.query
        conditions = route.conditions
        isRepeated = true
    }

    /// The advice, line by line.
    var lines: [String] {
        let sources = conditions.compactMap(\.swiftSource)
        guard sources.count == conditions.count else {
            return ["To fix this, add a response where it is registered, or give one the lifetime .eternal."]
        }
        var options = ""
        if let method { options += ", method: \(method.swiftSource)" }
        if let query {
            options += ", query: \(query.query.swiftSource)"
            if query.matching == .contains { options += ", matching: .contains" }
        }
        if !sources.isEmpty { options += ", when: \(sources.joined(separator: ", "))" }
        let (host, path) = (host.debugDescription, path.debugDescription)
        let advice = isRepeated ? "give a response the lifetime .eternal, or queue another" : "register"
        return [
            "To fix this, \(advice):",
            "  mock.addResponses(forPath: \(path), host: \(host)\(options), responses: [.empty()])",
            "or, in registerResponses { … }:",
            "  Host(\(host)) {",
            "      Path(\(path)\(options)) {",
            "          MockResponse.empty()",
            "      }",
            "  }",
        ]
    }
}

extension HTTPMethod {
    /// The method as it is written in Swift.
    var swiftSource: String {
        let named: Set<HTTPMethod> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
        return named.contains(self) ? ".\(rawValue.lowercased())" : rawValue.debugDescription
    }
}
