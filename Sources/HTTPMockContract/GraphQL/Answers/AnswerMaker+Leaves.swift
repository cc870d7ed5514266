import HTTPMock

extension AnswerMaker {
    // MARK: Given values

    /// Returns the value that the test gives for a field; nil if there is none.
    ///
    /// The first of these wins: the fields given for this object, `Type.field`, the fields given for the object's type,
    /// and `Type.field` of an interface.
    mutating func givenValue(of place: Place, _ given: GivenFields) throws -> JSONValue? {
        let name = place.field.name
        let values = settings.values
        if let own = given.own[name] { return own }
        if let entry = values.entry(of: name, place.owner) { return try value(of: entry, place) }
        if let member = given.ofType[name] {
            givenNames[path] = given.nameOfType
            return member
        }
        guard let entry = values.entry(of: name, interfacesOf: place.owner, schema) else { return nil }
        return try value(of: entry, place)
    }

    /// Returns a given value, and notes its name for messages.
    mutating func value(of entry: GivenValues.Entry, _ place: Place) throws -> JSONValue {
        givenNames[path] = entry.name
        return try entry.value.value(
            of: GraphQLValue.Field(
                name: place.field.name, arguments: place.arguments.compactMapValues(\.plain).dictionary,
                objectType: place.owner.name, path: path.text(after: ""), request: request))
    }

    // MARK: Leaves

    /// Returns the value of a scalar or an enum.
    ///
    /// - Parameters:
    ///   - given: The value that the test gives for the field or the element.
    ///   - type: The scalar or the enum.
    ///   - place: The field.
    ///   - index: The index in a list; 0 without a list.
    mutating func leaf(_ given: JSONValue?, _ type: NamedType, _ place: Place, index: Int) throws -> JSONValue {
        var value = given
        if value == nil, let entry = settings.values.entry(ofType: type) { value = try self.value(of: entry, place) }
        guard let value else { return generated(type, place, index: index) }
        // A service writes an ID as a string.
        if type.name == "ID", let identity = ObjectIdentity(value) { return .string(identity.text) }
        return value
    }

    private func generated(_ type: NamedType, _ place: Place, index: Int) -> JSONValue {
        let isIdentifier = place.definition.name == "id" && !place.definition.type.isList
        switch type.name {
        case "ID":
            // All ID fields of an object have the object's ID; in a list of IDs, a suffix tells the elements apart.
            let suffix = index > 0 ? "-\(index + 1)" : ""
            return .string(place.identity.text + suffix)
        case "Int" where isIdentifier:
            // An Int has 32 bits.
            return .number(JSONNumber(Int(Int32(truncatingIfNeeded: place.identity.number))))
        case "String" where isIdentifier: return .string(place.identity.text)
        default: break
        }
        if let known = KnownScalar(type) { return isIdentifier ? known.sample(place.identity.number) : known.sample }
        if var generator = generator(of: place, index) {
            return Self.random(type, place, &generator)
        }
        switch type.name {
        case "Int": return .number(JSONNumber(1))
        case "Float": return .number(JSONNumber(1.5))
        case "Boolean": return .bool(false)
        case "String": return .string(place.definition.name)
        default: break
        }
        // A scalar whose name is not known allows every value.
        guard type.kind == .enumeration else { return .string(type.name) }
        let value = type.values.first { $0.deprecation == nil } ?? type.values.first
        return value.map { .string($0.name) } ?? .null
    }

    // MARK: Random values

    /// Returns a random value; a Float has at most two decimals, so that it is short in messages.
    private static func random(_ type: NamedType, _ place: Place, _ generator: inout SplitMix64) -> JSONValue {
        switch type.name {
        case "Int": return .number(JSONNumber(Int.random(in: 0...1_000, using: &generator)))
        case "Float": return .number(JSONNumber(Double(Int.random(in: -4_000...4_000, using: &generator)) / 4))
        case "Boolean": return .bool(Bool.random(using: &generator))
        case "String":
            let count = Int.random(in: 0...12, using: &generator)
            let letters = (0..<count).map { _ in
                UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)
            }
            return .string(String(decoding: letters, as: UTF8.self))
        default: break
        }
        guard type.kind == .enumeration else { return .string(type.name) }
        return type.values.randomElement(using: &generator).map { .string($0.name) } ?? .null
    }

    /// Returns whether a random value is null, as one in five is; false for an ID or a field `id`, and without a seed.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - place: The field.
    ///   - index: The index in a list; nil without a list.
    func isRandomlyNull(_ type: TypeReference, _ place: Place, _ index: Int?) -> Bool {
        guard let number = type.type, !schema.isID(type), place.definition.name != "id" else {
            return false
        }
        let isLeaf = schema.types[number].isLeaf && !type.isList
        // No element of a list has a negative index, so the choice of null has another generator than the leaf's value.
        let negativeIndex = -1 - (index ?? 0)
        let chosen = isLeaf ? generator(of: place, negativeIndex) : generator(for: "null")
        guard var generator = chosen else { return false }
        return Int.random(in: 0..<5, using: &generator) == 0
    }

    /// Returns the generator of the location for one purpose; nil without random values.
    func generator(for purpose: String) -> SplitMix64? {
        settings.seed.map { SplitMix64(state: Self.hash("\(purpose) \(path.text(after: ""))", $0)) }
    }

    /// Returns the generator of a leaf; nil without random values.
    ///
    /// The generator depends on the object's type and ID, the field and the index, but not on the location.
    private func generator(of place: Place, _ index: Int) -> SplitMix64? {
        settings.seed.map { seed in
            let text = "\(place.owner.name).\(place.definition.name) \(index) \(place.identity.text)"
            return SplitMix64(state: Self.hash(text, seed))
        }
    }

    /// Returns the hash of a text and a seed, which is the same in every process.
    ///
    /// - SeeAlso: [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/)
    private static func hash(_ text: String, _ seed: UInt64) -> UInt64 {
        let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
        let prime: UInt64 = 0x0000_0100_0000_01B3
        return text.utf8.reduce(offsetBasis ^ seed) { ($0 ^ UInt64($1)) &* prime }
    }
}

extension JSONValue {
    /// The value in a type of Swift; nil for null, which is left out of arrays and objects.
    fileprivate var plain: (any Sendable)? {
        switch self {
        case .null: nil
        case .bool(let value): value
        case .string(let text): text
        case .number(let number): Int(number.description) ?? Double(number.description) ?? number.description
        case .array(let elements): elements.compactMap(\.plain)
        case .object(let members): members.compactMapValues(\.plain).dictionary
        }
    }
}
