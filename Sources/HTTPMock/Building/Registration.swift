/// One registration as it was written: a route, its responses, and where it stands.
///
/// The flat form of both ways to register; nothing of it has been checked yet.
struct Registration: Sendable {
    var host: String
    var path: String
    var method: HTTPMethod?
    var query: QueryPattern?
    var conditions: [RequestCondition] = []
    /// The fields of host and path scopes, merged.
    var headers = HTTPMock.HeaderFields()
    var responses: [MockResponse]
    var location: CallSite
    /// Whether what the same registration still holds is dropped first.
    var isReplacing = false
}

/// What the builders' elements amount to: registrations, and scopes in which nothing stands.
struct RegistrationList: Sendable {
    var registrations: [Registration] = []
    var problems: [RegistrationProblem] = []

    init(_ elements: [MockElement], defaultHost: String, location: CallSite) {
        if elements.isEmpty {
            problems.append(.nothingIn("registerResponses", location: location))
        }
        for element in elements {
            switch element.kind {
            case .host(let host): add(host)
            case .path(let path): add(path, host: defaultHost, below: "", inherited: HTTPMock.HeaderFields())
            }
        }
    }

    init(_ elements: [HostElement], host: String, location: CallSite) {
        add(elements, host: host, scope: "registerResponses(host: \"\(host)\")", location: location)
    }

    private mutating func add(_ host: HTTPMock.Host) {
        add(host.elements, host: host.pattern, scope: "Host(\"\(host.pattern)\")", location: host.location)
    }

    private mutating func add(_ elements: [HostElement], host: String, scope: String, location: CallSite) {
        var headers = HTTPMock.HeaderFields()
        var paths: [HTTPMock.Path] = []
        for element in elements {
            switch element.kind {
            case .headers(let more): headers.override(with: more.fields)
            case .path(let path): paths.append(path)
            }
        }
        if paths.isEmpty {
            problems.append(.nothingIn(scope, location: location))
        }
        for path in paths {
            add(path, host: host, below: "", inherited: headers)
        }
    }

    private mutating func add(
        _ path: HTTPMock.Path, host: String, below parent: String, inherited: HTTPMock.HeaderFields
    ) {
        var own = inherited
        var cascaded = inherited
        var responses: [MockResponse] = []
        var children: [HTTPMock.Path] = []
        for element in path.elements {
            switch element.kind {
            case .response(let response): responses.append(response)
            case .path(let child): children.append(child)
            case .headers(let headers):
                own.override(with: headers.fields)
                if headers.cascade { cascaded.override(with: headers.fields) }
            }
        }
        let pattern = Self.join(parent, path.pattern)
        if responses.isEmpty, children.isEmpty {
            problems.append(.nothingIn("Path(\"\(path.pattern)\")", location: path.location))
        }
        if !responses.isEmpty {
            registrations.append(
                Registration(
                    host: host, path: pattern, method: path.method, query: path.query, conditions: path.conditions,
                    headers: own, responses: responses, location: path.location))
        }
        for child in children {
            add(child, host: host, below: pattern, inherited: cascaded)
        }
    }

    /// Joins two path patterns with one slash; the last one's own trailing slash stays.
    private static func join(_ parent: String, _ path: String) -> String {
        guard !parent.isEmpty else { return path }
        let base = parent.hasSuffix("/") ? String(parent.dropLast()) : parent
        if path.isEmpty { return base.isEmpty ? "/" : base }
        return path.hasPrefix("/") ? base + path : "\(base)/\(path)"
    }
}
