/// A reason to stop a check before its end.
enum Abandonment: Hashable, Sendable {
    /// Schemas nest deeper than the stack allows.
    case depth
    /// The check needs more steps than its limit allows.
    case steps

    /// The reason for a person.
    var text: String {
        switch self {
        case .depth: "the schemas nest too deep for this value, so the check was given up"
        case .steps: "the schemas take too many steps for this value, so the check was given up"
        }
    }
}
