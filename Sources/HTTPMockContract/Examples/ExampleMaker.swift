import HTTPMock

/// Finds or makes the examples of operations.
struct ExampleMaker {
    private var sampler: SchemaSampler
    private let generation: ExampleGeneration
    /// The number of values that were made, so that each random one is another.
    private var count: UInt64 = 0

    init(_ validator: SchemaValidator, _ generation: ExampleGeneration) {
        sampler = SchemaSampler(validator, direction: .response)
        self.generation = generation
    }

    mutating func response(of operation: ContractOperation) throws(ExampleResponse.Missing) -> ExampleResponse {
        let statuses = operation.responses.keys.compactMap { key -> (status: Int, key: String)? in
            let digits = key.uppercased().replacing("XX", with: "00")
            guard let status = Int(digits), (200..<300).contains(status) else { return nil }
            return (status, key)
        }
        guard let lowest = statuses.min(by: { $0 < $1 }), let response = operation.responses[lowest.key] else {
            throw ExampleResponse.Missing(text: "no success status is documented")
        }
        var headers: [String: String] = [:]
        for header in response.headers {
            var value = header.example
            if value == nil, header.isRequired, let schema = header.schema { value = try made(schema) }
            headers[header.name] = value?.bodyText
        }
        return ExampleResponse(status: lowest.status, headers: headers, body: try body(of: response.content))
    }

    private mutating func body(
        of content: ContractContent
    ) throws(ExampleResponse.Missing) -> (text: String, contentType: String)? {
        guard !content.mediaTypes.isEmpty else { return nil }
        // JSON comes first because tested clients read JSON.
        let mediaTypes = content.mediaTypes.sorted { $0.name.isJSON && !$1.name.isJSON }
        if let mediaType = mediaTypes.first(where: { !$0.examples.isEmpty }), let example = mediaType.examples.first {
            return body(example, mediaType)
        }
        for mediaType in mediaTypes where mediaType.name.isJSON || mediaType.name.isText || mediaType.name.isRange {
            guard let schema = mediaType.schema else { continue }
            return body(try made(schema), mediaType)
        }
        let names = mediaTypes.map(\.name.fullText).listed
        throw ExampleResponse.Missing(text: "\(names) has no example, and no schema to make one from")
    }

    private mutating func made(_ schema: Int) throws(ExampleResponse.Missing) -> JSONValue {
        var seed: UInt64?
        switch generation.choice {
        case .none: throw ExampleResponse.Missing(text: "the document has no example")
        case .smallest: break
        case .random(let given):
            count += 1
            seed = given &+ count &* 0x9E37_79B9
        }
        switch sampler.sample(of: schema, seed: seed) {
        case .value(let value): return value
        case .none(let reason): throw ExampleResponse.Missing(text: reason)
        }
    }

    private func body(_ example: JSONValue, _ mediaType: ContractMediaType) -> (text: String, contentType: String) {
        let name = mediaType.name.name(for: example)
        let contentType = mediaType.name.isRange ? name.fullText : mediaType.key
        return (name.isJSON ? example.text : example.bodyText, contentType)
    }
}

extension MediaTypeName {
    /// The name itself, or a name in the range that suits a value.
    fileprivate func name(for value: JSONValue) -> MediaTypeName {
        guard isRange else { return self }
        let names = ["application/json", "text/plain", "application/octet-stream"].map { MediaTypeName($0) }
        let suitable = names.drop { value.string != nil && $0.isJSON }
        return suitable.first { matches($0) } ?? MediaTypeName(text.replacing("*", with: "example"))
    }
}

extension JSONValue {
    /// The value as text that is no JSON; a string has no quotes.
    fileprivate var bodyText: String { string ?? text }
}

/// An example of an operation's response.
struct ExampleResponse: Sendable {
    let status: Int
    let headers: [String: String]
    /// The body and its media type; nil for a response without a body.
    let body: (text: String, contentType: String)?

    /// The reason why an operation has no example.
    struct Missing: Error {
        let text: String
    }
}

/// The way to make the examples that a document lacks, from its schemas.
///
/// `false` makes none. `true` makes the smallest value that each schema allows, the same in each run.
public struct ExampleGeneration: Hashable, Sendable, ExpressibleByBooleanLiteral {
    /// The ways to choose a value.
    enum Choice: Hashable, Sendable {
        case none
        case smallest
        case random(seed: UInt64)
    }

    let choice: Choice

    private init(_ choice: Choice) {
        self.choice = choice
    }

    /// Creates no examples, or the smallest ones.
    public init(booleanLiteral value: Bool) {
        choice = value ? .smallest : .none
    }

    /// Makes values of different sizes, with optional members.
    ///
    /// - Parameter seed: The seed; equal seeds make equal values.
    public static func random(seed: UInt64) -> ExampleGeneration { ExampleGeneration(.random(seed: seed)) }
}

/// An operation for which no example response was found or made.
public struct MissingExample: Hashable, Sendable, CustomStringConvertible {
    /// The operation: `GET /pets/{petId}`.
    public let operation: String
    /// The reason, as a phrase with the JSON pointer of a schema where there is one.
    public let reason: String

    /// The operation and the reason.
    public var description: String { "\(operation): \(reason)" }
}
