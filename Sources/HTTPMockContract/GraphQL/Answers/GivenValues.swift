import HTTPMock

/// The values that a test gives for generated answers, found by their names.
struct GivenValues: Sendable {
    /// A value with the name under which it was given.
    struct Entry: Sendable {
        let name: String
        let value: GraphQLValue
    }

    private var entries: [String: Entry] = [:]
    /// The mistakes in the names and the values, for messages.
    private(set) var flaws: [String] = []

    static let none = GivenValues()

    private init() {}

    /// Reads the values of a test.
    ///
    /// - Parameters:
    ///   - values: The values by `Type.field`, or by the name of a scalar, an enum or an object type.
    ///   - schema: The type system.
    init(_ values: [String: GraphQLValue], _ schema: TypeSystem) {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            do {
                let literal = try value.literal
                if let flaw = Self.flaw(of: name, literal, schema) {
                    flaws.append(flaw)
                } else {
                    entries[name] = Entry(name: name, value: value)
                }
            } catch {
                flaws.append("the value of \(name.quoted) is no JSON. To fix this, write values, without .any")
            }
        }
    }

    /// Returns the value for a scalar, an enum or an object type; nil without one.
    func entry(ofType type: NamedType) -> Entry? { entries[type.name] }

    /// Returns the value for a field of an object type; nil without one.
    func entry(of field: String, _ type: NamedType) -> Entry? { entries["\(type.name).\(field)"] }

    /// Returns the value for a field of an interface that an object type implements; nil without one.
    func entry(of field: String, interfacesOf type: NamedType, _ schema: TypeSystem) -> Entry? {
        type.interfaces.lazy.compactMap { entries["\(schema.types[$0].name).\(field)"] }.first
    }

    // MARK: Names

    /// Returns the mistake in a name, or in the fields that are given for it; nil if there is none.
    ///
    /// Whether a scalar or an enum allows its value is checked with the finished answer.
    ///
    /// - Parameters:
    ///   - name: The name under which the value was given.
    ///   - literal: The value; nil for a closure.
    ///   - schema: The type system.
    private static func flaw(of name: String, _ literal: JSONValue?, _ schema: TypeSystem) -> String? {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts.contains("") {
            return "\(name.quoted) has an empty name. To fix this, write Type.field"
        }
        let typeName = parts[0]
        guard let type = schema.type(typeName) else {
            return "the schema has no type \(typeName)\(hint(typeName, in: schema.types.map(\.name)))"
        }
        if parts.count == 2 {
            guard let field = type.field(parts[1]) else { return flaw(ofField: parts[1], type, in: [type]) }
            return literal.flatMap { flaw(of: $0, field.type, schema) }
        }
        guard type.isLeaf || type.kind == .object else {
            let noun = type.kind == .input ? "an input type" : "not an object type"
            return "\(name) is \(noun), so it has no value. To fix this, write Type.field, or the name of an object "
                + "type, a scalar or an enum"
        }
        guard type.kind == .object, let literal else { return nil }
        if literal.members != nil { return flaw(ofMembers: literal, type, schema) }
        return "the value of \(name.quoted) is \(literal.shown). To fix this, write some fields: [\"name\": …]"
    }

    private static func hint(_ name: String, in names: [String]) -> String {
        NearName.nearest(to: name, in: names).map { "; did you mean \($0)?" } ?? ""
    }

    /// Returns the mistake of a field that a type lacks.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - type: The type.
    ///   - types: The types whose fields are allowed.
    private static func flaw(ofField name: String, _ type: NamedType, in types: [NamedType]) -> String {
        let names = types.flatMap { $0.fields.map(\.name) }
        return "\(type.name) has no field \(name)\(hint(name, in: names))"
    }

    /// Returns the mistake of the first field in a literal that its type lacks; nil if there is none.
    private static func flaw(of literal: JSONValue, _ reference: TypeReference, _ schema: TypeSystem) -> String? {
        guard let number = reference.type else { return nil }
        if let elements = literal.elements {
            return elements.lazy.compactMap { flaw(of: $0, reference, schema) }.first
        }
        return flaw(ofMembers: literal, schema.types[number], schema)
    }

    private static func flaw(ofMembers literal: JSONValue, _ type: NamedType, _ schema: TypeSystem) -> String? {
        guard let members = literal.members, type.isComposite else { return nil }
        // A value of an interface or a union may have the fields of each of its types.
        var types = [type]
        if type.kind != .object { types = type.possibleTypes.map { schema.types[$0] } + types }
        for (name, member) in members.sorted() where name != "__typename" {
            guard let field = types.lazy.compactMap({ $0.field(name) }).first else {
                return flaw(ofField: name, type, in: types)
            }
            if let flaw = flaw(of: member, field.type, schema) { return flaw }
        }
        return nil
    }
}
