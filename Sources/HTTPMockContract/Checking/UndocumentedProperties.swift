/// The treatment of names that a contract does not document, and in GraphQL of integers as an `ID` too.
///
/// In OpenAPI, the names are those of members and query parameters. In GraphQL, they are those of members that were not
/// selected, of variables that were not declared, and of misspelled members of an error.
public enum UndocumentedProperties: Hashable, Sendable {
    /// Reports undocumented names as warnings, which fail no test.
    ///
    /// With Swift Testing of Swift 6.3 or later, a warning is an issue of a running test. Otherwise, it is printed on
    /// standard error.
    case warn
    /// Reports undocumented names as violations, which fail the test.
    case fail
    /// Ignores undocumented names.
    case allow
}
