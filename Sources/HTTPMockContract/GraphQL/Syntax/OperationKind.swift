/// The three kinds of operations.
enum OperationKind: String, Sendable, CaseIterable {
    case query
    case mutation
    case subscription
}
