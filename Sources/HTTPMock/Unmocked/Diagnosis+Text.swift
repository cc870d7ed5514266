import Foundation

extension Diagnosis: CustomStringConvertible {
    /// What happened, the nearest registrations, and what to register.
    var description: String {
        var lines = ["HTTPMock: no response for \(request.method) \(request.url.absoluteString)"]
        if nearest.isEmpty { lines.append("  nothing is registered") }
        for (number, candidate) in nearest.enumerated() {
            lines.append("  \(number == 0 ? "nearest" : "then"): \(candidate.route)  (\(candidate.route.place))")
            lines += candidate.verdict.lines.map { "    \($0)" }
        }
        if !problems.isEmpty {
            lines.append("  registrations with a problem:")
            lines += problems.map { "    \($0)" }
        }
        lines.append("  To fix this, register:")
        lines.append("    \(suggestion)")
        return lines.joined(separator: "\n")
    }

    /// The body of the 404: what was asked for, then the whole diagnosis.
    var notFoundText: String {
        "No mock for \(request.hostAndPort)\(request.path)\n\n\(self)\n"
    }

    /// One line that makes the same request succeed.
    private var suggestion: String {
        var query = ""
        if !request.query.isEmpty { query = ", query: \(HTTPMock.Query(request.query).swiftSource)" }
        return
            "mock.addResponses(forPath: \(request.path.replacingOccurrences(of: "*", with: "%2A").debugDescription), "
            + "host: \(request.hostAndPort.debugDescription), method: \(request.method.swiftSource)\(query), "
            + "responses: [.empty()])"
    }
}

extension Diagnosis.Verdict {
    fileprivate var lines: [String] {
        switch self {
        case .exhausted(let served):
            let times = served == 1 ? "its only response" : "all \(served) of its responses"
            return ["served \(times) and has run out; queue more, or give one the lifetime .eternal"]
        case .mismatch(let holding, let reasons):
            var parts = reasons
            if let last = holding.last {
                let others = holding.dropLast().joined(separator: ", ")
                parts.insert(others.isEmpty ? "\(last) holds" : "\(others) and \(last) hold", at: 0)
            }
            return [parts.joined(separator: "; ")]
        }
    }
}

extension HTTPMethod {
    /// The method as it is written in Swift.
    fileprivate var swiftSource: String {
        let named: Set<HTTPMethod> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]
        return named.contains(self) ? ".\(rawValue.lowercased())" : rawValue.debugDescription
    }
}

extension MockRequest {
    /// The host, with the port if the URL names one that is not its scheme's default.
    var hostAndPort: String {
        guard let port = url.port, port != RequestTarget.defaultPort(of: target.scheme) else { return host }
        return "\(host):\(port)"
    }
}
