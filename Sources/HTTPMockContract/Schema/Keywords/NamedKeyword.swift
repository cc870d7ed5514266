/// A keyword with a type of its own.
protocol NamedKeyword: Keyword {
    /// The name under which a schema object has the keyword.
    static var name: String { get }
    /// The vocabulary that the keyword belongs to.
    static var vocabulary: Vocabulary { get }

    /// Compiles the keyword of a schema, which has the keyword; nil for a keyword that can't fail.
    ///
    /// - Throws: ``SchemaError`` if its value is not of the keyword's shape.
    init?(_ schema: SchemaObject) throws
}

extension NamedKeyword {
    static var vocabulary: Vocabulary { .validation }
}
