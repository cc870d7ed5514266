import Foundation
import HTTPMock

/// Reads bodies as values, in all media types whose content can be checked except XML.
struct BodyReader {
    let validator: SchemaValidator
    /// The encodings of a form's fields by name.
    let encodings: OrderedMembers<FieldEncoding>

    /// The error about a body that is not of its media type.
    struct Failure: Error {
        /// The defect: `not JSON: …`.
        let reason: String
    }

    /// Returns the value of a body; nil if only the media type can be checked.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - mediaType: The media type.
    ///   - contentType: The text of `Content-Type`, which has the boundary of the parts.
    ///   - schema: The number of the body's schema.
    /// - Throws: ``Failure`` if a body in JSON or a multipart form can't be read.
    func value(
        of body: Data, _ mediaType: MediaTypeName, _ contentType: String, _ schema: Int
    ) throws(Failure) -> JSONValue? {
        if mediaType.isJSON {
            do {
                return try JSONValue(parsing: body)
            } catch {
                throw Failure(reason: "not JSON: \(error)")
            }
        }
        if mediaType.isForm {
            let fields = FormReader.fields(ofForm: body).map { field in
                guard let encoding = encodings[field.name] else { return field }
                return FormReader.Field(
                    name: field.name, text: field.text, isJSON: encoding.isJSON, separator: encoding.separator)
            }
            return FormReader(validator: validator).value(of: fields, schema)
        }
        if mediaType.isMultipart {
            let fields = try parts(of: body, contentType).map(\.field)
            return FormReader(validator: validator).value(of: fields, schema)
        }
        if mediaType.isText {
            return TextReader(validator: validator).value(of: String(decoding: body, as: UTF8.self), [schema])
        }
        return nil
    }

    /// A part of a multipart form.
    struct Part {
        let field: FormReader.Field
        /// The media type that the part states; nil if it states none.
        let mediaType: MediaTypeName?
    }

    /// Returns the parts of a multipart form that have names.
    ///
    /// - Throws: ``Failure`` for a malformed body, and for a `Content-Type` without a boundary.
    func parts(of body: Data, _ contentType: String) throws(Failure) -> [Part] {
        let bytes = Array(body)
        let parser = MultipartParser(bytes, contentType: contentType)
        if let problem = parser.problem { throw Failure(reason: "not multipart: \(problem)") }
        return parser.parts.compactMap { part in
            guard let name = part.name else { return nil }
            let mediaType = part.headers["Content-Type"].map { MediaTypeName($0) }
            let isJSON = mediaType?.isJSON == true || encodings[name]?.isJSON == true
            let text = String(decoding: bytes[part.content], as: UTF8.self)
            return Part(field: FormReader.Field(name: name, text: text, isJSON: isJSON), mediaType: mediaType)
        }
    }

    /// Returns the items of JSON lines, a JSON text sequence or an event stream; nil for any other media type.
    ///
    /// A blank line, and a blank text in a sequence, is no item.
    ///
    /// - Throws: ``Failure`` if an item of JSON lines or of a JSON text sequence is not JSON.
    func items(of body: Data, _ mediaType: MediaTypeName) throws(Failure) -> [JSONValue]? {
        let separator: UInt8
        switch mediaType.itemNotation {
        case .lines: separator = UInt8(ascii: "\n")
        case .records: separator = .recordSeparator
        case .events: return EventStream(body).events
        case nil: return nil
        }
        var items: [JSONValue] = []
        for text in body.split(separator: separator) {
            let isBlank = text.allSatisfy { $0 <= UInt8(ascii: " ") }
            if isBlank { continue }
            do {
                items.append(try JSONValue(parsing: Data(text)))
            } catch {
                throw Failure(reason: "item \(items.count) is not JSON: \(error)")
            }
        }
        return items
    }
}
