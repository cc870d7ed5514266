/// The direction in which a value is sent, which decides which members may be missing.
public enum ContractDirection: Hashable, Sendable {
    /// To the server: `readOnly` members are not required.
    case request
    /// From the server: `writeOnly` members are not required.
    case response
}
