/// A small edit that makes a registration match a request, in the words of the registration's source file.
struct SuggestedEdit: Sendable, CustomStringConvertible {
    /// The suggestion with its source location; an uncertain one ends without a period, so that text can follow.
    ///
    /// An example is `Did you mean "/users/7"? Change "/user/7" at UserTests.swift:14.`
    let description: String

    /// Whether the request may as well be another one, so that a registration of its own is offered too.
    let isUncertain: Bool
}
