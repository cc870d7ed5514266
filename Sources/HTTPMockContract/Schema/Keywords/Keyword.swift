import HTTPMock

/// A keyword of a schema, compiled.
///
/// ``SchemaCompiler`` creates one for each keyword of a schema that can fail. Keywords are values that never change, so
/// threads share them.
protocol Keyword: Sendable {
    /// The schemas that describe the same value, for example those of `allOf`, but not that of `not`.
    var inPlaceSchemas: [Int] { get }

    /// Adds the documented members, elements and types to the documentation of its schema.
    func document(in documentation: inout SchemaDocumentation)

    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: The value, of any type; a keyword about another type allows the value.
    ///   - evaluation: The current check, which applies subschemas and collects violations.
    /// - Returns: False if the value breaks the keyword.
    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool
}

extension Keyword {
    var inPlaceSchemas: [Int] { [] }

    func document(in documentation: inout SchemaDocumentation) {}
}
