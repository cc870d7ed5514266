import Foundation
import HTTPMock

/// Reads bodies of the media types whose content can be checked.
struct BodyReader {
    let validator: SchemaValidator

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
                return try JSONValue.parse(body)
            } catch {
                throw Failure(reason: "not JSON: \(error)")
            }
        }
        if name.isForm {
            return FormReader(validator: validator).value(of: FormReader.fields(ofForm: body), schema)
        }
        if name.isMultipart {
            guard let parts = MultipartReader.parts(of: body, contentType) else {
                throw Failure(reason: "not multipart: the boundary is missing")
            }
            return FormReader(validator: validator).value(of: parts, schema)
        }
        if name.isText {
            return TextReader(validator: validator).value(of: String(decoding: body, as: UTF8.self), [schema])
        }
        return nil
    }
}
