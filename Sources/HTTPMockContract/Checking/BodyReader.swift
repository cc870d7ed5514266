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

    /// Returns the value of a body; nil if only the media type can be checked.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - name: The media type.
    ///   - contentType: The field that names the media type, with the boundary of the parts.
    ///   - schema: The number of the body's schema.
    /// - Throws: ``Failure`` if the body is not of its media type.
    func value(
        of body: Data, _ name: MediaTypeName, _ contentType: String, _ schema: Int
    ) throws(Failure) -> JSONValue? {
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

    /// Returns the items of a sequence; nil for any other media type.
    ///
    /// - Throws: ``Failure`` if an item is not JSON.
    /// - SeeAlso: [OpenAPI 3.2, Sequential Media Types](https://spec.openapis.org/oas/v3.2.0#sequential-media-types)
    func items(of body: Data, _ mediaType: MediaTypeName) throws(Failure) -> [JSONValue]? {
        let separator: UInt8
        switch mediaType.text {
        case "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonlines":
            separator = UInt8(ascii: "\n")
        case "application/json-seq": separator = 0x1E
        case "text/event-stream": return Self.events(in: body)
        default: return nil
        }
        var items: [JSONValue] = []
        for text in body.split(separator: separator) where text.contains(where: { $0 > UInt8(ascii: " ") }) {
            do {
                items.append(try JSONValue(parsing: Data(text)))
            } catch {
                throw Failure(reason: "item \(items.count) is not JSON: \(error)")
            }
        }
        return items
    }

    /// Returns the events of an event stream as objects with the fields of each event.
    ///
    /// - SeeAlso: [HTML Standard §9.2.6](https://html.spec.whatwg.org/multipage/server-sent-events.html)
    private static func events(in body: Data) -> [JSONValue] {
        let lines = String(decoding: body, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        var events: [JSONValue] = []
        var fields: [String: JSONValue] = [:]
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            guard !line.isEmpty else {
                if !fields.isEmpty { events.append(.object(fields)) }
                fields = [:]
                continue
            }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
            switch parts[0] {
            case "data": fields["data"] = .string((fields["data"]?.string.map { "\($0)\n" } ?? "") + value)
            case "event", "id": fields[String(parts[0])] = .string(value)
            case "retry": fields["retry"] = Int(value).map { .number(JSONNumber($0)) }
            default: break
            }
        }
        return events
    }
}
