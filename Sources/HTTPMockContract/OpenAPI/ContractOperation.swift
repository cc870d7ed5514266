import HTTPMock

/// An operation of a document: a method of a path, with all that requests and responses must have.
struct ContractOperation: Sendable {
    let method: String
    let path: String
    let pointer: JSONPointer
    let parameters: [ContractParameter]
    let body: ContractBody?
    /// The responses by their keys: `200`, `2XX`, `default`.
    let responses: [String: ContractResponse]

    /// The operation as in `GET /pets/{petId}`.
    var name: String { "\(method) \(path)" }

    /// The documented response for a status: the exact one, then that of its range, then the default one.
    func response(for status: Int) -> ContractResponse? {
        responses["\(status)"] ?? responses["\(status / 100)XX"] ?? responses["\(status / 100)xx"]
            ?? responses["default"]
    }

    /// The keys of the responses, numbers first.
    var statusKeys: [String] {
        responses.keys.sorted { ($0 == "default" ? 1 : 0, $0) < ($1 == "default" ? 1 : 0, $1) }
    }
}

/// The body of a request.
struct ContractBody: Sendable {
    let isRequired: Bool
    let content: ContractContent
    let pointer: JSONPointer
}

/// A response of an operation.
struct ContractResponse: Sendable {
    /// The key in the document: `200`, `2XX` or `default`.
    let key: String
    let headers: [ContractParameter]
    let content: ContractContent
    let pointer: JSONPointer
}

/// Bodies by media type.
struct ContractContent: Sendable {
    let mediaTypes: [ContractMediaType]
    let pointer: JSONPointer

    /// The media type that describes bodies of a `Content-Type`: the most specific one that matches.
    func mediaType(for contentType: MediaTypeName) -> ContractMediaType? {
        mediaTypes.filter { $0.name.matches(contentType) }.max { $0.name.specificity < $1.name.specificity }
    }
}

/// One media type of a body.
struct ContractMediaType: Sendable {
    let name: MediaTypeName
    let schema: Int?
    let pointer: JSONPointer
    let examples: [ContractExample]
}

/// An example of a document.
struct ContractExample: Sendable {
    let value: JSONValue
    let pointer: JSONPointer
}
