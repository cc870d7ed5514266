/// The part of a contract that a request or a registration belongs to.
enum ContractMatch: Sendable {
    /// The request goes to another service.
    case elsewhere
    case openAPI(ContractRoutes.Match)
    case graphQL(GraphQLMatch)

    /// True if the contract has an operation for the request; always for GraphQL, even if the operation is not known.
    var hasOperation: Bool {
        switch self {
        case .elsewhere, .openAPI(.elsewhere), .openAPI(.otherMethods), .openAPI(.unknownPath), .openAPI(.unusable):
            false
        case .openAPI(.operation), .graphQL: true
        }
    }

    /// True if the request goes to another service, or to a path with a defect.
    var isUnchecked: Bool {
        switch self {
        case .elsewhere, .openAPI(.elsewhere), .openAPI(.unusable): true
        default: false
        }
    }

    /// The path of the request if that path has a defect, so that nothing is checked; nil for any other match.
    var unusablePath: String? {
        if case .openAPI(.unusable(let path)) = self { path } else { nil }
    }

    /// The problem of a registration whose condition names no operation of the client; nil for any other match.
    var problemOfName: ContractProblem? {
        if case .graphQL(let match) = self { match.problemOfName } else { nil }
    }

    /// The port of the operation's server; nil for any, and without an operation.
    var port: Int? {
        if case .openAPI(.operation(_, _, let port)) = self { port } else { nil }
    }

    /// The key of the operation, by which the problems of registered responses are kept.
    ///
    /// Nil if a served response is always checked again; empty for a request without an operation.
    var checkedKey: String? {
        switch self {
        case .openAPI(.operation(let number, _, _)): "\(number)"
        case .graphQL(let match): match.checkedKey
        case .openAPI, .elsewhere: ""
        }
    }
}
