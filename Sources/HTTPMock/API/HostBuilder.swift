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
