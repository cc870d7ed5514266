/// The reading of `nullable: true` next to other keywords than `type`, and since OpenAPI 3.1.
public enum NullableReading: Hashable, Sendable {
    /// Null is allowed next to any keyword, as the authors of documents mean it.
    case asIntended
    /// Null is allowed as specified: next to `type` only, and never since OpenAPI 3.1.
    case asSpecified
}
