/// Which logged requests are meant: by method, host and path, patterns allowed.
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

    /// What is asked for, as in `POST api.example.com/login`.
    package var description: String {
        let address = "\(host?.text ?? "")\(path?.text ?? "/**")"
        return "\(method.map { "\($0) " } ?? "")\(address)"
    }

    /// Part by part, why a request is not what is asked for.
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

    /// How far a request is from what is asked for: fewer parts that differ, then a path that goes along further.
    package func distance(to request: MockRequest) -> Int {
        let reach = path.map { min($0.reach(in: request.target), 900) } ?? 0
        return differences(from: request).count * 1_000 - reach
    }
}
