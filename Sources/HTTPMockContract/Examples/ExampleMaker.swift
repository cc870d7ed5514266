import Foundation
import HTTPMock

/// Finds or makes the examples of operations.
///
/// Bodies and header fields are checked before they are used. Operations are given by their numbers.
struct ExampleMaker {
    private let document: LoadedDocument
    private let checker: ContractChecker
    private var sampler: SchemaSampler
    private let generation: ExampleGeneration
    /// The number of random values so far, by which equal schemas get different values.
    private var randomCount: UInt64 = 0

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
    ///   - name: The name of the body's example in the document. Unless given, the body is the document's first valid
    ///     example, or else a made one.
    /// - Throws: The reason why there is no example.
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

    /// Returns the header fields that have a valid example, and the other required ones with made values.
    ///
    /// - Throws: The reason why a required header field has no value.
    private mutating func headers(
        of response: ContractResponse
    ) throws(ExampleResponse.Missing) -> [String: String] {
        var headers: [String: String] = [:]
        for header in response.headers {
            if let text = exampleText(of: header) {
                headers[header.name] = text
            } else if header.isRequired {
                guard let schema = header.schema else {
                    let field = "the header field \(header.name)"
                    throw ExampleResponse.Missing(text: "\(field) has no example, and no schema to make one from")
                }
                if !header.examples.isEmpty, generation.choice == .none {
                    throw ExampleResponse.Missing(
                        text: "the example of the header field \(header.name) breaks its schema",
                        isFaultOfTheDocument: true)
                }
                guard let text = text(of: try made(schema), in: header) else {
                    throw ExampleResponse.Missing(text: "no value was found (\(header.pointer))")
                }
                headers[header.name] = text
            }
        }
        return headers
    }

    /// Returns a header field's valid example, or else a valid made value; nil without either.
    mutating func value(of header: ContractParameter) -> String? {
        if let text = exampleText(of: header) { return text }
        guard let schema = header.schema, let value = try? made(schema) else { return nil }
        return text(of: value, in: header)
    }

    /// Returns the text of a header field's first valid example; nil without one.
    private func exampleText(of header: ContractParameter) -> String? {
        for example in header.examples {
            if let text = text(of: example, in: header) { return text }
        }
        return nil
    }

    /// Returns the first valid text of a value in a header field; nil without one.
    private func text(of value: JSONValue, in header: ContractParameter) -> String? {
        // A string may be the text of a header field already.
        let texts = [value.string, header.written(value)].compactMap(\.self)
        return texts.first { text in
            let read = ParameterText(text, of: header)
            return checker.problems(of: header, read, header.name, direction: .response).isEmpty
        }
    }

    // MARK: Bodies

    /// Adds the document's first valid example with a name.
    ///
    /// - Throws: The reason if there is none.
    private func addBody(
        named name: String, to example: inout ExampleResponse, _ content: ContractContent, _ number: Int
    ) throws(ExampleResponse.Missing) {
        var firstProblem: String?
        for mediaType in content.mediaTypes {
            guard let value = mediaType.namedExamples[name] else { continue }
            guard let problem = add(value, mediaType, to: &example, number) else { return }
            firstProblem = firstProblem ?? problem
        }
        if let firstProblem {
            throw ExampleResponse.Missing(text: "its example \(name) breaks its schema: \(firstProblem)")
        }
        throw ExampleResponse.Missing(text: "status \(example.status) has no example \(name)")
    }

    /// Adds the first example of the document that is valid, or else a made body; nothing if no body is documented.
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
        let source = mediaTypes.first { $0.schemaToMakeFrom != nil }
        let canMake = generation.choice != .none && source != nil
        if let firstProblem, !canMake {
            throw ExampleResponse.Missing(
                text: "its example breaks its schema: \(firstProblem)", isFaultOfTheDocument: true)
        }
        guard let mediaType = source, let schema = mediaType.schemaToMakeFrom else {
            throw ExampleResponse.Missing(text: Self.reason(mediaTypes))
        }
        example.body = try madeBody(schema, mediaType)
        if let problem = problem(of: example, number) { throw ExampleResponse.Missing(text: problem) }
        example.flawOfReplacedExample = firstProblem
    }

    /// Returns the reason why no body can be made in some media types.
    private static func reason(_ mediaTypes: [ContractMediaType]) -> String {
        let names = mediaTypes.map(\.name.fullText)
        guard mediaTypes.contains(where: { $0.schema != nil || $0.itemSchema != nil }) else {
            return "\(names.listed) has no example, and no schema to make one from"
        }
        return "the document has no example, and no body in \(names.alternatives) can be made from a schema"
    }

    /// Returns a made body of a media type, or else the media type's first valid example; nil without either.
    mutating func smallestBody(
        of mediaType: ContractMediaType, status: Int, _ number: Int
    ) -> ExampleResponse.Body? {
        var example = ExampleResponse(status: status, headers: [:])
        if let schema = mediaType.schemaToMakeFrom {
            example.body = try? madeBody(schema, mediaType)
            if let body = example.body, problem(of: example, number) == nil { return body }
        }
        for value in mediaType.examples {
            let problem = add(value, mediaType, to: &example, number)
            if problem == nil { return example.body }
        }
        return nil
    }

    /// Adds an example of the document as body; an invalid string is read as JSON.
    ///
    /// - Returns: The first problem of the example; nil if the example was added.
    private func add(
        _ value: JSONValue, _ mediaType: ContractMediaType, to example: inout ExampleResponse, _ number: Int
    ) -> String? {
        guard let problem = set(value, mediaType, in: &example, number) else { return nil }
        // Many documents have JSON bodies in strings.
        guard mediaType.name.isJSON, let unwrapped = value.unwrapped else { return problem }
        if set(unwrapped, mediaType, in: &example, number) == nil { return nil }
        return problem
    }

    /// Sets a valid body of the document; returns the first problem of an invalid one, which is not kept.
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
        let prefix = "\(request.name) → \(example.status) "
        // After the prefix, the problem of a header field begins with "header".
        guard let problem = problems.first(where: { !$0.text.hasPrefix("\(prefix)header ") }) else { return nil }
        return String(problem.text.dropFirst(prefix.count))
    }

    /// Makes a value of a schema in the way of the generation.
    ///
    /// - Throws: The reason why there is no value; without generation, always.
    private mutating func made(_ schema: Int) throws(ExampleResponse.Missing) -> JSONValue {
        var seed: UInt64?
        switch generation.choice {
        case .none: throw ExampleResponse.Missing(text: "the document has no example")
        case .smallest: break
        case .random(let given):
            randomCount += 1
            // The factor is large, so that the values of two given seeds next to each other have no seed in common.
            seed = given &+ randomCount &* 0x9E37_79B9
        }
        switch sampler.sample(of: schema, seed: seed) {
        case .value(let value): return value
        case .none(let reason): throw ExampleResponse.Missing(text: reason)
        }
    }

    /// Makes a body of a media type from its schema; the body of a sequence has one item.
    private mutating func madeBody(
        _ schema: Int, _ mediaType: ContractMediaType
    ) throws(ExampleResponse.Missing) -> ExampleResponse.Body {
        let value = try made(schema)
        guard mediaType.itemNotation != nil else { return try body(value, mediaType) }
        return try body(.array([value]), mediaType)
    }

    /// Returns a value as a body of a media type.
    ///
    /// The value of a sequence is an array of its items, its only item, or a string with the text of the body.
    ///
    /// - Throws: The reason why the value can't be written.
    private func body(
        _ value: JSONValue, _ mediaType: ContractMediaType
    ) throws(ExampleResponse.Missing) -> ExampleResponse.Body {
        if let notation = mediaType.itemNotation, value.string == nil {
            let text = SequenceWriter.text(of: value.elements ?? [value], notation)
            return ExampleResponse.Body(text: text, contentType: mediaType.key)
        }
        let name = mediaType.name.name(for: value)
        var contentType = mediaType.key
        if mediaType.name.isRange { contentType = name.fullText }
        if name.isJSON { return ExampleResponse.Body(text: value.text, contentType: contentType) }
        // A string is written as it is, because documents have examples in XML as strings.
        if name.isXML, value.string == nil, let schema = mediaType.schema {
            do throws(XMLWriter.Failure) {
                let text = try XMLWriter.text(of: value, schema, document.validator)
                return ExampleResponse.Body(text: text, contentType: contentType)
            } catch {
                throw ExampleResponse.Missing(text: "no body in \(name.text) can be made: \(error.reason)")
            }
        }
        return ExampleResponse.Body(text: value.unquotedText, contentType: contentType)
    }
}

extension ContractParameter {
    /// Returns a value as the text of a header field.
    fileprivate func written(_ value: JSONValue) -> String {
        // The style `simple` has commas; other separators come only from Swagger 2.0.
        let known = style.separators(isExploded: isExploded)
        let separator = [",", " ", "\t", "|"].first { known.contains($0) } ?? ","
        switch value {
        case _ where isJSON: return value.text
        case .array(let elements): return elements.map(\.unquotedText).joined(separator: separator)
        case .object(let members):
            let sign = isExploded ? "=" : separator
            return members.sorted().map { "\($0.key)\(sign)\($0.value.unquotedText)" }.joined(separator: separator)
        default: return value.unquotedText
        }
    }
}

extension ContractMediaType {
    /// The notation of a sequence whose items have a schema; nil without one.
    fileprivate var itemNotation: MediaTypeName.ItemNotation? { itemSchema == nil ? nil : name.itemNotation }

    /// The schema of a body that can be made, or of each of its items; nil if no body can be made.
    fileprivate var schemaToMakeFrom: Int? {
        if itemNotation != nil { return itemSchema }
        return name.canBeMade ? schema : nil
    }
}

extension MediaTypeName {
    /// True for a media type in which values can be written; XML can't express some values.
    fileprivate var canBeMade: Bool { isJSON || isXML || isText || isRange }

    /// Returns the name; for a range, a name in it that suits a value, or else any name in it.
    fileprivate func name(for value: JSONValue) -> MediaTypeName {
        guard isRange else { return self }
        var suitable = ["text/plain", "application/octet-stream"]
        // A string is preferably written without quotes, which is no JSON.
        if value.string == nil { suitable.insert("application/json", at: 0) }
        let name = suitable.map { MediaTypeName($0) }.first { matches($0) }
        return name ?? MediaTypeName(text.replacing("*", with: "example"))
    }
}

extension JSONValue {
    /// The value as text: a string without quotes, any other value as JSON.
    fileprivate var unquotedText: String { string ?? text }

    /// The value that a string has as JSON; nil for another value, and for a string that is no JSON.
    var unwrapped: JSONValue? {
        guard let string else { return nil }
        return JSONValue(Data(string.utf8))
    }
}
