/// The treatment of members of a body that no reachable branch of its schema documents.
public enum UndocumentedProperties: Hashable, Sendable {
    /// Prints undocumented members on standard error.
    case warn
    /// Reports undocumented members as violations.
    case fail
    /// Ignores undocumented members.
    case allow
}
