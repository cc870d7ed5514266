/// A breach of a schema at one location of a value.
public struct ContractViolation: Hashable, Sendable {
    /// The location in the value, as a JSON pointer: `/tags/2/id`; empty for the value itself.
    public let instancePointer: String
    /// The schema that the value breaks, as a JSON pointer into the document: `/components/schemas/Tag/properties/id`.
    ///
    /// In GraphQL a schema coordinate: `Repository.name`; empty for a violation of no part of the schema.
    public let schemaPointer: String
    /// The keyword that the value breaks: `type`.
    ///
    /// In GraphQL the rule that a request breaks, `FieldsOnCorrectType`, or the kind of a response's breach.
    public let keyword: String
    /// The defect: `expected integer, got string "a"`.
    public let message: String

    /// True for a name that the contract does not document, and in GraphQL for an integer as an ID.
    ///
    /// The check of a mock warns about such a violation, unless ``UndocumentedProperties`` says otherwise.
    public let isUndocumented: Bool

    /// The location in the value.
    let path: [PathStep]
    private let origin: Origin
    /// True for an undocumented name that is near to a documented one.
    let isNearMiss: Bool

    /// The part of a contract that a value breaks.
    private enum Origin: Hashable {
        case schema(DocumentLocation)
        case graphQL(GraphQLPlace)
    }

    init(
        path: [PathStep], schema: DocumentLocation, keyword: String, message: String, isUndocumented: Bool = false,
        isNearMiss: Bool = false
    ) {
        self.path = path
        origin = .schema(schema)
        self.instancePointer = path.pointer.text
        self.schemaPointer = schema.text
        self.keyword = keyword
        self.message = message
        self.isUndocumented = isUndocumented
        self.isNearMiss = isNearMiss
    }

    init(_ issue: GraphQLIssue, at place: GraphQLPlace) {
        path = issue.path
        origin = .graphQL(place)
        instancePointer = issue.path.pointer.text
        schemaPointer = issue.coordinate ?? ""
        keyword = issue.rule
        message = issue.message
        isUndocumented = issue.isUndocumented
        isNearMiss = issue.isNearMiss
    }

    /// The file of the schema, in the folder of the document; nil without a file.
    public var schemaFile: String? {
        switch origin {
        case .schema(let location): location.source?.file
        case .graphQL(let place): place.schemaFile
        }
    }

    /// The line of the schema, from 1; nil without a line, as in the metaschemas and in an introspection result.
    public var schemaLine: Int? {
        switch origin {
        case .schema(let location): location.position?.line
        case .graphQL(let place): place.schemaLine
        }
    }

    /// The line of the cause in the GraphQL document with the operation, from 1; nil for OpenAPI and without a line.
    public var documentLine: Int? { graphQLPlace?.documentPosition?.line }

    /// The column of the cause in the GraphQL document with the operation, from 1; nil if ``documentLine`` is nil.
    public var documentColumn: Int? { graphQLPlace?.documentPosition?.column }

    private var graphQLPlace: GraphQLPlace? {
        if case .graphQL(let place) = origin { place } else { nil }
    }

    /// Returns the violation after a value's name: `body.id: expected integer, got string "a" (#/…)`.
    func text(of name: String) -> String {
        let place = path.text(after: name)
        let subject = place.isEmpty ? "" : "\(place): "
        switch origin {
        case .schema(let location): return "\(subject)\(message) (\(location))"
        // The text of a GraphQL place is empty, or begins with a space.
        case .graphQL(let graphQLPlace): return "\(subject)\(message)\(graphQLPlace)"
        }
    }
}

extension ContractViolation: CustomStringConvertible {
    /// The location, the defect and the schema: `tags[2].id: expected integer, got string "a" (#/…, openapi.yaml:9)`.
    public var description: String { text(of: "") }
}
