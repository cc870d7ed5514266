/// Something beyond host, path, method and query that must hold of a request for a registration to take it.
///
/// The more conditions a registration has, the more specific it is. Each has a description, which diagnostics print.
public struct RequestCondition: Sendable, CustomStringConvertible {
    /// What must hold, as in `header Accept is "application/*"`.
    public let description: String

    /// Why the condition does not hold of a request; nil if it does.
    let mismatch: @Sendable (MockRequest) -> String?

    init(_ description: String, mismatch: @escaping @Sendable (MockRequest) -> String?) {
        self.description = description
        self.mismatch = mismatch
    }
}
