/// A breach of a contract by a request or a response.
struct ContractProblem: Hashable, Sendable {
    /// One line: `GET /pets/7 → 200 application/json body.id: expected integer, got string "a" (#/…)`.
    let text: String
    /// True for a name that the contract does not document for the direction.
    var isUndocumented = false
    /// True for undocumented names, unless they are chosen to fail.
    var isWarning = false
    /// True for an undocumented name that is near to a documented one.
    var isNearMiss = false
}
