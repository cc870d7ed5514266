import Foundation

/// The result of comparing a request with a route, part by part.
struct RouteComparison: CustomStringConvertible {
    private(set) var parts: [UnmockedDiagnosis.ComparedPart] = []
    /// The only condition that does not match; nil if there is none or several, and without evaluation.
    private(set) var differingCondition: RequestCondition?

    /// Compares a request with a route.
    ///
    /// - Parameter conditions: The mismatch of each condition, nil where the condition matches; nil without evaluation.
    init(_ route: Route, _ request: MockRequest, conditions: [String?]?) {
        note(.host, Self.hostReasons(route, request))
        if let method = route.method {
            var reasons: [String] = []
            if method != request.method { reasons = ["method is \(request.method), expected \(method)"] }
            note(.method, reasons)
        } else if request.isPreflight {
            note(.method, ["a CORS preflight uses only a response that is registered with method: .options"])
        }
        note(.path, Self.pathReasons(route, request))
        if let query = route.query { note(.query, Self.queryReasons(query, request)) }
        guard let conditions else { return }
        note(.conditions, conditions.compactMap { $0 })
        let differing = zip(route.conditions, conditions).filter { $0.1 != nil }
        if differing.count == 1 { differingCondition = differing[0].0 }
    }

    var differingParts: [UnmockedDiagnosis.Part] {
        parts.filter { !$0.reasons.isEmpty }.map(\.part)
    }

    var isMatch: Bool { differingParts.isEmpty }

    /// The parts that match, and then the differences of the others.
    var description: String {
        let matching = parts.filter(\.reasons.isEmpty).map(\.part)
        var texts = parts.flatMap(\.reasons)
        if let last = matching.last {
            let others = matching.dropLast().map(\.rawValue).joined(separator: ", ")
            if others.isEmpty {
                texts.insert(last == .conditions ? "conditions match" : "\(last) matches", at: 0)
            } else {
                texts.insert("\(others) and \(last) match", at: 0)
            }
        }
        return texts.joined(separator: "; ")
    }

    private mutating func note(_ part: UnmockedDiagnosis.Part, _ reasons: [String]) {
        parts.append(UnmockedDiagnosis.ComparedPart(part: part, reasons: reasons))
    }

    private static func hostReasons(_ route: Route, _ request: MockRequest) -> [String] {
        let (host, target) = (route.host, request.target)
        if !host.matchesTokens(of: target) {
            let actual = request.hostAndPort.shortened.swiftLiteral
            let reason = "host is \(actual), expected \(host.text.swiftLiteral)"
            guard route.spelling.hasDefaultHost else { return [reason] }
            return ["\(reason) (defaultDomain: no host was given at \(route.location))"]
        }
        if !target.hasPort(host.port) {
            let port = target.port.map(String.init) ?? "none"
            return ["port is \(port), expected \(host.port.map(String.init) ?? "any")"]
        }
        return []
    }

    private static func queryReasons(_ query: QueryPattern, _ request: MockRequest) -> [String] {
        let differences = query.differences(from: HTTPMock.Query(of: request))
        let star = HTTPMock.Query.Requirement.value(ExactText("*"))
        let reasons = differences.map { difference in
            guard difference.expected == star else { return "query item \(difference)" }
            return "query item \(difference); to match any value write Query.any"
        }
        // If all differences are items that the route does not expect, another way of matching would allow them.
        guard let last = reasons.last, differences.allSatisfy({ $0.expected == nil }) else { return reasons }
        return reasons.dropLast() + ["\(last); to allow other items write matching: .contains"]
    }

    private static func pathReasons(_ route: Route, _ request: MockRequest) -> [String] {
        guard !route.path.matches(request.target) else { return [] }
        let reasons = differences(of: route, request)
        guard PathPattern.seemsToBeRegularExpression(route.path.text) else { return reasons }
        let hint = "a path is no regular expression: write * for a segment, ** for any number of them"
        return reasons.map { "\($0); \(hint)" }
    }

    /// The difference of two texts that are the same because secrets in them are masked.
    private static let maskedDifference = "differs in a masked part"

    /// Compares segment by segment, or else the whole paths.
    ///
    /// The segments can't be compared if the pattern matches any number of them, if the path is long, or if a secret
    /// spans several of them.
    private static func differences(of route: Route, _ request: MockRequest) -> [String] {
        let pattern = route.path.text
        // A function, because most differences need no text of the whole path.
        func whole() -> String {
            let (actual, expected) = (request.maskedPath, route.path.maskedText)
            if actual == expected, expected != pattern { return "path \(maskedDifference)" }
            return "path is \(actual.shortened.swiftLiteral), expected \(expected.swiftLiteral)"
        }
        guard !pattern.contains("**"), request.path.utf8.count <= String.shownLimit,
            let actual = request.path.maskedPathSegments, let expected = pattern.maskedPathSegments
        else { return [whole()] }
        let reasons = differingSegments(of: route.path, request).map { index in
            let (segment, expectedSegment) = (String(actual[index]), String(expected[index]))
            if segment == expectedSegment { return "path segment \(index + 1) \(maskedDifference)" }
            return "path segment \(index + 1) is \(segment.swiftLiteral), expected \(expectedSegment.swiftLiteral)"
        }
        if actual.count == expected.count {
            if reasons.isEmpty { return [whole()] }
            return reasons
        }
        guard reasons.isEmpty else { return [whole()] }
        let surplus = actual.dropFirst(expected.count).joined(separator: "/")
        let lack = expected.dropFirst(actual.count).joined(separator: "/")
        if !surplus.isEmpty { return ["path goes on with \("/\(surplus)".swiftLiteral), expected no more"] }
        if !lack.isEmpty { return ["path ends before \("/\(lack)".swiftLiteral)"] }
        // The longer path has only one more segment, which is empty.
        return ["\(whole()) (trailing slash)"]
    }

    /// Returns the indices of the segments that the pattern does not match.
    ///
    /// Segments that only one of the two has are left out.
    static func differingSegments(of path: PathPattern, _ request: MockRequest) -> [Int] {
        let actual = request.path.pathSegments
        let expected = path.text.pathSegments
        let sharedCount = min(actual.count, expected.count)
        return (0..<sharedCount).filter { !isMatch(actual[$0], expected[$0]) }
    }

    /// Returns whether a segment matches that of a pattern; segments that can't be parsed alone are compared as text.
    private static func isMatch(_ actual: Substring, _ expected: Substring) -> Bool {
        guard let url = URL(string: "http://host/\(actual)"), let pattern = try? PathPattern("/\(expected)") else {
            return actual == expected
        }
        return pattern.matches(RequestTarget(url: url))
    }
}
