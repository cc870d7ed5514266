/// A breach of a GraphQL contract by a request or a response.
struct GraphQLIssue: Sendable {
    /// The rule of a request, or the kind of breach of a response.
    let rule: String
    /// The defect, without a full stop.
    let message: String
    /// The location in the parameters of the request or in the response.
    var path: [PathStep] = []
    /// The schema coordinate of the broken part, or `$name` for the default of a variable; nil without one.
    var coordinate: String?
    /// The byte of the document at which the cause is; nil if there is none.
    var offset: Int?
    /// True for a name that is not documented, for a name that the operation does not select or declare, and for an
    /// integer as an ID.
    var isUndocumented = false
    /// True for an undocumented name that is near to a documented one.
    var isNearMiss = false
    /// True for a note that a stream is not checked, which fails no test.
    ///
    /// False for an answer that is too large to be checked, because such an answer fails the test.
    var isUnchecked = false
    /// True for a directive that the schema lacks, and that the client's library strips from what it sends.
    var isOfClient = false
    /// The status with which a request is refused; unused for a response.
    var status = 422

    /// The rule of requests that GraphQL over HTTP does not allow.
    static let transport = "Request"
    /// The kind of breach of an answer that has an integer as an ID, where a string is expected.
    static let integerID = "ID"
    /// The kind of breach of an answer that can't be checked, because the answer or its operation is too large.
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
