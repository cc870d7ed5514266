/// The treatment of members and query parameters that the contract does not document.
public enum UndocumentedProperties: Hashable, Sendable {
    /// Reports undocumented names as issues of severity warning, on standard error outside a test.
    case warn
    /// Reports undocumented names as violations.
    case fail
    /// Ignores undocumented names.
    case allow
}
