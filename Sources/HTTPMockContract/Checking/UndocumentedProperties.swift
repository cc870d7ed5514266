/// The treatment of members of a body and of query parameters that the contract does not document.
public enum UndocumentedProperties: Hashable, Sendable {
    /// Reports undocumented names as issues of severity warning, on standard error outside a test.
    case warn
    /// Reports undocumented names as violations.
    case fail
    /// Ignores undocumented names.
    case allow
}

/// A part of a contract that a check can leave out.
public enum ContractRule: Hashable, Sendable {
    /// The credentials that the document's security requirements want.
    case security
}
