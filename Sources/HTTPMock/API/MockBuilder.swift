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
