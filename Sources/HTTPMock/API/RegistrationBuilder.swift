/// The control flow that all result builders of the library accept.
///
/// `if`, `if`/`else`, `switch`, `for`, `if #available`, and arrays of elements.
@_documentation(visibility: internal)
public protocol RegistrationBuilder {
    /// The type that the builder collects.
    associatedtype Element: Sendable
}

@_documentation(visibility: internal)
extension RegistrationBuilder {
    /// Concatenates the parts of a block.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
    /// Returns the part of an `if` without `else`.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// Returns the first branch of an `if` or `switch`.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// Returns the second branch of an `if` or `switch`.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// Concatenates the parts of a `for` loop.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
    /// Returns the part of an `if #available`.
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
    /// Returns the elements of an array.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Returns one element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
}
