import HTTPMock

/// An operation of a document: a method of a path, with its requests and responses.
struct ContractOperation: Sendable {
    /// The name that the document gives the operation; nil for none.
    let id: String?
    let method: String
    let path: String
    let pointer: DocumentLocation
    let parameters: [ContractParameter]
    /// False if a parameter has a defect, so that the list of parameters is incomplete.
    var knowsAllParameters = true
    /// The body of a request; nil if any is allowed.
    let body: ContractBody?
    /// The credentials that a request needs; nil if it needs none.
    let security: ContractSecurity?
    /// The responses by their keys: `200`, `2XX`, `default`.
    let responses: [String: ContractResponse]
    /// False if the operation has a defect, so that nothing of it is checked.
    var isUsable = true

    /// Returns an operation with a defect.
    static func unusable(_ method: String, _ path: String, _ pointer: DocumentLocation) -> ContractOperation {
        ContractOperation(
            id: nil, method: method, path: path, pointer: pointer, parameters: [], body: nil, security: nil,
            responses: [:], isUsable: false)
    }

    /// The method and the path, as in `GET /pets/{petId}`.
    var name: String { "\(method) \(path)" }

    /// Returns the documented response for a status.
    ///
    /// The exact status comes first, then the status range, then `default`.
    func response(for status: Int) -> ContractResponse? {
        responses["\(status)"] ?? responses["\(status / 100)XX"] ?? responses["\(status / 100)xx"]
            ?? responses["default"]
    }

    /// The keys of the responses, sorted, with `default` at the end.
    var statusKeys: [String] {
        responses.keys.sorted { ($0 == "default" ? 1 : 0, $0) < ($1 == "default" ? 1 : 0, $1) }
    }
}

/// A response of an operation.
struct ContractResponse: Sendable {
    /// The key in the document: `200`, `2XX` or `default`.
    let key: String
    let headers: [ContractParameter]
    let content: ContractContent
    let pointer: DocumentLocation
    /// False if the response has a defect, so that nothing but its status is checked.
    var isUsable = true

    /// Returns a response with a defect.
    static func unusable(_ key: String, _ pointer: DocumentLocation) -> ContractResponse {
        ContractResponse(
            key: key, headers: [], content: ContractContent(mediaTypes: [], pointer: pointer), pointer: pointer,
            isUsable: false)
    }
}

/// The body of a request.
struct ContractBody: Sendable {
    let isRequired: Bool
    let content: ContractContent
    let pointer: DocumentLocation
}

/// Bodies by media type.
struct ContractContent: Sendable {
    let mediaTypes: [ContractMediaType]
    let pointer: DocumentLocation

    /// The media types as the document spells them, with their parameters.
    var names: [String] { mediaTypes.map(\.name.fullText) }

    /// Returns the most specific media type that matches a `Content-Type`.
    func mediaType(for contentType: MediaTypeName) -> ContractMediaType? {
        mediaTypes.filter { $0.name.matches(contentType) }
            .max { $0.name.specificity(for: contentType) < $1.name.specificity(for: contentType) }
    }
}

/// One media type of a body.
struct ContractMediaType: Sendable {
    /// The media type as the document spells it.
    let key: String
    let name: MediaTypeName
    let schema: Int?
    /// The schema of each item, if the media type is a sequence of items.
    let itemSchema: Int?
    let pointer: DocumentLocation
    let examples: [JSONValue]
    /// The examples that the document names.
    let namedExamples: [String: JSONValue]
    /// The encodings of a form's fields by name.
    let encodings: [String: FieldEncoding]

    init(
        key: String, schema: Int? = nil, itemSchema: Int? = nil, pointer: DocumentLocation,
        examples: [JSONValue] = [], namedExamples: [String: JSONValue] = [:], encodings: [String: FieldEncoding] = [:]
    ) {
        self.key = key
        name = MediaTypeName(key)
        self.schema = schema
        self.itemSchema = itemSchema
        self.pointer = pointer
        self.examples = examples
        self.namedExamples = namedExamples
        self.encodings = encodings
    }
}

/// The encoding of a form's field.
///
/// - SeeAlso: [OpenAPI 3.1, Encoding Object](https://spec.openapis.org/oas/v3.1.0#encoding-object)
struct FieldEncoding: Sendable {
    /// True if the field is a JSON text.
    let isJSON: Bool
    /// The separator of an array's elements; nil if each element has its own field.
    let separator: String?

    /// Creates the encoding of a field.
    init(_ style: ParameterStyle, isExploded: Bool, isJSON: Bool = false) {
        self.isJSON = isJSON
        let separators: [ParameterStyle: String] = [
            .form: ",", .spaceDelimited: " ", .pipeDelimited: "|", .tabDelimited: "\t",
        ]
        separator = isExploded ? nil : separators[style]
    }

    /// Reads an encoding object.
    ///
    /// - Parameter node: A member of `encoding`.
    init(_ node: DocumentNode) {
        let style = node.string("style").flatMap(ParameterStyle.init) ?? .form
        self.init(
            style, isExploded: node["explode"].map { $0.value == .bool(true) } ?? (style == .form),
            isJSON: node.string("contentType").map { MediaTypeName($0).isJSON } ?? false)
    }
}
