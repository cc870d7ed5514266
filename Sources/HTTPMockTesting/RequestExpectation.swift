import HTTPMock

/// A request that is expected to have arrived, for `verifyInOrder`.
///
/// As a string it is what `requestSummary` has in a line, patterns allowed: `"POST /login"`, `"/users/*"`,
/// `"GET /search?q=swift"`.
public struct RequestExpectation: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let method: HTTPMock.HTTPMethod?
    private let host: String?
    private let path: String
    /// The query exactly as a line of `requestSummary` has it; any if nil.
    private let query: String?

    /// A request as a line of text.
    ///
    /// - Parameter line: The method, if it matters, and the path pattern; with a `?`, the query just as it was sent.
    public init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        method = words.count == 2 ? HTTPMock.HTTPMethod(rawValue: words[0]) : nil
        (path, query) = Self.parts(of: words.last ?? "")
        host = nil
    }

    /// A request as a line of text.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// A request by its parts.
    ///
    /// - Parameters:
    ///   - method: The method; any if nil.
    ///   - path: The path pattern, as for a registration; with a `?`, the query just as it was sent.
    ///   - host: The host pattern, as for a registration; any if nil.
    public static func request(
        _ method: HTTPMock.HTTPMethod? = nil, _ path: String, host: String? = nil
    ) -> RequestExpectation {
        RequestExpectation(method: method, host: host, path: path)
    }

    init(method: HTTPMock.HTTPMethod?, host: String?, path: String) {
        self.method = method
        self.host = host
        (self.path, query) = Self.parts(of: path)
    }

    private static func parts(of address: String) -> (path: String, query: String?) {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
    }

    /// What is expected, as in `POST api.example.com/login`.
    public var description: String {
        "\(method.map { "\($0) " } ?? "")\(host ?? "")\(path)\(query.map { "?\($0)" } ?? "")"
    }

    /// - Throws: ``HTTPMockError`` if a pattern can't match any request.
    func makeMatcher() throws -> Matcher {
        Matcher(filter: try RequestFilter(method: method, host: host, path: path), query: query)
    }

    struct Matcher {
        let filter: RequestFilter
        let query: String?

        func matches(_ request: MockRequest) -> Bool { differences(from: request).isEmpty }

        /// Part by part, why a request is not the one.
        func differences(from request: MockRequest) -> [String] {
            var differences = filter.differences(from: request)
            // As it was sent, or as `requestSummary` has it, where secrets are masked.
            let sent = request.url.query(percentEncoded: true) ?? ""
            let masked = request.summary.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
            if let query, query != sent, query != masked {
                differences.append("query is \(masked.debugDescription), expected \(query.debugDescription)")
            }
            return differences
        }

        /// The nearest of what arrived, and what keeps it from being the one; nil if nothing arrived.
        func nearest(in records: [RecordedRequest]) -> String? {
            let requests = records.map(\.request).filter { !matches($0) }
            guard let nearest = requests.min(by: { distance(to: $0) < distance(to: $1) }) else { return nil }
            return "  nearest: \(nearest.summary)\n    \(differences(from: nearest).joined(separator: "; "))"
        }

        private func distance(to request: MockRequest) -> Int {
            filter.distance(to: request) + (differences(from: request).count * 1_000)
        }
    }
}
