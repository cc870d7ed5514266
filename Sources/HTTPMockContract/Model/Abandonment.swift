/// A reason to stop a check before its end.
enum Abandonment: Hashable, Sendable {
    /// The schemas applied nest deeper than a check follows, even on a thread with a large stack.
    case depth
    /// The check needs more work than its ``CheckBudget`` allows.
    case work

    /// The reason in words.
    var text: String {
        switch self {
        case .depth: "the schemas nest too deep for this value, so the check was given up"
        case .work: "the check takes too long or more than 10 million steps for this value, so it was given up"
        }
    }
}
