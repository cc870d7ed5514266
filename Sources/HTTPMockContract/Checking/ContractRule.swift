/// A part of a contract that a check can leave out.
public enum ContractRule: Hashable, Sendable {
    /// The credentials that the document's security requirements name.
    case security
}
