/// The control flow that all result builders of the library accept.
///
/// `if`, `if`/`else`, `switch`, `for`, `if #available`, and arrays of elements.
@_documentation(visibility: internal)
public protocol RegistrationBuilder {
    /// The type that the builder collects.
    associatedtype Element: Sendable
}

@_documentation(visibility: internal)
extension RegistrationBuilder {
    /// Concatenates the parts of a block.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
    /// Returns the part of an `if` without `else`.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// Returns the first branch of an `if` or `switch`.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// Returns the second branch of an `if` or `switch`.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// Concatenates the parts of a `for` loop.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
    /// Returns the part of an `if #available`.
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
    /// Returns the elements of an array.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Returns one element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
}

/// Collects the headers and paths of a ``HTTPMock/Host``.
@resultBuilder
public enum HostBuilder: RegistrationBuilder {
    /// Headers or a path.
    @_documentation(visibility: internal)
    public typealias Element = HostElement
}

@_documentation(visibility: internal)
extension HostBuilder {
    /// Adds header fields for every path of the host.
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [HostElement] {
        [HostElement(kind: .headers(headers))]
    }
    /// Adds several sets of header fields; later ones replace earlier ones.
    public static func buildExpression(_ headers: [HTTPMock.Headers]) -> [HostElement] {
        headers.flatMap(buildExpression)
    }
    /// Adds a path with its responses.
    public static func buildExpression(_ path: HTTPMock.Path) -> [HostElement] { [HostElement(kind: .path(path))] }
    /// Adds several paths.
    public static func buildExpression(_ paths: [HTTPMock.Path]) -> [HostElement] { paths.flatMap(buildExpression) }

    /// Rejects a response with a message that names the right scope.
    @available(*, unavailable, message: "A response is written in a Path")
    public static func buildExpression(_ response: MockResponse) -> [HostElement] { [] }
    /// Rejects a host with a message that names the right scope.
    @available(*, unavailable, message: "A Host is written in registerResponses, next to other hosts")
    public static func buildExpression(_ host: HTTPMock.Host) -> [HostElement] { [] }
}

/// An opaque element of ``HostBuilder``: headers or a path.
public struct HostElement: Sendable {
    let kind: Kind

    indirect enum Kind: Sendable {
        case headers(HTTPMock.Headers)
        case path(HTTPMock.Path)
    }
}

/// Collects the responses, headers and nested paths of a ``HTTPMock/Path``.
@resultBuilder
public enum PathBuilder: RegistrationBuilder {
    /// A response, headers or a nested path.
    @_documentation(visibility: internal)
    public typealias Element = PathElement
}

@_documentation(visibility: internal)
extension PathBuilder {
    /// Adds a response to the end of the queue.
    public static func buildExpression(_ response: MockResponse) -> [PathElement] {
        [PathElement(kind: .response(response))]
    }
    /// Adds several responses to the end of the queue.
    public static func buildExpression(_ responses: [MockResponse]) -> [PathElement] {
        responses.flatMap(buildExpression)
    }
    /// Adds header fields for this path or, if they cascade, for nested paths too.
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [PathElement] {
        [PathElement(kind: .headers(headers))]
    }
    /// Adds several sets of header fields; later ones replace earlier ones.
    public static func buildExpression(_ headers: [HTTPMock.Headers]) -> [PathElement] {
        headers.flatMap(buildExpression)
    }
    /// Adds a nested path.
    public static func buildExpression(_ path: HTTPMock.Path) -> [PathElement] { [PathElement(kind: .path(path))] }
    /// Adds several nested paths.
    public static func buildExpression(_ paths: [HTTPMock.Path]) -> [PathElement] { paths.flatMap(buildExpression) }

    /// Rejects a host with a message that names the right scope.
    @available(*, unavailable, message: "A Host is written in registerResponses, next to other hosts")
    public static func buildExpression(_ host: HTTPMock.Host) -> [PathElement] { [] }
    /// Rejects any other value with a message that names what a path may have.
    @available(
        *, unavailable,
        message: "A Path has responses, Headers and Paths. For a value write MockResponse.encodable(value)"
    )
    public static func buildExpression<Value>(_ value: Value) -> [PathElement] { [] }
}

/// An opaque element of ``PathBuilder``: a response, headers or a nested path.
public struct PathElement: Sendable {
    let kind: Kind

    indirect enum Kind: Sendable {
        case response(MockResponse)
        case headers(HTTPMock.Headers)
        case path(HTTPMock.Path)
    }
}

/// Collects the responses of
/// ``HTTPMock/addResponses(forPath:host:method:query:matching:priority:when:fileID:filePath:line:column:responses:)``.
@resultBuilder
public enum ResponseBuilder: RegistrationBuilder {
    /// A response.
    @_documentation(visibility: internal)
    public typealias Element = MockResponse
}

/// Collects hosts and, for the default domain, paths.
///
/// A function with this attribute is a scenario that several tests can share:
///
/// ```swift
/// @MockBuilder func signedIn(as user: User) -> [MockElement] {
///     Host("api.example.com") { Path("/me") { MockResponse.encodable(user) } }
/// }
/// ```
@resultBuilder
public enum MockBuilder: RegistrationBuilder {
    /// A host or a path.
    @_documentation(visibility: internal)
    public typealias Element = MockElement
}

@_documentation(visibility: internal)
extension MockBuilder {
    /// Adds a host with its paths.
    public static func buildExpression(_ host: HTTPMock.Host) -> [MockElement] { [MockElement(kind: .host(host))] }
    /// Adds several hosts.
    public static func buildExpression(_ hosts: [HTTPMock.Host]) -> [MockElement] { hosts.flatMap(buildExpression) }
    /// Adds a path of the default domain.
    public static func buildExpression(_ path: HTTPMock.Path) -> [MockElement] { [MockElement(kind: .path(path))] }
    /// Adds several paths of the default domain.
    public static func buildExpression(_ paths: [HTTPMock.Path]) -> [MockElement] { paths.flatMap(buildExpression) }

    /// Rejects headers with a message that names the right scope.
    @available(*, unavailable, message: "Headers are written in a Host or a Path")
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [MockElement] { [] }
    /// Rejects a response with a message that names the right scope.
    @available(*, unavailable, message: "A response is written in a Path")
    public static func buildExpression(_ response: MockResponse) -> [MockElement] { [] }
}

/// An opaque element of ``MockBuilder``: a host or a path.
public struct MockElement: Sendable {
    let kind: Kind

    indirect enum Kind: Sendable {
        case host(HTTPMock.Host)
        case path(HTTPMock.Path)
    }
}

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
