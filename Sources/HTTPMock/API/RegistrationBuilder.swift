/// The control flow that all result builders of the library accept.
///
/// A block may have `if`, `if`/`else`, `switch`, `for`, `if #available`, and arrays of elements.
@_documentation(visibility: internal)
@resultBuilder
public enum RegistrationBuilder<Element> {
    /// Concatenates the parts of a block.
    public static func buildBlock(_ parts: [Element]...) -> [Element] {
        parts.flatMap { $0 }
    }
    /// Returns the part of an `if` without `else`.
    public static func buildOptional(_ part: [Element]?) -> [Element] {
        part ?? []
    }
    /// Returns the first branch of an `if` or `switch`.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// Returns the second branch of an `if` or `switch`.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// Concatenates the parts of a `for` loop.
    public static func buildArray(_ parts: [[Element]]) -> [Element] {
        parts.flatMap { $0 }
    }
    /// Returns the part of an `if #available`.
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] {
        part
    }
    /// Returns the elements of an array.
    public static func buildExpression(_ elements: [Element]) -> [Element] {
        elements
    }
    /// Returns one element.
    public static func buildExpression(_ element: Element) -> [Element] {
        [element]
    }
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

extension MockResponse: PathElement {}

@_documentation(visibility: internal)
extension RegistrationBuilder where Element == any MockElement {
    /// Rejects headers with a message that names the right scope.
    @available(*, unavailable, message: "Headers are written in a Host or a Path")
    public static func buildExpression(_ headers: HTTPMock.Headers) -> [MockElement] {
        []
    }
    /// Rejects a response with a message that names the right scope.
    @available(*, unavailable, message: "A response is written in a Path")
    public static func buildExpression(_ response: MockResponse) -> [MockElement] {
        []
    }
}

@_documentation(visibility: internal)
extension RegistrationBuilder where Element == any HostElement {
    /// Rejects a response with a message that names the right scope.
    @available(*, unavailable, message: "A response is written in a Path")
    public static func buildExpression(_ response: MockResponse) -> [HostElement] {
        []
    }
    /// Rejects a host with a message that names the right scope.
    @available(*, unavailable, message: "A Host is written in registerResponses, next to other hosts")
    public static func buildExpression(_ host: HTTPMock.Host) -> [HostElement] {
        []
    }
}

@_documentation(visibility: internal)
extension RegistrationBuilder where Element == any PathElement {
    /// Returns one response, which may be written with a leading dot.
    public static func buildExpression(_ response: MockResponse) -> [PathElement] {
        [response]
    }
    /// Rejects a host with a message that names the right scope.
    @available(*, unavailable, message: "A Host is written in registerResponses, next to other hosts")
    public static func buildExpression(_ host: HTTPMock.Host) -> [PathElement] {
        []
    }
    /// Rejects any other value with a message that names what a path may have.
    @available(
        *, unavailable,
        message: "A Path has responses, Headers and Paths. For a value write MockResponse.encodable(value)"
    )
    public static func buildExpression<Value>(_ value: Value) -> [PathElement] {
        []
    }
}

/// Short for ``HTTPMock/Host``.
///
/// Foundation declares a `Host` on macOS and Linux. In a file where the compiler calls the name ambiguous, write
/// `import typealias HTTPMock.Host`.
public typealias Host = HTTPMock.Host

/// Short for ``HTTPMock/Path``.
///
/// SwiftUI declares a `Path` too. In a file where the compiler calls the name ambiguous, write
/// `import typealias HTTPMock.Path`.
public typealias Path = HTTPMock.Path

/// Short for ``HTTPMock/Headers``.
public typealias Headers = HTTPMock.Headers

// Foundation declares a class `Host` on these systems. A file that imports Foundation and HTTPMock sees both types, and
// the compiler tries both for `Host("api.example.com") { … }`.
#if os(macOS) || !canImport(Darwin)
    import Foundation

    extension Foundation.Host {
        /// Makes the compiler report a mistake inside `Host { … }` in place; never called.
        ///
        /// Without an initializer of the same shape, the compiler blames the name `Host` for every mistake inside the
        /// closure. The initializer is unavailable, so that the compiler prefers ``HTTPMock/Host``.
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
