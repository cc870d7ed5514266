import Foundation

extension UnmockedDiagnosis: CustomStringConvertible {
    /// The request, the nearest registrations, and one way to fix it.
    public var description: String {
        var lines = ["HTTPMock: no response for \(request)"]
        if nearest.isEmpty, notes.isEmpty { lines.append("  nothing is registered") }
        for (number, candidate) in nearest.enumerated() {
            lines.append("  \(number == 0 ? "nearest" : "then"): \(candidate.registration)")
            lines.append("    \(candidate.verdictText)")
        }
        lines += removals.suffix(3).map { "  matched before: \($0)" }
        if !problems.isEmpty {
            lines.append("  registrations with a problem:")
            lines += problems.suffix(3).map { "    \($0)" }
            if problems.count > 3 { lines.append("    and \(problems.count - 3) more, reported when they were made") }
        }
        lines += notes.map { "  \($0)" }
        // A fix in the cassette comes with its reasons; the edit of a registration that is nearly right is another one.
        if !notes.isEmpty, nearest.first?.edit == nil { return lines.joined(separator: "\n") }
        lines += fix(inBuilder: nearest.first?.isInBuilder ?? false).map { "  \($0)" }
        return lines.joined(separator: "\n")
    }

    /// The body of the 404: the address that was requested, then the whole diagnosis.
    var notFoundText: String {
        "No mock for \((request.hostAndPort + request.path).shortened)\n\n\(self)\n"
    }

    /// Returns one way to fix it: an edit of the nearest registration, or a registration.
    ///
    /// - Parameter inBuilder: Whether a registration is to be written as a part of `registerResponses`.
    func fix(inBuilder: Bool) -> [String] {
        if let edit = nearest.first?.edit {
            guard edit.isUncertain else { return ["\(edit)"] }
            let lines = SuggestedRegistration(for: request).lines(inBuilder: inBuilder)
            return ["To fix this, \(edit), or register:"] + lines
        }
        guard let first = nearest.first, case .exhausted(1...) = first.verdict else {
            return ["To fix this, register:"] + SuggestedRegistration(for: request).lines(inBuilder: inBuilder)
        }
        guard let suggestion = first.repetition else {
            let location = first.registration.location.map { " at \($0)" } ?? ""
            return ["To fix this, give a response\(location) the lifetime .eternal, or queue another there."]
        }
        return ["To fix this, give a response the lifetime .eternal, or queue another:"]
            + suggestion.lines(inBuilder: inBuilder)
    }
}

extension UnmockedDiagnosis.Candidate {
    /// The verdict as one line.
    fileprivate var verdictText: String {
        guard isOutrankedByPriority else { return "\(verdict)" }
        return "matches, but is not used, because the one above has a higher priority (no fall-through)"
    }
}

extension UnmockedDiagnosis.Verdict: CustomStringConvertible {
    /// The result as one line.
    ///
    /// An example is `host and path match; method is GET, expected POST`.
    public var description: String {
        switch self {
        case .exhausted(0): return "matches, but its responses were removed before this request"
        case .exhausted(1): return "matches, but its only response was already used"
        case .exhausted(let count): return "matches, but all \(count) responses were already used"
        case .outranked:
            return "matches, but is not used, because the more specific one above was chosen (no fall-through)"
        case .mismatch(let matching, let mismatches):
            return (Self.text(of: matching) + mismatches.map(\.reason)).joined(separator: "; ")
        }
    }

    private static func text(of matching: [UnmockedDiagnosis.Part]) -> [String] {
        guard let last = matching.last else { return [] }
        let others = matching.dropLast().map(\.rawValue).joined(separator: ", ")
        if others.isEmpty { return ["\(last) \(last == .conditions ? "match" : "matches")"] }
        return ["\(others) and \(last) match"]
    }
}

extension MockRequest {
    /// The host, with the port unless the port is the default of the scheme.
    var hostAndPort: String {
        guard let port = url.port, port != RequestTarget.defaultPort(of: target.scheme) else { return host }
        return "\(host):\(port)"
    }
}
