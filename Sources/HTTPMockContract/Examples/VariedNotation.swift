import Foundation
import HTTPMock

/// A notation in which bodies are varied: JSON, or XML under a schema that describes elements.
struct VariedNotation {
    private let isXML: Bool
    private let schema: Int
    private let validator: SchemaValidator

    /// Creates the notation of a body; nil for a body that is neither JSON nor XML whose schema describes elements.
    ///
    /// - Parameters:
    ///   - mediaType: The media type of the body.
    ///   - documented: The media type or range in the document that matches the body's media type.
    ///   - schema: The number of the schema.
    ///   - validator: The schemas.
    init?(_ mediaType: MediaTypeName, _ documented: MediaTypeName, _ schema: Int, _ validator: SchemaValidator) {
        let isJSON = mediaType.isJSON || documented.isJSON
        isXML = !isJSON && mediaType.isXML && validator.isXMLStructured(schema)
        guard isJSON || isXML else { return nil }
        self.schema = schema
        self.validator = validator
    }

    /// The name of the notation, as in "the body is no JSON".
    var name: String {
        if isXML { return "XML of its schema" }
        return "JSON"
    }

    /// Returns the value of a body; nil for a body that is not in the notation.
    func value(of body: Data) -> JSONValue? {
        guard isXML else { return JSONValue(body) }
        guard let root = try? XMLDocumentParser.root(of: body) else { return nil }
        var reader = XMLReader(validator)
        let value = reader.value(ofRoot: root, schema)
        guard reader.findings.isEmpty else { return nil }
        return value
    }

    /// Returns a value as a body; nil for a value that the notation can't express.
    ///
    /// XML has no empty optional array without an element around it, and no name with a space.
    func body(of value: JSONValue) -> Data? {
        guard isXML else { return Data(value.text.utf8) }
        guard let text = try? XMLWriter.text(of: value, schema, validator) else { return nil }
        let body = Data(text.utf8)
        guard self.value(of: body) == value else { return nil }
        return body
    }
}
