import HTTPMock

extension ContractChecker {
    /// The problem of a request that lacks the credentials that its operation wants.
    ///
    /// A request that is answered with 401 or 403 has none, because the service refuses it as the test expects.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: The status of its response; nil if it had none.
    ///   - match: The result of ``match(_:)`` for the request.
    func securityProblems(
        of request: CheckedRequest, answeredWith status: Int?, _ match: ContractRoutes.Match
    ) -> [ContractProblem] {
        guard !ignored.contains(.security), status != 401, status != 403,
            case .operation(let number, _, _) = match, let security = document.operations[number].security,
            !security.alternatives.contains(where: { $0.allSatisfy { $0.isIn(request) } })
        else { return [] }
        let expected = security.alternatives.map { $0.map(\.description).joined(separator: " with ") }
        // Only the scheme is shown, because the rest is a secret.
        let words = request.fields["Authorization"]?.split(separator: " ") ?? []
        let actual = words.count > 1 ? "Authorization: \(words[0])" : words.isEmpty ? "none" : "others"
        return [
            problem(
                "\(request.name) request", "expected the credentials \(expected.alternatives), got \(actual)",
                security.pointer)
        ]
    }
}

extension ContractSecurity.Credential {
    /// Returns whether a request has the credential.
    fileprivate func isIn(_ request: CheckedRequest) -> Bool {
        switch self {
        case .header(let name): request.fields[name]?.isEmpty == false
        case .query(let name): request.url.query.contains { $0.name == name && !$0.value.isEmpty }
        case .cookie(let name): request.fields.cookies.contains { $0.name == name && !$0.value.isEmpty }
        case .authorization(let scheme):
            request.fields["Authorization"]?.lowercased().hasPrefix("\(scheme.lowercased()) ") ?? false
        }
    }
}
