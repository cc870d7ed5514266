extension Syntax {
    /// The root type of one kind of operation: `query: Query`.
    struct OperationType: Sendable {
        let kind: OperationKind
        let type: Name
        let offset: Int
    }
}
