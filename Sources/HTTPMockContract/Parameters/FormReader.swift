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
        /// The separator of the elements in the text; nil for elements with own fields.
        var separator: String?
        /// The names in brackets that are still to be read: `b` and `0` of `a[b][0]`.
        fileprivate var keys: [String] = []

        init(name: String, text: String, isJSON: Bool = false, separator: String? = nil) {
            self.name = name
            self.text = text
            self.isJSON = isJSON
            self.separator = separator
        }

        /// Returns the field with the keys that follow the name of a member.
        fileprivate func inside(_ member: String) -> Field {
            var field = self
            field.keys = Self.keys(in: name.dropFirst(member.count))
            return field
        }

        /// The field without its first key.
        fileprivate var inner: Field {
            var field = self
            if !keys.isEmpty { field.keys.removeFirst() }
            return field
        }

        /// Returns the names in brackets, at most 32, because the reading recurses for each name.
        private static func keys(in text: Substring) -> [String] {
            guard text.hasPrefix("["), text.hasSuffix("]") else { return [] }
            return text.dropFirst().dropLast().split(separator: "][", omittingEmptySubsequences: false).prefix(32)
                .map(String.init)
        }
    }

    /// Returns the fields of a body in `application/x-www-form-urlencoded`.
    ///
    /// - SeeAlso: [URL Standard §5.1](https://url.spec.whatwg.org/#urlencoded-parsing)
    static func fields(ofForm body: Data) -> [Field] {
        RequestItem.inForm(Array(body)).map { Field(name: $0.name.text, text: $0.value?.text ?? "") }
    }

    /// Returns the object that some fields describe.
    ///
    /// A field that occurs several times is an array. `a[b]` is the member `b` of `a`, and `a[]` is an element of `a`,
    /// where the schema documents `a`.
    func value(of fields: [Field], _ schema: Int) -> JSONValue {
        let shape = validator.shapes.shape(of: [schema])
        var members: JSONObject = [:]
        for (name, fields) in JSONMembers(grouping: fields, by: { memberName(of: $0.name, shape) }) {
            members[name] = value(of: fields, inside: name, shape.schemas(ofMember: name) ?? [])
        }
        return .object(members)
    }

    /// Returns the value of a member from the fields that begin with its name.
    func value(of fields: [Field], inside name: String, _ schemas: [Int]) -> JSONValue {
        value(of: fields.map { $0.inside(name) }, schemas)
    }

    private func value(of fields: [Field], _ schemas: [Int]) -> JSONValue {
        let types = validator.shapes.shape(of: schemas).types ?? []
        if fields.allSatisfy({ $0.keys.isEmpty }) { return plainValue(of: fields, schemas, types) }
        let keys = fields.map { $0.keys.first ?? "" }
        if isArray(keys, types) { return array(of: fields, keys, schemas) }
        return object(of: fields, keys, schemas)
    }

    /// Returns whether fields are an array, by the types, or else by their first keys.
    private func isArray(_ keys: [String], _ types: Set<InstanceType>) -> Bool {
        if types.isEmpty { return keys.allSatisfy(\.isEmpty) }
        guard types.contains(.array) else { return false }
        guard types.contains(.object) else { return true }
        return keys.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
    }

    private func object(of fields: [Field], _ keys: [String], _ schemas: [Int]) -> JSONValue {
        let shape = validator.shapes.shape(of: schemas)
        var members: JSONObject = [:]
        // The `fields` of the loop are pairs, each of the key and a field.
        for (key, fields) in JSONMembers(grouping: zip(keys, fields), by: \.0) {
            members[key] = value(of: fields.map(\.1.inner), shape.schemas(ofMember: key) ?? [])
        }
        return .object(members)
    }

    private func array(of fields: [Field], _ keys: [String], _ schemas: [Int]) -> JSONValue {
        let shape = validator.shapes.shape(of: schemas)
        var elements: [[Field]] = []
        var positions: [ExactText: Int] = [:]
        // The further keys of the fields in the last element without an index.
        var namesInLast: Set<[String]> = []
        for (key, field) in zip(keys, fields) {
            let inner = field.inner
            // Without an index, the field's further keys are noted. Keys that were noted before begin the next element.
            let isNext = key.isEmpty && !namesInLast.insert(inner.keys).inserted
            if let position = positions[ExactText(key)], !isNext {
                elements[position].append(inner)
                continue
            }
            // The next element has only these keys so far.
            if isNext { namesInLast = [inner.keys] }
            positions[ExactText(key)] = elements.count
            elements.append([inner])
        }
        return .array(elements.enumerated().map { index, fields in value(of: fields, shape.schemas(ofElement: index)) })
    }

    /// Returns the value of fields of the same name without brackets.
    private func plainValue(of fields: [Field], _ schemas: [Int], _ types: Set<InstanceType>) -> JSONValue {
        guard let first = fields.first else { return .null }
        guard types.contains(.array) || fields.count > 1 else { return value(of: first, schemas) }
        // A part in JSON may be the whole array.
        let isPart = fields.count == 1 && first.isJSON
        if isPart, case .array? = try? JSONValue(parsing: Data(first.text.utf8)) { return value(of: first, schemas) }
        let shape = validator.shapes.shape(of: schemas)
        let elements = fields.flatMap { field in
            guard let separator = field.separator else { return [field] }
            return field.text.components(separatedBy: separator).map {
                Field(name: field.name, text: $0, isJSON: field.isJSON)
            }
        }
        return .array(elements.enumerated().map { index, field in value(of: field, shape.schemas(ofElement: index)) })
    }

    private func value(of field: Field, _ schemas: [Int]) -> JSONValue {
        let isObject = validator.shapes.shape(of: schemas).types?.contains(.object) ?? false
        if field.isJSON || isObject, let value = try? JSONValue(parsing: Data(field.text.utf8)) { return value }
        return TextReader(validator: validator).value(of: field.text, schemas)
    }

    /// Returns the member that a field belongs to: its whole name, or the name before its brackets.
    ///
    /// The name before the brackets counts if the schema describes a member of that name, and none of the whole name. A
    /// member is described if there is a schema for its value, also one for all further members.
    private func memberName(of field: String, _ shape: SchemaShape) -> String {
        guard field.hasSuffix("]"), let bracket = field.firstIndex(of: "["),
            shape.schemas(ofMember: field)?.isEmpty ?? true,
            let schemas = shape.schemas(ofMember: String(field[..<bracket])),
            !schemas.isEmpty
        else { return field }
        return String(field[..<bracket])
    }
}
