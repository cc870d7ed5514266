import HTTPMock

/// The ID of a generated object, which tells it from others of its type.
struct ObjectIdentity: Sendable {
    let text: String
    /// A number for fields that are numbers: of a generated ID its counter, of a given ID its digits, or 1.
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
        // The rest from the first digit on, as in `Character-7`, if that is a number.
        number = Int(text) ?? Int(text.drop { !$0.isASCII || !$0.isNumber }) ?? 1
    }

    /// The type that a generated ID names: `Character` in `Character-7`.
    var typeName: String? {
        guard let dash = text.lastIndex(of: "-"), Int(text[dash...].dropFirst()) != nil else { return nil }
        return String(text[..<dash])
    }
}

extension SchemaField {
    /// Returns the IDs that arguments ask for.
    ///
    /// For a list, these are the argument `ids`. Otherwise, it is the argument `id`, or else an argument of the type ID
    /// that is named for the field or its type, such as `episodeId`.
    func identities(_ arguments: JSONObject, _ schema: TypeSystem) -> [ObjectIdentity] {
        if type.isList {
            return (arguments["ids"]?.elements ?? []).compactMap { ObjectIdentity($0) }
        }
        if let identity = ObjectIdentity(arguments["id"]) { return [identity] }
        let owners = [name, type.type.map { schema.types[$0].name } ?? ""].map { $0.lowercased() + "id" }
        let argument = self.arguments.first { argument in
            schema.isID(argument.type) && owners.contains(argument.name.lowercased())
        }
        return argument.flatMap { ObjectIdentity(arguments[$0.name]) }.map { [$0] } ?? []
    }
}
