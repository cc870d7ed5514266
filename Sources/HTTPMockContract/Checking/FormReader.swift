import Foundation
import HTTPMock

/// Reads the fields of a form as the object that its schema describes.
struct FormReader {
    let validator: SchemaValidator

    /// A field of a form, or a part of a multipart form.
    struct Field {
        let name: String
        let text: String
        /// True for a part in JSON.
        var isJSON = false
    }

    /// The fields of a body in `application/x-www-form-urlencoded`.
    ///
    /// - SeeAlso: [URL Standard §5.1](https://url.spec.whatwg.org/#urlencoded-parsing)
    static func fields(ofForm body: Data) -> [Field] {
        String(decoding: body, as: UTF8.self).split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0).replacing("+", with: " ").decoded }
            return Field(name: parts[0], text: parts.count > 1 ? parts[1] : "")
        }
    }

    /// The object of some fields.
    ///
    /// A field that occurs several times is an array. `a[b]` is the member `b` of `a`, and `a[]` is an element of `a`,
    /// where the schema documents `a`.
    func value(of fields: [Field], _ schema: Int) -> JSONValue {
        let shape = validator.shapes.shape(of: [schema])
        var members: [String: JSONValue] = [:]
        for (name, fields) in Dictionary(grouping: fields, by: { memberName(of: $0.name, shape) }) {
            let schemas = shape.schemas(ofMember: name) ?? []
            members[name] = value(ofMember: name, fields, schemas)
        }
        return .object(members)
    }

    private func value(ofMember name: String, _ fields: [Field], _ schemas: [Int]) -> JSONValue {
        let shape = validator.shapes.shape(of: schemas)
        let keys = fields.map { $0.name.dropFirst(name.count).dropFirst().dropLast() }
        let isNested = fields.allSatisfy { $0.name != name }
        if isNested, shape.types?.contains(.object) ?? false {
            let pairs = zip(keys, fields).map { key, field in
                (String(key), value(of: field, shape.schemas(ofMember: String(key)) ?? []))
            }
            return .object(Dictionary(pairs) { first, _ in first })
        }
        if shape.types?.contains(.array) ?? false || fields.count > 1 {
            if fields.count == 1, fields[0].isJSON, case .array? = try? JSONValue(parsing: Data(fields[0].text.utf8)) {
                return value(of: fields[0], schemas)
            }
            return .array(fields.enumerated().map { index, field in value(of: field, shape.schemas(ofElement: index)) })
        }
        return value(of: fields[0], schemas)
    }

    private func value(of field: Field, _ schemas: [Int]) -> JSONValue {
        let isObject = validator.shapes.shape(of: schemas).types?.contains(.object) ?? false
        if field.isJSON || isObject, let value = try? JSONValue(parsing: Data(field.text.utf8)) { return value }
        return TextReader(validator: validator).value(of: field.text, schemas)
    }

    private func memberName(of field: String, _ shape: SchemaShape) -> String {
        guard field.hasSuffix("]"), let bracket = field.firstIndex(of: "["),
            shape.schemas(ofMember: field)?.isEmpty ?? true,
            let schemas = shape.schemas(ofMember: String(field[..<bracket])),
            !schemas.isEmpty
        else { return field }
        return String(field[..<bracket])
    }
}
