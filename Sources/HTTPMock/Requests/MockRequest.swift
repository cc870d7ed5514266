import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request as the mock saw it: what conditions and handlers are given, and what the log keeps.
///
/// The body is there however it was given: `httpBody`, `httpBodyStream`, an upload from data, a file or a stream.
/// Headers include the session's `httpAdditionalHeaders` and the cookies of its storage.
public struct MockRequest: Sendable {
    /// The request, with its body in `httpBody`.
    public var urlRequest: URLRequest {
        guard case .file(let file) = content else { return head }
        var complete = head
        complete.httpBody = file.data
        return complete
    }

    /// The body; empty where there is none. The file of an upload is read when the body is first read.
    public var body: Data { content.data }

    /// The request, without a body that is in a file.
    let head: URLRequest

    /// The body, in memory or in a file.
    let content: RequestBody

    /// How many requests the registration has served, this one included; 0 while conditions are evaluated.
    public internal(set) var callCount = 0

    let target: RequestTarget
    var pathParameters: [String: String] = [:]

    /// - Parameters:
    ///   - urlRequest: The request; the mock of a request without a URL is never asked.
    ///   - body: All of its body, whatever `urlRequest` holds.
    package init(_ urlRequest: URLRequest, url: URL, body: Data) {
        self.init(urlRequest, target: RequestTarget(url: url), content: .data(body))
    }

    package init(_ urlRequest: URLRequest, url: URL, content: RequestBody) {
        self.init(urlRequest, target: RequestTarget(url: url), content: content)
    }

    init(_ urlRequest: URLRequest, target: RequestTarget, content: RequestBody) {
        head = urlRequest
        self.target = target
        self.content = content
    }

    /// The URL as it was requested.
    public var url: URL { target.url }

    /// The method, in the spelling of the request.
    public var method: HTTPMock.HTTPMethod { HTTPMock.HTTPMethod(rawValue: head.httpMethod ?? "GET") }

    /// The host, lower-cased; an international name in its `xn--` form, an IPv6 address in brackets, "" where none.
    public var host: String { target.host }

    /// The port of the URL, or its scheme's default (80, 443); nil for a scheme without one.
    public var port: Int? { target.port }

    /// The path as the URL spells it, percent-encoding kept; "/" where the URL has none.
    public var path: String { target.path }

    /// The query's items in order, percent-decoded; `+` stays a plus, as Foundation has it.
    public var query: [URLQueryItem] { target.queryItems }

    /// The first value of a query item, nil where the name is missing or has no value.
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// All values of a query item in order; an item without a value counts as "".
    ///
    /// - Parameter name: The name, percent-decoded; case counts.
    public func queryValues(_ name: String) -> [String] {
        query.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// The header fields, the session's own and its cookies included.
    public var headers: [String: String] { head.allHTTPHeaderFields ?? [:] }

    /// The value of a header field.
    ///
    /// - Parameter name: The name, in any case.
    public func header(_ name: String) -> String? {
        head.value(forHTTPHeaderField: name)
    }

    /// What a `{name}` in the registered path matched, percent-decoded.
    ///
    /// - Parameter name: The name between the braces.
    public func pathParameter(_ name: String) -> String? {
        pathParameters[name]
    }
}
