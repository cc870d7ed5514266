/// A breach of a contract by a request or a response, or a note that something is not checked.
struct ContractProblem: Hashable, Sendable {
    /// One line: `GET /pets/7 → 200 application/json body.id: expected integer, got string "a" (#/…)`.
    let text: String
    /// True for a name that the contract does not document for the direction, for a name that a GraphQL operation does
    /// not select or declare, and for an integer as a GraphQL ID.
    var isUndocumented = false
    /// True for a problem that fails no test.
    ///
    /// Undocumented names and integers as IDs fail a test only with ``UndocumentedProperties/fail``, notes never.
    var isWarning = false
    /// True for a note that something is not checked, such as a persisted query that is not known.
    var isUnchecked = false
    /// True for an undocumented name that is near to a documented one.
    var isNearMiss = false
    /// True for an integer as a GraphQL ID.
    var isIntegerID = false
}
