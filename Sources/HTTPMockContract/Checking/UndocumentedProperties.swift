/// What happens to members of a body that no reachable branch of its schema documents.
public enum UndocumentedProperties: Hashable, Sendable {
    /// They are printed on standard error.
    case warn
    /// They are violations.
    case fail
    /// They are ignored.
    case allow
}
