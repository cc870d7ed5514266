import HTTPMock

/// Makes the data of an answer from the shape of its operation.
///
/// With equal settings, the same operation with the same variables gets the same data, apart from the values that the
/// test's closures return.
struct AnswerMaker {
    /// The reason why no data could be made.
    struct Failure: Error {
        let reason: String
    }

    /// The fields of an object that a test gives.
    struct GivenFields {
        /// The fields that are given for this object.
        var own: JSONObject = [:]
        /// The fields that are given for the object's type.
        var ofType: JSONObject = [:]
        /// The name under which the fields of the type are given; nil without such fields.
        var nameOfType: String?
    }

    /// The place of a value that is being made: a field of an object.
    struct Place {
        let field: AnswerShape.Field
        let definition: SchemaField
        /// The object type that has the field.
        let owner: NamedType
        let arguments: JSONObject
        /// The ID of the object that has the field.
        let identity: ObjectIdentity
        /// The most elements that the arguments of the field around the object ask for; nil without such an argument.
        let outerLimit: Int?
    }

    let schema: TypeSystem
    let settings: AnswerSettings
    private let shape: AnswerShape
    private let arguments: ArgumentValues
    let request: MockRequest
    /// The number of objects of each type whose ID is generated, neither given nor asked for.
    private var counts: [Int: Int] = [:]
    /// The location in `data` of the value that is being made.
    var path: [PathStep] = []
    /// The names of the given values, by the location where they were used.
    var givenNames: [[PathStep]: String] = [:]
    /// The values that may still be made, so that no answer is endless.
    var budget = 1_000_000

    init(
        _ shape: AnswerShape, _ arguments: ArgumentValues, _ settings: AnswerSettings, _ schema: TypeSystem,
        _ request: MockRequest
    ) {
        self.shape = shape
        self.arguments = arguments
        self.settings = settings
        self.schema = schema
        self.request = request
    }

    /// Returns the `data` of the answer.
    ///
    /// - Throws: ``Failure``, and the errors of the test's closures.
    mutating func data() throws -> JSONValue {
        let root = shape.selections[shape.root]
        return try object(
            shape.root, root.type, GivenFields(), ObjectIdentity(schema.types[root.type], number: 1), limit: nil)
    }

    /// Returns an object of one type for a selection; null if the selection has no such type.
    ///
    /// - Parameters:
    ///   - number: The number of the selection.
    ///   - type: The object type.
    ///   - identifier: The ID of the object; if nil or no ID, the object gets the first generated ID of its type.
    mutating func object(_ number: Int, type: Int, identifier: JSONValue?) throws -> JSONValue {
        let identity = ObjectIdentity(identifier) ?? ObjectIdentity(schema.types[type], number: 1)
        return try object(number, type, GivenFields(), identity, limit: nil)
    }

    // MARK: Objects

    /// Returns an object with all selected fields.
    ///
    /// - Parameters:
    ///   - number: The number of the selection.
    ///   - type: The object type.
    ///   - given: The fields that a test gives.
    ///   - identity: The ID of the object.
    ///   - limit: The most elements that the arguments of the field around the object ask for; nil without such an
    ///     argument.
    private mutating func object(
        _ number: Int, _ type: Int, _ given: GivenFields, _ identity: ObjectIdentity, limit: Int?
    ) throws -> JSONValue {
        let selection = shape.selections[number]
        guard let branch = selection.branchOfType[type] else { return .null }
        let named = schema.types[type]
        var members: JSONObject = [:]
        for field in selection.branches[branch].fields {
            guard let definition = schema.field(field.name, of: type) else { continue }
            let values = arguments.values(of: field.arguments, definition)
            let place = Place(
                field: field, definition: definition, owner: named, arguments: values, identity: identity,
                outerLimit: limit)
            path.append(.member(field.responseName))
            members[field.responseName] = try value(of: place, given)
            path.removeLast()
        }
        return .object(members)
    }

    /// Counts a value that is made.
    private mutating func spend() throws {
        budget -= 1
        guard budget >= 0 else { throw Failure(reason: "the answer has more than 1,000,000 values") }
    }

    private mutating func value(of place: Place, _ given: GivenFields) throws -> JSONValue {
        try spend()
        switch place.field.name {
        case "__typename": return .string(place.owner.name)
        case "__schema": return try introspection(.node(.schema), place.field)
        case "__type":
            let name = place.arguments["name"]?.string ?? ""
            guard let type = schema.number(of: name) else { return .null }
            return try introspection(.node(.type(TypeReference(type: type, wrappers: .none))), place.field)
        default: break
        }
        return try filled(try givenValue(of: place, given), place.definition.type, place, index: nil)
    }

    // MARK: Values

    /// Returns a value of a type, with the parts that a test gives.
    private mutating func filled(
        _ given: JSONValue?, _ type: TypeReference, _ place: Place, index: Int?
    ) throws -> JSONValue {
        if given == .null { return .null }
        guard let number = type.type else { return given ?? .null }
        if given == nil, !type.isNonNull, isRandomlyNull(type, place, index) { return .null }
        if type.isList { return try list(given, type, place) }
        let named = schema.types[number]
        guard named.isComposite else { return try leaf(given, named, place, index: index ?? 0) }
        guard let selection = place.field.selection else { return .null }
        // A given value of the wrong kind is kept; the finished answer is checked against the schema.
        if let given, given.members == nil { return given }
        return try composite(given, selection, place, index: index)
    }

    private mutating func list(_ given: JSONValue?, _ type: TypeReference, _ place: Place) throws -> JSONValue {
        let givenElements = given?.elements
        // A given value of the wrong kind is kept, as in `filled`.
        if let given, givenElements == nil { return given }
        let count = givenElements?.count ?? elementCount(of: place)
        var elements: [JSONValue] = []
        for index in 0..<count {
            path.append(.element(index))
            elements.append(try filled(givenElements?[index], type.ofElements, place, index: index))
            path.removeLast()
        }
        return .array(elements)
    }

    private mutating func composite(
        _ given: JSONValue?, _ selection: Int, _ place: Place, index: Int?
    ) throws -> JSONValue {
        let asked = place.definition.identities(place.arguments, schema)
        // An element beyond the IDs of the argument gets the last of them.
        let wanted = asked.isEmpty ? nil : asked[min(index ?? 0, asked.count - 1)]
        guard let type = objectType(of: selection, given, wanted) else { return .null }
        let named = schema.types[type]
        var fields = GivenFields(own: given?.members ?? [:])
        if let entry = settings.values.entry(ofType: named) {
            let nameOfObject = givenNames[path]
            let value = try self.value(of: entry, place)
            // A closure may return a value that is no object. The finished answer is checked against the schema.
            guard let members = value.members else { return value }
            // `value(of:_:)` has noted the entry's name here, but only these fields are from the entry.
            givenNames[path] = nameOfObject
            fields.ofType = members
            fields.nameOfType = entry.name
        }
        let identity = identity(of: type, fields, wanted)
        return try object(selection, type, fields, identity, limit: place.limit)
    }

    /// Returns the ID among an object's given fields, the ID that arguments ask for, or else the next of its type.
    ///
    /// Of the given fields, `id` comes first, then the members of the type ID by their names.
    private mutating func identity(
        of type: Int, _ fields: GivenFields, _ wanted: ObjectIdentity?
    ) -> ObjectIdentity {
        let named = schema.types[type]
        let members = fields.ofType.merging(fields.own) { _, own in own }
        let names = members.sorted().map { $0.key }.filter { schema.isID(named.field($0)?.type) }
        let given = (["id"] + names).compactMap { givenID($0, of: named, fields) }.first
        if let identity = ObjectIdentity(given) ?? wanted { return identity }
        let number = counts[type, default: 0] + 1
        counts[type] = number
        return ObjectIdentity(named, number: number)
    }

    /// Returns the value that the test gives for a field of an object.
    ///
    /// - Returns: nil for a closure, because a closure runs for the field only.
    private func givenID(_ name: String, of type: NamedType, _ fields: GivenFields) -> JSONValue? {
        // In the order of `givenValue`.
        if let own = fields.own[name] { return own }
        if let entry = settings.values.entry(of: name, type) { return try? entry.value.literal }
        if let member = fields.ofType[name] { return member }
        return try? settings.values.entry(of: name, interfacesOf: type, schema)?.value.literal
    }

    /// Chooses the object type of a value; nil if there is none.
    ///
    /// The type that the given value names comes first, then the type in the ID that the arguments ask for.
    private func objectType(of number: Int, _ given: JSONValue?, _ wanted: ObjectIdentity?) -> Int? {
        let selection = shape.selections[number]
        let types = selection.branchOfType.keys.sorted()
        for name in [given?["__typename"]?.string, wanted?.typeName].compactMap(\.self) {
            if let type = schema.number(of: name), types.contains(type) { return type }
        }
        // Types of which more than `__typename` is selected are better examples.
        let selected = types.filter { type in
            guard let branch = selection.branchOfType[type] else { return false }
            return selection.branches[branch].fields.contains { $0.name != "__typename" }
        }
        let candidates = selected.isEmpty ? types : selected
        guard var generator = generator(for: "type"), candidates.count > 1 else { return candidates.first }
        return candidates.randomElement(using: &generator)
    }

    /// The most elements of a random list, unless the test asks for more.
    private static let randomElementLimit = 3

    private func elementCount(of place: Place) -> Int {
        let asked = place.definition.identities(place.arguments, schema).count
        if asked > 0 { return asked }
        var count = settings.elements
        if var generator = generator(for: "count") {
            count = Int.random(in: 0...max(Self.randomElementLimit, count), using: &generator)
        }
        // For the list of a page, the size is an argument of the field around the page.
        let isPage = ["nodes", "edges", "items", "results"].contains(place.field.name)
        let outer = isPage ? place.outerLimit : nil
        return max(0, min(count, place.limit ?? outer ?? count))
    }

    // MARK: Introspection

    private mutating func introspection(
        _ value: IntrospectionNode.Value, _ field: AnswerShape.Field
    ) throws -> JSONValue {
        try spend()
        switch value {
        case .leaf(let value): return value
        case .nodes(let nodes): return .array(try nodes.map { try introspection(.node($0), field) })
        case .node(let node):
            guard let number = field.selection, let branch = shape.selections[number].branches.first else {
                return .null
            }
            let type = shape.selections[number].type
            var members: JSONObject = [:]
            for inner in branch.fields {
                guard let definition = schema.field(inner.name, of: type) else { continue }
                if inner.name == "__typename" {
                    members[inner.responseName] = .string(schema.types[type].name)
                    continue
                }
                let values = arguments.values(of: inner.arguments, definition)
                members[inner.responseName] = try introspection(node.value(of: inner.name, values, schema), inner)
            }
            return .object(members)
        }
    }
}

extension AnswerMaker.Place {
    /// The most elements that the arguments of the field ask for; nil without such an argument.
    var limit: Int? {
        let names = ["first", "last", "limit", "count", "perPage", "size", "take"]
        return names.lazy.compactMap { arguments[$0]?.integer }.first
    }
}
