import Foundation
import HTTPMock

/// Reads bodies of the media types whose content can be checked.
struct BodyReader {
    let validator: SchemaValidator
    /// The encodings of a form's fields by name.
    let encodings: [String: FieldEncoding]

    /// A body that is not of its media type.
    struct Failure: Error {
        let reason: String
    }

    /// The value of a body; nil if only the media type can be checked.
    ///
    /// - Throws: ``Failure`` if the body is not of its media type.
    func value(of body: Data, _ contentType: String, _ schema: Int) throws(Failure) -> JSONValue? {
        let name = MediaTypeName(contentType)
        if name.isJSON {
            do {
                return try JSONValue(parsing: body)
            } catch {
                throw Failure(reason: "not JSON: \(error)")
            }
        }
        if name.isForm {
            let fields = FormReader.fields(ofForm: body).map { field in
                FormReader.Field(
                    name: field.name, text: field.text, isJSON: encodings[field.name]?.isJSON ?? false,
                    separator: encodings[field.name]?.separator)
            }
            return FormReader(validator: validator).value(of: fields, schema)
        }
        if name.isMultipart {
            let bytes = Array(body)
            let parser = MultipartParser(bytes, contentType: contentType)
            if let problem = parser.problem { throw Failure(reason: "not multipart: \(problem)") }
            return FormReader(validator: validator).value(
                of: parser.parts.compactMap { part in
                    part.name.map { name in
                        let text = String(decoding: bytes[part.content], as: UTF8.self)
                        let isJSON = MediaTypeName(part.mediaType).isJSON || encodings[name]?.isJSON ?? false
                        return FormReader.Field(name: name, text: text, isJSON: isJSON)
                    }
                }, schema)
        }
        if name.isText {
            return TextReader(validator: validator).value(of: String(decoding: body, as: UTF8.self), [schema])
        }
        return nil
    }
}
