import HTTPMock

/// The ID of a generated object, which tells it from others of its type.
struct ObjectIdentity: Sendable {
    let text: String
    /// The number for fields that are numbers: the counter of a generated ID, or else the digits that an ID ends with.
    ///
    /// It is 1 for an ID that is not a number from its first digit on.
    let number: Int

    /// Creates the ID of the n-th object of a type.
    init(_ type: NamedType, number: Int) {
        text = "\(type.name)-\(number)"
        self.number = number
    }

    /// Takes the ID of an argument or of a given value; nil for a value that is no ID.
    init?(_ value: JSONValue?) {
        switch value {
        case .string(let text): self.text = text
        case .number(let number) where number.isInteger: text = number.description
        default: return nil
        }
        let fromFirstDigit = text.drop { !($0.isASCII && $0.isNumber) }
        number = Int(text) ?? Int(fromFirstDigit) ?? 1
    }

    /// The type that a generated ID names: `Character` in `Character-7`; nil for an ID of another form.
    var typeName: String? {
        guard let dash = text.lastIndex(of: "-"), Int(text[dash...].dropFirst()) != nil else { return nil }
        return String(text[..<dash])
    }
}

extension SchemaField {
    /// Returns the IDs that arguments ask for.
    ///
    /// For a list, these are the elements of the argument `ids`. Otherwise, the ID is the argument `id`, or else an
    /// argument of the type ID that is named for the field or its type, such as `episodeId`.
    func identities(_ arguments: JSONObject, _ schema: TypeSystem) -> [ObjectIdentity] {
        if type.isList {
            return (arguments["ids"]?.elements ?? []).compactMap { ObjectIdentity($0) }
        }
        if let identity = ObjectIdentity(arguments["id"]) { return [identity] }
        let typeName = type.type.map { schema.types[$0].name } ?? ""
        let argumentNames = [name, typeName].map { $0.lowercased() + "id" }
        let argument = self.arguments.first { argument in
            schema.isID(argument.type) && argumentNames.contains(argument.name.lowercased())
        }
        guard let argument, let identity = ObjectIdentity(arguments[argument.name]) else { return [] }
        return [identity]
    }
}
