/// A breach of a schema at one location of a value.
public struct ContractViolation: Hashable, Sendable {
    /// The location in the value, as a JSON pointer: `/tags/2/id`; empty for the value itself.
    public let instancePointer: String
    /// The schema that the value breaks, as a JSON pointer into the document: `/components/schemas/Tag/properties/id`.
    public let schemaPointer: String
    /// The keyword that the value breaks: `type`.
    public let keyword: String
    /// The defect: `expected integer, got string "a"`.
    public let message: String

    /// The location in the value.
    let path: [PathStep]
    /// The location of the schema.
    private let schema: DocumentLocation
    /// True for an undocumented name that is near to a documented one.
    let isNearMiss: Bool

    init(
        path: [PathStep], schema: DocumentLocation, keyword: String, message: String, isNearMiss: Bool = false
    ) {
        self.path = path
        self.schema = schema
        self.instancePointer = path.pointer.text
        self.schemaPointer = schema.text
        self.keyword = keyword
        self.message = message
        self.isNearMiss = isNearMiss
    }

    /// The file of the schema, in the folder of the document; nil for `Data`.
    public var schemaFile: String? { schema.source?.file }

    /// The line of the schema, from 1; nil for a schema of draft 2020-12 itself.
    public var schemaLine: Int? { schema.position?.line }

    /// Returns the violation after a value's name: `body.id: expected integer, got string "a" (#/…)`.
    func text(of name: String) -> String {
        let place = path.text(after: name)
        if place.isEmpty { return "\(message) (\(schema))" }
        return "\(place): \(message) (\(schema))"
    }
}

extension ContractViolation: CustomStringConvertible {
    /// The location, the defect and the schema: `tags[2].id: expected integer, got string "a" (#/…, openapi.yaml:9)`.
    public var description: String { text(of: "") }
}
