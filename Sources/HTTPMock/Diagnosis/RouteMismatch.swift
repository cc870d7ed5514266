import Foundation

/// The parts of a route that a request matches, and those that differ.
final class RouteMismatch {
    private(set) var matching: [UnmockedDiagnosis.Part] = []
    private(set) var mismatches: [UnmockedDiagnosis.Mismatch] = []
    /// The first condition that does not match; nil if all match or none was evaluated.
    private(set) var differingCondition: RequestCondition?

    /// Compares a request with a route.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - request: The request.
    ///   - conditions: The mismatch of each condition, nil where it matches; nil if none was evaluated.
    init(_ route: Route, _ request: MockRequest, conditions: [String?]?) {
        note(.host, Self.hostReasons(route, request))
        if let method = route.method {
            note(.method, method == request.method ? [] : ["method is \(request.method), expected \(method)"])
        } else if request.isPreflight {
            note(.method, ["a CORS preflight uses only a response that is registered with method: .options"])
        }
        note(.path, Self.pathReasons(route, request))
        if let query = route.query { note(.query, Self.queryReasons(query, request)) }
        guard let conditions else { return }
        note(.conditions, conditions.compactMap { $0 })
        differingCondition = zip(route.conditions, conditions).first { $0.1 != nil }?.0
    }

    var verdict: UnmockedDiagnosis.Verdict {
        mismatches.isEmpty ? .outranked : .mismatch(matching: matching, mismatches: mismatches)
    }

    private func note(_ part: UnmockedDiagnosis.Part, _ reasons: [String]) {
        if reasons.isEmpty { matching.append(part) }
        mismatches += reasons.map { UnmockedDiagnosis.Mismatch(part: part, reason: $0) }
    }

    private static func hostReasons(_ route: Route, _ request: MockRequest) -> [String] {
        let (host, target) = (route.host, request.target)
        if !host.matchesName(of: target) {
            let origin =
                route.spelling.hasDefaultHost ? " (defaultDomain: no host was given at \(route.location))" : ""
            return [
                "host is \(request.hostAndPort.shortened.debugDescription), expected \(host.text.debugDescription)\(origin)"
            ]
        }
        if !host.matchesPort(of: target) {
            let port = target.port.map(String.init) ?? "none"
            return ["port is \(port), expected \(host.port.map(String.init) ?? "any")"]
        }
        return []
    }

    private static func queryReasons(_ query: QueryPattern, _ request: MockRequest) -> [String] {
        let differences = query.differences(from: request.query)
        var reasons = differences.map { "query item \($0.masked)" }
        let isOnlyLonger = differences.allSatisfy { if case .unexpected = $0 { true } else { false } }
        if isOnlyLonger, let last = reasons.popLast() {
            reasons.append("\(last); to allow other items write matching: .contains")
        }
        return reasons
    }

    /// Compares segment by segment, unless the pattern matches any number of segments.
    private static func pathReasons(_ route: Route, _ request: MockRequest) -> [String] {
        guard !route.path.matches(request.target) else { return [] }
        let pattern = route.path.text
        let whole = "path is \(request.path.shortened.debugDescription), expected \(pattern.debugDescription)"
        guard !pattern.contains("**"), request.path.utf8.count <= String.shownLimit else { return [whole] }
        let actual = request.path.pathSegments
        let expected = pattern.pathSegments
        let reasons = differingSegments(of: route.path, request).map { number in
            let (segment, pattern) = (String(actual[number]), String(expected[number]))
            return "path segment \(number + 1) is \(segment.debugDescription), expected \(pattern.debugDescription)"
        }
        guard actual.count != expected.count else { return reasons.isEmpty ? [whole] : reasons }
        guard reasons.isEmpty else { return [whole] }
        let shared = min(actual.count, expected.count)
        let surplus = actual.dropFirst(shared).joined(separator: "/")
        let lack = expected.dropFirst(shared).joined(separator: "/")
        if !surplus.isEmpty { return ["path goes on with \("/\(surplus)".debugDescription), expected no more"] }
        if !lack.isEmpty { return ["path ends before \("/\(lack)".debugDescription)"] }
        return ["\(whole) (trailing slash)"]
    }

    /// Returns the indices of the segments that the pattern does not match.
    ///
    /// Segments that only one of the two has are left out.
    static func differingSegments(of path: PathPattern, _ request: MockRequest) -> [Int] {
        zip(request.path.pathSegments, path.text.pathSegments).enumerated().compactMap { number, pair in
            matches(pair.1, pair.0) ? nil : number
        }
    }

    private static func matches(_ pattern: Substring, _ segment: Substring) -> Bool {
        guard let pattern = try? PathPattern("/\(pattern)"), let url = URL(string: "http://host/\(segment)") else {
            return pattern == segment
        }
        return pattern.matches(RequestTarget(url: url))
    }
}

extension String {
    /// The segments of a path or path pattern that begins with a slash.
    ///
    /// The last segment is empty after a trailing slash.
    var pathSegments: [Substring] { Array(split(separator: "/", omittingEmptySubsequences: false).dropFirst()) }
}

extension QueryPattern.Difference {
    /// The difference as text, without the values of items whose name marks them as secret.
    fileprivate var masked: String {
        switch self {
        case .different(nil, let expected) where Redaction.isSecret(expected.name):
            "\(expected.name) has no value, expected another"
        case .different(_, let expected) where Redaction.isSecret(expected.name): "\(expected.name) has another value"
        case .missing(let item) where Redaction.isSecret(item.name): "\(item.name) is missing"
        case .unexpected(let name, let value) where Redaction.isSecret(name) && value != nil:
            "\(name) is \(Redaction.mask), expected no such item"
        default: "\(self)"
        }
    }
}
