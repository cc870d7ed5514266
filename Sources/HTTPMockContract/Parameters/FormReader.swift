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
        /// The separator of the elements in the text; nil if each element has a field of its own.
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

        /// The first key: the name of a member, the index of an element, or empty for the next element.
        fileprivate var key: String { keys.first ?? "" }

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
        for (name, fieldsOfMember) in OrderedMembers(grouping: fields, by: { memberName(of: $0.name, shape) }) {
            members[name] = value(of: fieldsOfMember, inside: name, shape.schemas(ofMember: name) ?? [])
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
        if isArray(fields.map(\.key), types) { return array(of: fields, schemas) }
        return object(of: fields, schemas)
    }

    /// Returns whether fields are an array, by the types; by the first keys where the types do not decide.
    private func isArray(_ keys: [String], _ types: Set<InstanceType>) -> Bool {
        if types.isEmpty { return keys.allSatisfy(\.isEmpty) }
        guard types.contains(.array) else { return false }
        guard types.contains(.object) else { return true }
        return keys.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
    }

    private func object(of fields: [Field], _ schemas: [Int]) -> JSONValue {
        let shape = validator.shapes.shape(of: schemas)
        var members: JSONObject = [:]
        for (name, fieldsOfMember) in OrderedMembers(grouping: fields, by: \.key) {
            members[name] = value(of: fieldsOfMember.map(\.inner), shape.schemas(ofMember: name) ?? [])
        }
        return .object(members)
    }

    private func array(of fields: [Field], _ schemas: [Int]) -> JSONValue {
        let shape = validator.shapes.shape(of: schemas)
        var elements = Elements()
        for field in fields { elements.add(field) }
        return .array(
            elements.fields.enumerated().map { index, fieldsOfElement in
                value(of: fieldsOfElement, shape.schemas(ofElement: index))
            })
    }

    /// The elements of an array, as far as its fields are read.
    private struct Elements {
        /// The fields of each element, without their first keys.
        private(set) var fields: [[Field]] = []
        /// The position of each key's element in `fields`; for the empty key, that of the last element written as `[]`.
        private var indexes: [ExactText: Int] = [:]
        /// The further keys of the fields in the last element written as `[]`.
        private var keysInLast: Set<[String]> = []

        mutating func add(_ field: Field) {
            let key = ExactText(field.key)
            let inner = field.inner
            if field.key.isEmpty {
                // A field with further keys that the last element already has begins the next element.
                if keysInLast.contains(inner.keys) {
                    indexes[key] = nil
                    keysInLast = []
                }
                keysInLast.insert(inner.keys)
            }
            if let index = indexes[key] {
                fields[index].append(inner)
            } else {
                indexes[key] = fields.count
                fields.append([inner])
            }
        }
    }

    /// Returns the value of fields of the same name without brackets.
    private func plainValue(of fields: [Field], _ schemas: [Int], _ types: Set<InstanceType>) -> JSONValue {
        guard let first = fields.first else { return .null }
        let isArray = types.contains(.array) || fields.count > 1
        guard isArray else { return value(of: first, schemas) }
        // A part in JSON may be the whole array.
        let isOnlyPart = fields.count == 1 && first.isJSON
        if isOnlyPart, case .array? = try? JSONValue(parsing: Data(first.text.utf8)) {
            return value(of: first, schemas)
        }
        let shape = validator.shapes.shape(of: schemas)
        let elements = fields.flatMap { field in
            guard let separator = field.separator else { return [field] }
            return field.text.divided(atEach: separator).map {
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

    /// Returns the name of the member that a field belongs to.
    ///
    /// The member has the name before the brackets if the schema describes only that name, or else the whole name.
    private func memberName(of field: String, _ shape: SchemaShape) -> String {
        guard field.hasSuffix("]"), let bracket = field.firstIndex(of: "[") else { return field }
        if shape.describes(field) { return field }
        let name = String(field[..<bracket])
        guard shape.describes(name) else { return field }
        return name
    }
}

extension SchemaShape {
    /// Returns whether a member has a schema for its value, which may be that of all further members.
    fileprivate func describes(_ member: String) -> Bool {
        guard let schemas = schemas(ofMember: member) else { return false }
        return !schemas.isEmpty
    }
}
