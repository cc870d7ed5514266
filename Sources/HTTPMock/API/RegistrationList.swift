/// The registrations that the elements of a builder describe, and their problems.
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
            case .path(let path):
                var scope = Scope(host: defaultHost)
                scope.isDefaultHost = true
                add(path, in: scope)
            }
        }
    }

    init(_ elements: [HostElement], host: String, location: CallSite) {
        add(elements, host: host, title: "registerResponses(host: \"\(host)\")", location: location)
    }

    /// The host and paths around an element, with their header fields.
    private struct Scope {
        let host: String
        var isDefaultHost = false
        var path: String?
        var headers = HTTPMock.HeaderFields()
    }

    private mutating func add(_ host: HTTPMock.Host) {
        add(host.elements, host: host.pattern, title: "Host(\"\(host.pattern)\")", location: host.location)
    }

    private mutating func add(_ elements: [HostElement], host: String, title: String, location: CallSite) {
        var scope = Scope(host: host)
        var paths: [HTTPMock.Path] = []
        for element in elements {
            switch element.kind {
            case .headers(let more): scope.headers.override(with: more.fields)
            case .path(let path): paths.append(path)
            }
        }
        if paths.isEmpty {
            let problem = elements.isEmpty ? RegistrationProblem.nothingIn : RegistrationProblem.headersOnly
            problems.append(problem(title, location))
        }
        for path in paths {
            add(path, in: scope)
        }
    }

    private mutating func add(_ path: HTTPMock.Path, in scope: Scope) {
        var own = scope.headers
        var inner = scope
        inner.path = Self.join(scope.path, path.pattern)
        var responses: [MockResponse] = []
        var children: [HTTPMock.Path] = []
        for element in path.elements {
            switch element.kind {
            case .response(let response): responses.append(response)
            case .path(let child): children.append(child)
            case .headers(let headers):
                own.override(with: headers.fields)
                if headers.cascade { inner.headers.override(with: headers.fields) }
            }
        }
        if responses.isEmpty, children.isEmpty {
            problems.append(.nothingIn("Path(\"\(path.pattern)\")", location: path.location))
        }
        if !responses.isEmpty {
            registrations.append(
                Registration(
                    host: scope.host, path: inner.path ?? path.pattern, method: path.method, query: path.query,
                    priority: path.priority, conditions: path.conditions, headers: own, responses: responses,
                    location: path.location,
                    isInBuilder: true, hasDefaultHost: scope.isDefaultHost,
                    nestedPath: scope.path == nil ? nil : path.pattern))
        }
        for child in children {
            add(child, in: inner)
        }
    }

    /// Joins two path patterns with one slash; a trailing slash of the last one stays.
    private static func join(_ parent: String?, _ path: String) -> String {
        guard let parent, !parent.isEmpty else { return path }
        let base = parent.hasSuffix("/") ? String(parent.dropLast()) : parent
        if path.isEmpty { return base.isEmpty ? "/" : base }
        return path.hasPrefix("/") ? base + path : "\(base)/\(path)"
    }
}
