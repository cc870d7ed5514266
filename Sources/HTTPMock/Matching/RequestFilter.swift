/// A filter for logged requests by method, host and path; patterns are allowed.
package struct RequestFilter: Sendable, CustomStringConvertible {
    private let method: HTTPMock.HTTPMethod?
    private let host: HostPattern?
    private let path: PathPattern?

    /// - Throws: ``HTTPMockError`` if a pattern can't match any request.
    package init(method: HTTPMock.HTTPMethod?, host: String?, path: String?) throws {
        do {
            self.method = method
            self.host = try host.map { try HostPattern($0) }
            self.path = try path.map { try PathPattern($0) }
        } catch {
            throw HTTPMockError("HTTPMock: no request can match: \(error)")
        }
    }

    package func matches(_ request: MockRequest) -> Bool {
        if let method, method != request.method { return false }
        if let host, !host.matches(request.target) { return false }
        if let path, !path.matches(request.target) { return false }
        return true
    }

    /// Whether every request matches.
    var isAny: Bool { method == nil && host == nil && path == nil }

    /// The method, host and path, as in `POST api.example.com/login`.
    package var description: String {
        let address = "\(host?.text ?? "")\(path?.text ?? "/**")"
        return "\(method.map { "\($0) " } ?? "")\(address)"
    }

    /// Returns the parts of a request that do not match, one text a part.
    package func differences(from request: MockRequest) -> [String] {
        var differences: [String] = []
        if let method, method != request.method {
            differences.append("method is \(request.method), expected \(method)")
        }
        if let host, !host.matches(request.target) {
            differences.append(
                "host is \(request.hostAndPort.debugDescription), expected \(host.text.debugDescription)")
        }
        if let path, !path.matches(request.target) {
            differences.append("path is \(request.path.debugDescription), expected \(path.text.debugDescription)")
        }
        return differences
    }

    /// Returns how far a request is from matching: first the number of parts that differ, then the path's mismatch.
    package func distance(to request: MockRequest) -> Int {
        let matched = path.map { min($0.matchedPrefixLength(in: request.target), 900) } ?? 0
        return differences(from: request).count * 1_000 - matched
    }
}
