/// A breach of a rule by a document of operations, or by a directive or a default value of a schema.
struct OperationIssue: Hashable, Sendable {
    /// The rule's name in the reference implementation, without `Rule`.
    let rule: String
    /// The defect, without a full stop.
    let message: String
    /// The byte of the document at which the defect is.
    let offset: Int
    /// The schema coordinate that the issue is about, or `$name` for the default of a variable; nil without one.
    var coordinate: String?
    /// True for a directive that the schema lacks, and that the client's library strips from what it sends.
    var isOfClient = false
}
