import HTTPMock

/// A request that is expected to have arrived, as in a list for `verifyInOrder`.
///
/// As a string it is a line of `requestSummary`, with patterns allowed: `"POST /login"`, `"/users/*"`,
/// `"GET /search?q=swift"`, `"GET https://api.example.com/users"`.
public struct RequestExpectation: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    let method: HTTPMock.HTTPMethod?
    let host: String?
    let path: String
}

extension RequestExpectation {
    /// Creates an expectation from a line of text.
    ///
    /// - Parameter line: The method, if it matters, and the path pattern, perhaps with `?` and the query as it was
    ///   sent, or an absolute URL.
    public init(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else {
            self.init(method: nil, host: nil, path: words.last ?? "")
            return
        }
        self.init(method: HTTPMock.HTTPMethod(rawValue: words[0]), host: nil, path: words[1])
    }

    /// Creates an expectation from a line of text, in which values may be interpolated.
    public init(stringLiteral value: String) { self.init(value) }

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

    /// The expected request, as in `POST api.example.com/login`.
    public var description: String {
        let address = (host ?? "") + path
        guard let method else { return address }
        return "\(method) \(address)"
    }

    /// Returns a line with the edit of a path with a typing error, if the requests have only one path that is meant.
    ///
    /// - Parameter location: The source location of the expectation.
    func edit(near requests: [MockRequest], at location: CallSite) -> String? {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        // Patterns, a query and escapes are not compared with the path of a request.
        guard path.hasPrefix("/"), !path.contains(where: "*{?%".contains) else { return nil }
        let meant = requests.filter { request in
            guard method == nil || method == request.method else { return false }
            let requested = request.path.split(separator: "/", omittingEmptySubsequences: false)
            guard segments.count == requested.count else { return false }
            let differences = zip(segments, requested).filter { $0 != $1 }
            guard differences.count == 1, let (mistyped, correct) = differences.first else { return false }
            // Segments with numbers are other values, and no other spelling.
            guard !correct.contains(where: \.isNumber) else { return false }
            return EditDistance.areNear(String(mistyped), String(correct))
        }
        guard Set(meant.map(\.path)).count == 1, let request = meant.first else { return nil }
        return "Did you mean \(request.maskedPath.swiftLiteral)? Change \(path.swiftLiteral) at \(location)."
    }

    /// The arguments of `waitForRequest` for the same requests.
    var arguments: String {
        var arguments: [String] = []
        if let method { arguments.append("method: \(method.swiftSource)") }
        if let host { arguments.append("host: \(host.debugDescription)") }
        arguments.append("path: \(path.debugDescription)")
        return arguments.joined(separator: ", ")
    }
}
