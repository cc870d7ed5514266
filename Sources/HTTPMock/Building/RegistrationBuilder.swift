/// What the package's result builders share: `if`, `if`/`else`, `switch`, `for`, `if #available` and arrays.
public protocol RegistrationBuilder {
    /// What the builder collects.
    associatedtype Element: Sendable
}

extension RegistrationBuilder {
    /// All parts in their order.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
    /// The part of an `if` without `else`.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// The part of an `if` that holds, or of a `switch`.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// The part of an `else`, or of a `switch`.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// The parts of a `for`.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
    /// The part of an `if #available`.
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
    /// An array of what the builder collects.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// One of what the builder collects.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
}

/// Collects the responses of ``HTTPMock/addResponses(forPath:host:method:query:matching:when:fileID:filePath:line:column:responses:)``.
@resultBuilder
public enum ResponseBuilder: RegistrationBuilder {
    /// A response.
    public typealias Element = MockResponse
}

/// Collects hosts and, for the default domain, paths.
@resultBuilder
public enum MockBuilder: RegistrationBuilder {
    /// A host or a path.
    public typealias Element = MockElement

    /// A host with its paths.
    public static func buildExpression(_ host: HTTPMock.Host) -> [MockElement] { [MockElement(kind: .host(host))] }
    /// Several hosts.
    public static func buildExpression(_ hosts: [HTTPMock.Host]) -> [MockElement] { hosts.flatMap(buildExpression) }
    /// A path of the default domain.
    public static func buildExpression(_ path: HTTPMock.Path) -> [MockElement] { [MockElement(kind: .path(path))] }
    /// Several paths of the default domain.
    public static func buildExpression(_ paths: [HTTPMock.Path]) -> [MockElement] { paths.flatMap(buildExpression) }
}

extension MockBuilder {
    /// Not here.
    @available(*, unavailable, message: "Headers stand in a Host or a Path")
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [MockElement] { [] }
    /// Not here.
    @available(*, unavailable, message: "A response stands in a Path")
    public static func buildExpression(_ response: MockResponse) -> [MockElement] { [] }
}

/// Collects what stands in a ``HTTPMock/Host``: headers and paths.
@resultBuilder
public enum HostBuilder: RegistrationBuilder {
    /// Headers or a path.
    public typealias Element = HostElement

    /// Header fields for every path of the host.
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [HostElement] {
        [HostElement(kind: .headers(headers))]
    }
    /// Several sets of header fields, the later ones stronger.
    public static func buildExpression(_ headers: [HTTPMock.Headers]) -> [HostElement] {
        headers.flatMap(buildExpression)
    }
    /// A path with its responses.
    public static func buildExpression(_ path: HTTPMock.Path) -> [HostElement] { [HostElement(kind: .path(path))] }
    /// Several paths.
    public static func buildExpression(_ paths: [HTTPMock.Path]) -> [HostElement] { paths.flatMap(buildExpression) }
}

extension HostBuilder {
    /// Not here.
    @available(*, unavailable, message: "A response stands in a Path")
    public static func buildExpression(_ response: MockResponse) -> [HostElement] { [] }
    /// Not here.
    @available(*, unavailable, message: "A Host stands in registerResponses, beside other hosts")
    public static func buildExpression(_ host: HTTPMock.Host) -> [HostElement] { [] }
}

/// Collects what stands in a ``HTTPMock/Path``: responses, headers and nested paths.
@resultBuilder
public enum PathBuilder: RegistrationBuilder {
    /// A response, headers or a nested path.
    public typealias Element = PathElement

    /// A response, queued behind those before it.
    public static func buildExpression(_ response: MockResponse) -> [PathElement] {
        [PathElement(kind: .response(response))]
    }
    /// Several responses.
    public static func buildExpression(_ responses: [MockResponse]) -> [PathElement] {
        responses.flatMap(buildExpression)
    }
    /// Header fields for this path, or for all below it as well.
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [PathElement] {
        [PathElement(kind: .headers(headers))]
    }
    /// Several sets of header fields, the later ones stronger.
    public static func buildExpression(_ headers: [HTTPMock.Headers]) -> [PathElement] {
        headers.flatMap(buildExpression)
    }
    /// A nested path.
    public static func buildExpression(_ path: HTTPMock.Path) -> [PathElement] { [PathElement(kind: .path(path))] }
    /// Several nested paths.
    public static func buildExpression(_ paths: [HTTPMock.Path]) -> [PathElement] { paths.flatMap(buildExpression) }
}

/// What ``MockBuilder`` collects.
public struct MockElement: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case host(HTTPMock.Host)
        case path(HTTPMock.Path)
    }
}

/// What ``HostBuilder`` collects.
public struct HostElement: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case headers(HTTPMock.Headers)
        case path(HTTPMock.Path)
    }
}

/// What ``PathBuilder`` collects.
public struct PathElement: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case response(MockResponse)
        case headers(HTTPMock.Headers)
        case path(HTTPMock.Path)
    }
}
