/// An operation for which no example response was found or made.
public struct MissingExample: Hashable, Sendable, CustomStringConvertible {
    /// The operation: `GET /pets/{petId}`.
    public let operation: String
    /// The reason as a phrase, which names the JSON pointer of a schema that is at fault.
    public let reason: String

    /// The operation and the reason.
    public var description: String { "\(operation): \(reason)" }
}
