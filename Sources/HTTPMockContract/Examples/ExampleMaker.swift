import Foundation
import HTTPMock

/// Finds or makes the examples of operations.
///
/// An example is checked before it is used, wherever it comes from. Operations are given by their numbers.
struct ExampleMaker {
    private let document: LoadedDocument
    private let checker: ContractChecker
    private var sampler: SchemaSampler
    private let generation: ExampleGeneration
    /// The number of random values that were made, so that equal schemas get different values.
    private var count: UInt64 = 0

    init(_ document: LoadedDocument, _ generation: ExampleGeneration) {
        self.document = document
        checker = ContractChecker(document, undocumented: .allow, server: nil)
        sampler = SchemaSampler(document.validator, direction: .response)
        self.generation = generation
    }

    /// Returns an example of an operation's response.
    ///
    /// - Parameters:
    ///   - number: The number of the operation.
    ///   - status: The status of the response; that of ``ContractOperation/answer`` unless given.
    ///   - name: The name of the example in the document; the first one that fits unless given.
    mutating func response(
        of number: Int, status: Int? = nil, named name: String? = nil
    ) throws(ExampleResponse.Missing) -> ExampleResponse {
        let operation = document.operations[number]
        guard operation.isUsable else {
            throw ExampleResponse.Missing(text: "the operation has a defect", isFaultOfTheDocument: true)
        }
        guard let status = status ?? operation.answer else {
            throw ExampleResponse.Missing(text: "no status from 200 to 399 is documented")
        }
        guard let response = operation.response(for: status) else {
            throw ExampleResponse.Missing(text: "status \(status) is not documented")
        }
        guard response.isUsable else {
            throw ExampleResponse.Missing(text: "the response has a defect", isFaultOfTheDocument: true)
        }
        var example = ExampleResponse(status: status, headers: try headers(of: response))
        if let name {
            try addBody(named: name, to: &example, response.content, number)
        } else {
            try addBody(to: &example, response.content, number)
        }
        return example
    }

    // MARK: Header fields

    /// Returns the header fields that have a valid example, and the required ones with made values.
    private mutating func headers(
        of response: ContractResponse
    ) throws(ExampleResponse.Missing) -> [String: String] {
        var headers: [String: String] = [:]
        for header in response.headers {
            if let example = header.example, allows(example, header) {
                headers[header.name] = example.bodyText
            } else if header.isRequired, let schema = header.schema {
                if header.example != nil, generation.choice == .none {
                    throw ExampleResponse.Missing(
                        text: "the example of the header field \(header.name) breaks its schema",
                        isFaultOfTheDocument: true)
                }
                headers[header.name] = try made(schema).bodyText
            }
        }
        return headers
    }

    /// Returns a header field's valid example, or else a made value; nil without either.
    mutating func value(of header: ContractParameter) -> String? {
        if let example = header.example, allows(example, header) { return example.bodyText }
        guard let schema = header.schema, let value = try? made(schema), allows(value, header) else { return nil }
        return value.bodyText
    }

    /// Returns whether a header field may have a value.
    private func allows(_ value: JSONValue, _ header: ContractParameter) -> Bool {
        let text = ParameterText(value.bodyText, of: header)
        return checker.problems(of: header, text, header.name, direction: .response).isEmpty
    }

    // MARK: Bodies

    /// Adds the document's example with a name.
    private func addBody(
        named name: String, to example: inout ExampleResponse, _ content: ContractContent, _ number: Int
    ) throws(ExampleResponse.Missing) {
        for mediaType in content.mediaTypes {
            guard let value = mediaType.namedExamples[name] else { continue }
            if let problem = add(value, mediaType, to: &example, number) {
                throw ExampleResponse.Missing(text: "its example \(name) breaks its schema: \(problem)")
            }
            return
        }
        throw ExampleResponse.Missing(text: "status \(example.status) has no example \(name)")
    }

    /// Adds the first example of the document that is valid, or else a made body.
    private mutating func addBody(
        to example: inout ExampleResponse, _ content: ContractContent, _ number: Int
    ) throws(ExampleResponse.Missing) {
        guard !content.mediaTypes.isEmpty else { return }
        // JSON comes first because most clients read JSON.
        let mediaTypes = content.mediaTypes.sorted { $0.name.isJSON && !$1.name.isJSON }
        var firstProblem: String?
        for mediaType in mediaTypes {
            for value in mediaType.examples {
                guard let problem = add(value, mediaType, to: &example, number) else { return }
                firstProblem = firstProblem ?? problem
            }
        }
        if let firstProblem, generation.choice == .none {
            throw ExampleResponse.Missing(
                text: "its example breaks its schema: \(firstProblem)", isFaultOfTheDocument: true)
        }
        guard let mediaType = mediaTypes.first(where: { $0.schema != nil && $0.name.canBeMade }),
            let schema = mediaType.schema
        else { throw ExampleResponse.Missing(text: Self.reason(mediaTypes)) }
        let value = try made(schema)
        example.body = try body(value, mediaType)
        if let problem = problem(of: example, number) { throw ExampleResponse.Missing(text: problem) }
        example.flawOfReplacedExample = firstProblem
    }

    /// Returns the reason why no body can be made in some media types.
    private static func reason(_ mediaTypes: [ContractMediaType]) -> String {
        let names = mediaTypes.map(\.name.fullText)
        guard mediaTypes.contains(where: { $0.schema != nil }) else {
            return "\(names.listed) has no example, and no schema to make one from"
        }
        return "the document has no example, and no body in \(names.alternatives) can be made from a schema"
    }

    /// Returns a made body of a media type, or else the first valid example of the document; nil without either.
    mutating func smallestBody(
        of mediaType: ContractMediaType, status: Int, _ number: Int
    ) -> ExampleResponse.Body? {
        var example = ExampleResponse(status: status, headers: [:])
        if mediaType.name.canBeMade, let schema = mediaType.schema, let value = try? made(schema) {
            example.body = try? body(value, mediaType)
            if let body = example.body, problem(of: example, number) == nil { return body }
        }
        for value in mediaType.examples where add(value, mediaType, to: &example, number) == nil {
            return example.body
        }
        return nil
    }

    /// Adds an example of the document as body.
    ///
    /// - Returns: The first problem of the example; nil for a valid one, which was added.
    private func add(
        _ value: JSONValue, _ mediaType: ContractMediaType, to example: inout ExampleResponse, _ number: Int
    ) -> String? {
        guard let problem = set(value, mediaType, in: &example, number) else { return nil }
        // Many documents have JSON in strings.
        guard mediaType.name.isJSON, let unwrapped = value.unwrapped else { return problem }
        if set(unwrapped, mediaType, in: &example, number) == nil { return nil }
        return problem
    }

    /// Sets a body, and returns its first problem; nil for a valid body, which stays.
    private func set(
        _ value: JSONValue, _ mediaType: ContractMediaType, in example: inout ExampleResponse, _ number: Int
    ) -> String? {
        do throws(ExampleResponse.Missing) {
            example.body = try body(value, mediaType)
        } catch {
            return error.text
        }
        guard let problem = problem(of: example, number) else {
            example.isOfTheDocument = true
            return nil
        }
        example.body = nil
        return problem
    }

    /// Returns the first problem of an example's body; nil for a valid one.
    private func problem(of example: ExampleResponse, _ number: Int) -> String? {
        let operation = document.operations[number]
        let request = CheckedRequest(method: operation.method, url: RequestURL("http://localhost\(operation.path)"))
        var fields = example.headers
        fields["Content-Type"] = example.body?.contentType
        let response = CheckedResponse(
            status: example.status, headers: fields, body: example.body.map { Data($0.text.utf8) })
        let problems = checker.problems(of: response, to: request, .operation(number, parameters: [:], port: nil))
        // The problems of header fields, whose texts begin with the word, are none of the body.
        let name = "\(request.name) → \(example.status) "
        let own = problems.first { !$0.text.hasPrefix("\(name)header ") }
        return own.map { String($0.text.dropFirst(name.count)) }
    }

    /// Makes a value of a schema, as far as the generation allows.
    private mutating func made(_ schema: Int) throws(ExampleResponse.Missing) -> JSONValue {
        var seed: UInt64?
        switch generation.choice {
        case .none: throw ExampleResponse.Missing(text: "the document has no example")
        case .smallest: break
        case .random(let given):
            count += 1
            // The multiplier is large and odd, so seeds that are given next to each other share no values.
            seed = given &+ count &* 0x9E37_79B9
        }
        switch sampler.sample(of: schema, seed: seed) {
        case .value(let value): return value
        case .none(let reason): throw ExampleResponse.Missing(text: reason)
        }
    }

    /// Writes a value as a body of a media type.
    private func body(
        _ value: JSONValue, _ mediaType: ContractMediaType
    ) throws(ExampleResponse.Missing) -> ExampleResponse.Body {
        let name = mediaType.name.name(for: value)
        var contentType = mediaType.key
        if mediaType.name.isRange { contentType = name.fullText }
        if name.isJSON { return ExampleResponse.Body(text: value.text, contentType: contentType) }
        if name.isXML, value.string == nil, let schema = mediaType.schema {
            do throws(XMLWriter.Failure) {
                let text = try XMLWriter.text(of: value, schema, document.validator)
                return ExampleResponse.Body(text: text, contentType: contentType)
            } catch {
                throw ExampleResponse.Missing(text: "no body in \(name.text) can be made: \(error.reason)")
            }
        }
        return ExampleResponse.Body(text: value.bodyText, contentType: contentType)
    }
}

extension MediaTypeName {
    /// True for a media type in which a schema's value can be written.
    fileprivate var canBeMade: Bool { isJSON || isXML || isText || isRange }

    /// Returns the name, or for a range a name in it that suits a value.
    fileprivate func name(for value: JSONValue) -> MediaTypeName {
        guard isRange else { return self }
        let names = ["application/json", "text/plain", "application/octet-stream"].map { MediaTypeName($0) }
        // A string is written without quotes, which is no JSON.
        let suitable = names.drop { value.string != nil && $0.isJSON }
        return suitable.first { matches($0) } ?? MediaTypeName(text.replacing("*", with: "example"))
    }
}

extension JSONValue {
    /// The value as text: a string without quotes, any other value as JSON.
    fileprivate var bodyText: String { string ?? text }

    /// The value that a string has as JSON; nil for another value, and for a string that is no JSON.
    var unwrapped: JSONValue? {
        guard let string else { return nil }
        return JSONValue(Data(string.utf8))
    }
}
