import Foundation

/// How one route compares with a request that it did not take, part by part.
struct RouteComparison {
    private(set) var holding: [String] = []
    private(set) var reasons: [String] = []

    /// - Parameters:
    ///   - route: The route.
    ///   - request: The request.
    ///   - conditions: Why each of the route's conditions does not hold, nil where it does; nil if none was asked.
    init(_ route: Route, _ request: MockRequest, conditions: [String?]?) {
        compareHost(route, request)
        if let method = route.method {
            note("method", method == request.method ? [] : ["method is \(request.method), expected \(method)"])
        }
        note("path", pathReasons(route, request))
        if let query = route.query {
            note("query", query.differences(from: request.query).map { "query item \($0.masked)" })
        }
        guard let conditions else { return }
        note(route.conditions.count == 1 ? "condition" : "conditions", conditions.compactMap(\.self))
    }

    var verdict: UnmockedDiagnosis.Verdict { .mismatch(holding: holding, reasons: reasons) }

    private mutating func note(_ part: String, _ reasons: [String]) {
        if reasons.isEmpty { holding.append(part) } else { self.reasons += reasons }
    }

    private mutating func compareHost(_ route: Route, _ request: MockRequest) {
        let (host, target) = (route.host, request.target)
        if !host.matchesName(of: target) {
            note("host", ["host is \(request.hostAndPort.debugDescription), expected \(host.text.debugDescription)"])
        } else if !host.matchesPort(of: target) {
            let port = target.port.map(String.init) ?? "none"
            note("host", ["port is \(port), expected \(host.port.map(String.init) ?? "any")"])
        } else {
            note("host", [])
        }
    }

    /// Segment by segment, unless the pattern takes any number of them.
    private func pathReasons(_ route: Route, _ request: MockRequest) -> [String] {
        guard !route.path.matches(request.target) else { return [] }
        let pattern = route.path.text
        let whole = "path is \(request.path.debugDescription), expected \(pattern.debugDescription)"
        guard !pattern.contains("**") else { return [whole] }
        let actual = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let expected = pattern.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var reasons: [String] = []
        for (number, (segment, pattern)) in zip(actual, expected).enumerated() where !Self.takes(pattern, segment) {
            let expected = String(pattern).debugDescription
            reasons.append("path segment \(number + 1) is \(String(segment).debugDescription), expected \(expected)")
        }
        if actual.count != expected.count {
            guard reasons.isEmpty else { return [whole] }
            let shared = min(actual.count, expected.count)
            let surplus = actual.dropFirst(shared).joined(separator: "/")
            let lack = expected.dropFirst(shared).joined(separator: "/")
            switch (surplus.isEmpty, lack.isEmpty) {
            case (false, _): return ["path goes on with \("/\(surplus)".debugDescription), expected no more"]
            case (_, false): return ["path ends before \("/\(lack)".debugDescription)"]
            default: return ["path \(actual.count > expected.count ? "ends" : "does not end") with a slash"]
            }
        }
        return reasons.isEmpty ? [whole] : reasons
    }

    private static func takes(_ pattern: Substring, _ segment: Substring) -> Bool {
        guard let pattern = try? PathPattern("/\(pattern)"), let url = URL(string: "http://host/\(segment)") else {
            return pattern == segment
        }
        return pattern.matches(RequestTarget(url: url))
    }
}

extension QueryPattern.Difference {
    /// The difference as text, without the values of what its name tells to be secret.
    fileprivate var masked: String {
        switch self {
        case .different(nil, let expected) where Redaction.isSecret(expected.name):
            "\(expected.name) is without a value, expected another"
        case .different(_, let expected) where Redaction.isSecret(expected.name): "\(expected.name) is another"
        case .missing(let item) where Redaction.isSecret(item.name): "\(item.name) is missing"
        case .unexpected(let name, let value) where Redaction.isSecret(name) && value != nil:
            "\(name) is \(Redaction.mask), expected no such item"
        default: "\(self)"
        }
    }
}
