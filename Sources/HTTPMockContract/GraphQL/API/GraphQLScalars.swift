/// The treatment of custom scalars by checks.
public enum GraphQLScalars: Hashable, Sendable {
    /// Allows every value.
    case any
    /// Expects what well-known names promise, in any case.
    ///
    /// Examples are `Date`, `DateTime`, `URL`, `UUID`, `Email`, `Long` and `BigInt`.
    case asNamed
}
