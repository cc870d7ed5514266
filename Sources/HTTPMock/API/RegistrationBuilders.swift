/// The control flow that all result builders of the library accept.
///
/// `if`, `if`/`else`, `switch`, `for`, `if #available`, and arrays of elements.
@_documentation(visibility: internal)
@resultBuilder
public enum RegistrationBuilder<Element> {
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

/// Collects hosts and, for the default domain, paths.
///
/// A function with this attribute is a scenario that several tests can share:
///
/// ```swift
/// @MockBuilder func signedIn(as user: User) -> [MockElement] {
///     Host("api.example.com") { Path("/me") { MockResponse.encodable(user) } }
/// }
/// ```
public typealias MockBuilder = RegistrationBuilder<any MockElement>

/// Collects the headers and paths of a ``HTTPMock/Host``.
public typealias HostBuilder = RegistrationBuilder<any HostElement>

/// Collects the responses, headers and nested paths of a ``HTTPMock/Path``.
public typealias PathBuilder = RegistrationBuilder<any PathElement>

/// Collects the responses of one registration, for `addResponses` and `replaceResponses`.
public typealias ResponseBuilder = RegistrationBuilder<MockResponse>

/// An element of ``MockBuilder``: a host or a path of the default domain.
public protocol MockElement: Sendable {}

/// An element of ``HostBuilder``: headers or a path.
public protocol HostElement: Sendable {}

/// An element of ``PathBuilder``: a response, headers or a nested path.
public protocol PathElement: Sendable {}

extension MockResponse: PathElement {}

@_documentation(visibility: internal)
extension RegistrationBuilder where Element == any MockElement {
    /// Rejects headers with a message that names the right scope.
    @available(*, unavailable, message: "Headers are written in a Host or a Path")
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [MockElement] { [] }
    /// Rejects a response with a message that names the right scope.
    @available(*, unavailable, message: "A response is written in a Path")
    public static func buildExpression(_ response: MockResponse) -> [MockElement] { [] }
}

@_documentation(visibility: internal)
extension RegistrationBuilder where Element == any HostElement {
    /// Rejects a response with a message that names the right scope.
    @available(*, unavailable, message: "A response is written in a Path")
    public static func buildExpression(_ response: MockResponse) -> [HostElement] { [] }
    /// Rejects a host with a message that names the right scope.
    @available(*, unavailable, message: "A Host is written in registerResponses, next to other hosts")
    public static func buildExpression(_ host: HTTPMock.Host) -> [HostElement] { [] }
}

@_documentation(visibility: internal)
extension RegistrationBuilder where Element == any PathElement {
    /// Returns one response, which may be written with a leading dot.
    public static func buildExpression(_ response: MockResponse) -> [PathElement] { [response] }
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

extension HTTPMock {
    /// The mocks of one host, for ``HTTPMock/registerResponses(fileID:filePath:line:column:_:)``.
    ///
    /// ```swift
    /// Host("*.example.com:8080") {
    ///     Path("/user") { MockResponse.encodable(user) }
    /// }
    /// ```
    public struct Host: MockElement {
        let pattern: String
        let elements: [HostElement]
        let location: CallSite
        /// The name of the call whose argument is the host; nil for a host in a tree.
        var call: String?
    }
}

extension HTTPMock.Host {
    /// Creates the mocks of one host.
    ///
    /// - Parameters:
    ///   - pattern: The host, case-insensitive: `*` is any run of characters in one label, `**` any number of
    ///     labels, including none. A pattern with a port matches only that port.
    ///   - content: ``HTTPMock/Headers`` and ``HTTPMock/Path``s.
    public init(
        _ pattern: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, @HostBuilder content: () -> [HostElement]
    ) {
        self.init(
            pattern: pattern, elements: content(),
            location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}

/// Short for ``HTTPMock/Host``.
///
/// Foundation declares a `Host` on macOS and Linux. In a file where the compiler calls the name ambiguous, write
/// `import typealias HTTPMock.Host`.
public typealias Host = HTTPMock.Host

extension HTTPMock {
    /// The mocks of one path and of its nested paths.
    ///
    /// ```swift
    /// Path("/users/{id}", method: .get, query: ["page": "1"], matching: .contains) {
    ///     MockResponse.encodable(user)
    ///     MockResponse.empty(status: .notFound)
    ///     Path("/posts") { MockResponse.json("[]") }     // /users/{id}/posts
    /// }
    /// ```
    ///
    /// Nested paths do not inherit the method, the query, the priority and the conditions.
    public struct Path: MockElement, HostElement, PathElement {
        /// The path without its host, its outer paths and its responses.
        let registration: Registration
        let elements: [PathElement]

        /// Creates the mocks of one path, with its responses as a block or as an array.
        ///
        /// ```swift
        /// Path("/login", method: .post, when: .json(["user": "alice"]), responses: [.status(.noContent)])
        /// ```
        ///
        /// - Parameters:
        ///   - pattern: The path: `*` is any run of characters in one segment, `**` any number of segments, including
        ///     none, `{name}` a `*` with a name. A missing leading `/` is added.
        ///   - method: The method to match; any if nil.
        ///   - query: The query items to match; any query if nil.
        ///   - matching: `.exact` if these are all items of the query, `.contains` if others may be there too.
        ///   - priority: The registration with the highest priority answers, before specificity counts.
        ///   - conditions: Further conditions, all of which must match.
        ///   - responses: The responses, first in, first out.
        ///   - content: More responses; ``HTTPMock/Headers``; nested paths.
        public init(
            _ pattern: String, method: HTTPMethod? = nil, query: Query? = nil, matching: QueryMatching = .exact,
            priority: Int = 0, when conditions: RequestCondition..., responses: [MockResponse] = [],
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, @PathBuilder content: () -> [PathElement] = { [] }
        ) {
            registration = Registration(
                host: "", path: pattern, method: method, query: query.map { QueryPattern($0, matching: matching) },
                priority: priority, conditions: conditions, responses: [],
                location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
            elements = responses + content()
        }
    }
}

/// Short for ``HTTPMock/Path``.
///
/// SwiftUI declares a `Path` too. In a file where the compiler calls the name ambiguous, write
/// `import typealias HTTPMock.Path`.
public typealias Path = HTTPMock.Path

extension HTTPMock {
    /// Header fields for the responses of a ``HTTPMock/Host`` or a ``HTTPMock/Path``.
    ///
    /// A host's fields apply to every path of the host. A path's fields apply to the responses of that path and, with
    /// `cascade: true`, to the responses of nested paths. An inner field replaces an outer field of the same name, and
    /// a field of the response replaces both. Names are compared without case.
    ///
    /// ```swift
    /// Host("api.example.com") {
    ///     Headers(["X-Env": "Test"], cascade: true)
    ///     Path("/user") { MockResponse.empty() }
    /// }
    /// ```
    public struct Headers: HostElement, PathElement {
        let fields: HTTPMock.HeaderFields
        let cascade: Bool

        /// Creates header fields for the enclosing host or path, before or after its other elements.
        ///
        /// - Parameters:
        ///   - fields: Values by name.
        ///   - cascade: Whether the fields apply to nested paths too.
        public init(_ fields: [String: String], cascade: Bool = false) {
            self.fields = HTTPMock.HeaderFields(fields)
            self.cascade = cascade
        }
    }
}

/// Short for ``HTTPMock/Headers``.
public typealias Headers = HTTPMock.Headers

/// The registrations that the elements of a builder describe, and their problems.
struct RegistrationList: Sendable {
    var registrations: [Registration] = []
    var problems: [RegistrationProblem] = []

    init(_ elements: [MockElement], defaultHost: String, location: CallSite) {
        if elements.isEmpty { problems.append(.nothingIn("registerResponses", location: location)) }
        // Without a host in the tree, the call that has the tree may get one as its argument.
        let mayGetHost = elements.allSatisfy { $0 is HTTPMock.Path }
        let spelling = RouteSpelling(form: .tree, hasDefaultHost: true, hostLocation: mayGetHost ? location : nil)
        for element in elements {
            if let host = element as? HTTPMock.Host { add(host) }
            if let path = element as? HTTPMock.Path { add(path, in: Scope(host: defaultHost, spelling: spelling)) }
        }
    }

    private struct Scope {
        let host: String
        let spelling: RouteSpelling
        var path: String?
        var headers = HTTPMock.HeaderFields()
    }

    private mutating func add(_ host: HTTPMock.Host) {
        let form = host.call == nil ? RouteSpelling.Form.tree : .paths
        var scope = Scope(host: host.pattern, spelling: RouteSpelling(form: form, hostLocation: host.location))
        for case let headers as HTTPMock.Headers in host.elements { scope.headers.override(with: headers.fields) }
        let paths = host.elements.compactMap { $0 as? HTTPMock.Path }
        if paths.isEmpty {
            let title = host.call.map { "\($0)(host: \"\(host.pattern)\")" } ?? "Host(\"\(host.pattern)\")"
            let problem = host.elements.isEmpty ? RegistrationProblem.nothingIn : RegistrationProblem.headersOnly
            problems.append(problem(title, host.location))
        }
        for path in paths { add(path, in: scope) }
    }

    private mutating func add(_ path: HTTPMock.Path, in scope: Scope) {
        var (registration, inner) = (path.registration, scope)
        let joined = Self.join(scope.path, registration.path)
        inner.path = joined
        registration.headers = scope.headers
        for case let headers as HTTPMock.Headers in path.elements {
            registration.headers.override(with: headers.fields)
            if headers.cascade { inner.headers.override(with: headers.fields) }
        }
        registration.responses = path.elements.compactMap { $0 as? MockResponse }
        let children = path.elements.compactMap { $0 as? HTTPMock.Path }
        if !registration.responses.isEmpty {
            registration.host = scope.host
            registration.spelling = scope.spelling
            if scope.path != nil { registration.spelling.nestedPath = registration.path }
            registration.path = joined
            registrations.append(registration)
        } else if children.isEmpty {
            problems.append(.nothingIn("Path(\"\(registration.path)\")", location: registration.location))
        }
        for child in children { add(child, in: inner) }
    }

    /// Joins two path patterns with one slash; a trailing slash of the last one stays.
    private static func join(_ parent: String?, _ path: String) -> String {
        guard let parent, !parent.isEmpty else { return path }
        let base = parent.hasSuffix("/") ? String(parent.dropLast()) : parent
        if path.isEmpty { return base.isEmpty ? "/" : base }
        return path.hasPrefix("/") ? base + path : "\(base)/\(path)"
    }
}

// Foundation declares a class `Host` here. A file that imports Foundation and HTTPMock sees both, and the compiler
// tries both for `Host("api.example.com") { … }`.
#if os(macOS) || !canImport(Darwin)
    import Foundation

    extension Foundation.Host {
        /// Never chosen: makes the compiler report a mistake inside `Host { … }` in place.
        ///
        /// Without an initializer of the same shape, the compiler blames the name `Host` for every mistake inside the
        /// closure. Foundation's class then differs from the call in more ways than the mistake does.
        @_documentation(visibility: internal)
        @available(*, unavailable, message: "Write HTTPMock.Host, or import typealias HTTPMock.Host")
        public convenience init(
            _ pattern: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
            column: UInt = #column, @HostBuilder content: () -> [HostElement]
        ) {
            fatalError("unavailable")
        }
    }
#endif
