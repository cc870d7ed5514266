/// A breach of a GraphQL contract by a request or a response.
struct GraphQLIssue: Sendable {
    /// The rule of a request, or the kind of breach of a response.
    let rule: String
    /// The defect, without a full stop.
    let message: String
    /// The location in the parameters of the request or in the response.
    var path: [PathStep] = []
    /// The schema coordinate of the part that is broken; nil if there is none.
    var coordinate: String?
    /// The byte of the document at which the cause is; nil if there is none.
    var offset: Int?
    /// True for a name that is not documented, and for an integer as an ID.
    var isUndocumented = false
    /// True for an undocumented name that is near to a documented one.
    var isNearMiss = false
    /// True for a note that an answer is not checked, which fails no test; an answer beyond a limit does.
    var isUnchecked = false
    /// True for a directive that the schema lacks, and that the client's library strips from what it sends.
    var isOfClient = false
    /// The status with which a request is refused; unused for a response.
    var status = 422

    /// The rule of requests that GraphQL over HTTP does not allow.
    static let transport = "Request"
    /// The kind of breach of an answer that has an integer as an ID, where a string is expected.
    static let integerID = "ID"
    /// The kind of breach of an answer that is too large to be checked.
    static let limit = "limit"
}

extension GraphQLIssue {
    /// Takes the breach of a rule by a document that was parsed.
    init(_ issue: OperationIssue) {
        self.init(
            rule: issue.rule, message: issue.message, coordinate: issue.coordinate, offset: issue.offset,
            isOfClient: issue.isOfClient)
    }
}
