/// A breach of a rule by a document of operations.
struct OperationIssue: Hashable, Sendable {
    /// The rule's name in the reference implementation, without `Rule`.
    let rule: String
    /// The defect, without a full stop.
    let message: String
    /// The byte of the document.
    let offset: Int
    /// The schema coordinate of the part of the schema; nil if there is none.
    var coordinate: String?
}
