/// The treatment of custom scalars by checks.
public enum GraphQLScalars: Hashable, Sendable {
    /// Allows every value.
    case any
    /// Expects the values that well-known names promise, whatever the letter case of a name.
    ///
    /// Examples are `Date`, `DateTime`, `URL`, `UUID`, `Email`, `Long` and `BigInt`. A scalar with another name may
    /// refer to a known specification by `@specifiedBy`.
    case asNamed
}
