import HTTPMock

/// The messages about breaches of a contract.
enum ContractReport {
    /// The message about the problems of one request or response.
    ///
    /// - Parameters:
    ///   - problems: The problems; the first ten are listed.
    ///   - subject: The request or response: `request 3`.
    ///   - location: The source location of the registration; nil for a request.
    ///   - isWarning: Whether no test fails for the problems.
    static func text(
        of problems: [ContractProblem], in subject: String, at location: CallSite?, isWarning: Bool
    ) -> String {
        var lines = [
            "HTTPMock: \(subject) \(isWarning ? "has members that the contract does not document" : "breaks the contract")"
        ]
        lines += problems.prefix(ContractChecker.limit).map { "  \($0.text)" }
        if problems.count > ContractChecker.limit {
            lines.append("  and \(problems.count - ContractChecker.limit) more")
        }
        if let location { lines.append("  registered at \(location)") }
        lines.append("  To fix this, \(fix(isResponse: location != nil, isWarning: isWarning)).")
        return lines.joined(separator: "\n")
    }

    private static func fix(isResponse: Bool, isWarning: Bool) -> String {
        switch (isResponse, isWarning) {
        case (true, false): "correct the response, or mark it .offContract() if it breaks the contract on purpose"
        case (false, false): "correct the code that makes the request, because the service would refuse it"
        case (_, true): "correct the names, or choose undocumentedProperties: .fail or .allow"
        }
    }
}
