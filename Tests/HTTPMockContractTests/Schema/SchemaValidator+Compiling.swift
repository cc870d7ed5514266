import HTTPMock

@testable import HTTPMockContract

extension SchemaValidator {
    /// Compiles a plain JSON Schema document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - library: Further documents that it may refer to.
    ///   - assertsFormats: False if `format` is an annotation only.
    /// - Returns: The validator, and the number of the schema that the document as a whole is.
    /// - Throws: ``SchemaError`` for a document that is no schema.
    static func compile(
        _ root: JSONValue, in library: SchemaLibrary = SchemaLibrary(), assertsFormats: Bool = true
    ) throws -> (validator: SchemaValidator, root: Int) {
        var library = library
        let document = library.add(root, uri: "schema:/root")
        _ = library.rootResource(of: document)
        let compiler = SchemaCompiler(library, assertsFormats: assertsFormats)
        let id = compiler.id(of: root, at: SchemaLocation(document: document, pointer: .root))
        try compiler.finish()
        if let defect = compiler.defects.first { throw defect }
        return (SchemaValidator(compiler), id)
    }
}
