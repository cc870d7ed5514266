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
