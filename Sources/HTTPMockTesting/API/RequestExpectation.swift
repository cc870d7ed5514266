import HTTPMock

/// A request that is expected to have arrived, for `verifyInOrder`.
///
/// As a string it is a line of `requestSummary`, with patterns allowed: `"POST /login"`, `"/users/*"`,
/// `"GET /search?q=swift"`, `"GET https://api.example.com/users"`.
public struct RequestExpectation: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    private let method: HTTPMock.HTTPMethod?
    private let host: String?
    private let path: String

    /// Creates an expectation from a line of text.
    ///
    /// - Parameter line: The method, if it matters, and the path pattern, perhaps with `?` and the query as it was
    ///   sent, or an absolute URL.
    public init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        method = words.count == 2 ? HTTPMock.HTTPMethod(rawValue: words[0]) : nil
        path = words.last ?? ""
        host = nil
    }

    /// Creates an expectation from a line of text, in which values may be interpolated.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Creates an expectation from its parts.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - path: The path pattern, perhaps with `?` and the query as it was sent, or an absolute URL.
    ///   - host: The host pattern, as for a registration; any if nil.
    public static func request(
        _ method: HTTPMock.HTTPMethod? = nil, _ path: String, host: String? = nil
    ) -> RequestExpectation {
        RequestExpectation(method: method, host: host, path: path)
    }

    init(method: HTTPMock.HTTPMethod?, host: String?, path: String) {
        self.method = method
        self.host = host
        self.path = path
    }

    /// The expected request, as in `POST api.example.com/login`.
    public var description: String {
        "\(method.map { "\($0) " } ?? "")\(host ?? "")\(path)"
    }

    /// Creates the filter of the expected requests.
    ///
    /// - Throws: ``HTTPMockError`` if a pattern can't match any request.
    func makeFilter() throws -> RequestFilter {
        try RequestFilter(method: method, host: host, path: path)
    }
}
