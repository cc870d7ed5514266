import HTTPMock

/// A schema object while it is compiled, with readers for the shapes that keywords have.
///
/// Each reader returns nil without the keyword. It throws if the value has another shape, but subschemas themselves are
/// checked only when they are compiled.
struct SchemaObject {
    /// The members in the words of draft 2020-12.
    let members: JSONObject
    let location: SchemaLocation
    let resource: Int
    let dialect: SchemaDialect
    let compiler: SchemaCompiler

    /// The value of a keyword.
    subscript(keyword: String) -> JSONValue? { members[keyword] }

    /// Returns the number of a keyword.
    func number(_ keyword: String) throws -> JSONNumber? {
        guard let value = members[keyword] else { return nil }
        guard case .number(let number) = value else { throw error(keyword, "expected a number, got \(value.shown)") }
        return number
    }

    /// Returns the count of a keyword, at most the largest `Int`.
    func count(_ keyword: String) throws -> Int? {
        guard let value = members[keyword] else { return nil }
        guard case .number(let number) = value, number.isInteger, !number.isNegative else {
            throw error(keyword, "expected a count, got \(value.shown)")
        }
        return Int(number.description) ?? Int.max
    }

    /// Returns the text of a keyword.
    func string(_ keyword: String) throws -> String? {
        guard let value = members[keyword] else { return nil }
        guard case .string(let text) = value else { throw error(keyword, "expected a string, got \(value.shown)") }
        return text
    }

    /// Returns the member names that a keyword lists.
    func names(_ keyword: String) throws -> [String]? {
        guard let value = members[keyword] else { return nil }
        return try names(in: value, keyword)
    }

    /// Returns the lists of member names of a keyword, by member name.
    func namesByMember(_ keyword: String) throws -> OrderedMembers<[String]>? {
        try object(keyword)?.mapValues { try names(in: $0, keyword) }
    }

    /// Returns the subschema of a keyword.
    func schema(_ keyword: String) -> Int? {
        guard let value = members[keyword] else { return nil }
        return compiler.id(of: value, at: location.appending(keyword))
    }

    /// Returns the subschemas that a keyword lists.
    func schemas(_ keyword: String) throws -> [Int]? {
        guard let value = members[keyword] else { return nil }
        guard case .array(let values) = value else { throw error(keyword, "expected an array, got \(value.shown)") }
        let list = location.appending(keyword)
        return values.enumerated().map { compiler.id(of: $1, at: list.appending($0)) }
    }

    /// Returns the subschemas of a keyword, by name.
    func schemasByName(_ keyword: String) throws -> OrderedMembers<Int>? {
        let parent = location.appending(keyword)
        guard let values = try object(keyword) else { return nil }
        var schemas: OrderedMembers<Int> = [:]
        for (name, value) in values { schemas[name] = compiler.id(of: value, at: parent.appending(name)) }
        return schemas
    }

    /// Returns the location of a keyword, with the document's lines.
    func documentLocation(of keyword: String) -> DocumentLocation {
        compiler.documentLocation(location.appending(keyword))
    }

    /// Returns a defect at a keyword.
    func error(_ keyword: String, _ reason: String) -> SchemaError {
        SchemaError(location: documentLocation(of: keyword), reason: reason)
    }

    private func object(_ keyword: String) throws -> JSONObject? {
        guard let value = members[keyword] else { return nil }
        guard case .object(let values) = value else { throw error(keyword, "expected an object, got \(value.shown)") }
        return values
    }

    private func names(in value: JSONValue, _ keyword: String) throws -> [String] {
        guard case .array(let values) = value else {
            throw error(keyword, "expected an array of strings, got \(value.shown)")
        }
        return try values.map { value in
            guard case .string(let name) = value else {
                throw error(keyword, "expected an array of strings, got \(value.shown) in it")
            }
            return name
        }
    }
}
