import HTTPMock

/// A keyword of a schema, compiled.
///
/// ``SchemaCompiler`` creates one for each keyword that a schema has. Keywords are values that never change, so threads
/// share them.
protocol Keyword: Sendable {
    /// The schemas that describe the same value, for example those of `allOf`.
    var inPlaceSchemas: [Int] { get }

    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: The value, of any type; keywords pass values of types that they don't concern.
    ///   - evaluation: The check under way, which applies subschemas and collects violations.
    /// - Returns: False if the value breaks the keyword.
    func check(_ value: JSONValue, in evaluation: inout Evaluation) -> Bool
}

extension Keyword {
    var inPlaceSchemas: [Int] { [] }
}

/// A keyword with a type of its own.
protocol NamedKeyword: Keyword {
    /// The name under which a schema object has the keyword.
    static var name: String { get }
    /// The vocabulary that the keyword belongs to.
    static var vocabulary: Vocabulary { get }

    /// Compiles the keyword of a schema that has it; nil if the keyword can never fail.
    ///
    /// - Throws: ``SchemaError`` if its value is not of the keyword's shape.
    init?(_ schema: SchemaObject) throws
}

extension NamedKeyword {
    static var vocabulary: Vocabulary { .validation }
}
