/// The registrations that the elements of a builder describe, and their problems.
struct RegistrationList: Sendable {
    var registrations: [Registration] = []
    var problems: [RegistrationProblem] = []

    init(_ elements: [MockElement], defaultHost: String, location: CallSite) {
        if elements.isEmpty { problems.append(.nothingIn("registerResponses", location: location)) }
        // If the tree names no host, the call that has the tree may get a host as its argument.
        var hostLocation: CallSite?
        if elements.allSatisfy({ $0 is HTTPMock.Path }) { hostLocation = location }
        let spelling = RouteSpelling(form: .tree, hasDefaultHost: true, hostLocation: hostLocation)
        for element in elements {
            if let host = element as? HTTPMock.Host { add(host) }
            if let path = element as? HTTPMock.Path { add(path, in: Scope(host: defaultHost, spelling: spelling)) }
        }
    }

    /// The host, the paths and the header fields around some elements.
    private struct Scope {
        let host: String
        let spelling: RouteSpelling
        /// The pattern of the paths around the elements, joined; nil outside of every path.
        var path: String?
        /// The paths around the elements, the outermost first, each as written.
        var outerPaths: [RouteSpelling.WrittenPath] = []
        var headers = HTTPMock.HeaderFields()
    }

    private mutating func add(_ host: HTTPMock.Host) {
        let form = host.call == nil ? RouteSpelling.Form.tree : .paths
        var scope = Scope(host: host.pattern, spelling: RouteSpelling(form: form, hostLocation: host.location))
        // The fields of a host apply to all its paths, whether they cascade or not.
        for case let headers as HTTPMock.Headers in host.elements { scope.headers.override(with: headers.fields) }
        let paths = host.elements.compactMap { $0 as? HTTPMock.Path }
        if paths.isEmpty {
            let pattern = Redaction.text(ofHost: host.pattern)
            var title = "Host(\"\(pattern)\")"
            if let call = host.call { title = "\(call)(host: \"\(pattern)\")" }
            if host.elements.isEmpty {
                problems.append(.nothingIn(title, location: host.location))
            } else {
                problems.append(.headersOnly(in: title, location: host.location))
            }
        }
        for path in paths { add(path, in: scope) }
    }

    private mutating func add(_ path: HTTPMock.Path, in scope: Scope) {
        var registration = path.registration
        var inner = scope
        let joined = Self.join(scope.path, registration.path)
        inner.path = joined
        inner.outerPaths.append(
            RouteSpelling.WrittenPath(text: registration.path, location: registration.location))
        registration.headers = scope.headers
        for case let headers as HTTPMock.Headers in path.elements {
            registration.headers.override(with: headers.fields)
            if headers.cascades { inner.headers.override(with: headers.fields) }
        }
        registration.responses = path.elements.compactMap { $0 as? MockResponse }
        let children = path.elements.compactMap { $0 as? HTTPMock.Path }
        if !registration.responses.isEmpty {
            registration.host = scope.host
            registration.spelling = scope.spelling
            if scope.path != nil { registration.spelling.nestedPath = registration.path }
            registration.spelling.outerPaths = scope.outerPaths
            registration.path = joined
            registrations.append(registration)
        } else if children.isEmpty {
            let pattern = Redaction.text(ofAddress: registration.path)
            problems.append(.nothingIn("Path(\"\(pattern)\")", location: registration.location))
        }
        for child in children { add(child, in: inner) }
    }

    /// Joins two path patterns with one slash.
    ///
    /// A trailing slash of the outer pattern is dropped, unless the whole path is a slash.
    private static func join(_ outer: String?, _ path: String) -> String {
        guard let outer, !outer.isEmpty else { return path }
        var joined = outer
        if joined.hasSuffix("/") { joined.removeLast() }
        if path.isEmpty {
            if joined.isEmpty { return "/" }
            return joined
        }
        if !path.hasPrefix("/") { joined += "/" }
        return joined + path
    }
}
