import Foundation

extension UnmockedDiagnosis: CustomStringConvertible {
    /// What happened, the nearest registrations, and what to register.
    public var description: String {
        var lines = ["HTTPMock: no response for \(request)"]
        if nearest.isEmpty { lines.append("  nothing is registered") }
        for (number, candidate) in nearest.enumerated() {
            lines.append("  \(number == 0 ? "nearest" : "then"): \(candidate.registration)")
            lines += candidate.verdict.lines.map { "    \($0)" }
        }
        if !problems.isEmpty {
            lines.append("  registrations with a problem:")
            lines += problems.suffix(3).map { "    \($0)" }
            if problems.count > 3 { lines.append("    and \(problems.count - 3) more, told when they were made") }
        }
        lines += advice.map { "  \($0)" }
        return lines.joined(separator: "\n")
    }

    /// The body of the 404: what was asked for, then the whole diagnosis.
    var notFoundText: String {
        "No mock for \(request.hostAndPort)\(request.path)\n\n\(self)\n"
    }

    private var advice: [String] {
        guard let first = nearest.first, case .exhausted = first.verdict else {
            return ["To fix this, register:"] + SuggestedRegistration(for: request).lines
        }
        guard let suggestion = first.repetition else {
            let location = first.registration.location.map { " at \($0)" } ?? ""
            return ["To fix this, give a response\(location) the lifetime .eternal, or queue another there."]
        }
        return ["To fix this, give a response the lifetime .eternal, or queue another:"] + suggestion.lines
    }
}

extension UnmockedDiagnosis.Verdict {
    fileprivate var lines: [String] {
        switch self {
        case .exhausted(let served):
            switch served {
            case 0: return ["all of it holds, but its responses were dropped before this request"]
            case 1: return ["all of it holds, but it has served its only response"]
            default: return ["all of it holds, but it has served all \(served) of its responses"]
            }
        case .mismatch(let holding, let reasons):
            var parts = reasons
            if let last = holding.last {
                let others = holding.dropLast().joined(separator: ", ")
                let plural = last == "conditions"
                let verb = others.isEmpty && !plural ? "holds" : "hold"
                parts.insert("\(others.isEmpty ? last : "\(others) and \(last)") \(verb)", at: 0)
            }
            return [parts.joined(separator: "; ")]
        }
    }
}

extension MockRequest {
    /// The host, with the port if the URL names one that is not its scheme's default.
    var hostAndPort: String {
        guard let port = url.port, port != RequestTarget.defaultPort(of: target.scheme) else { return host }
        return "\(host):\(port)"
    }
}
