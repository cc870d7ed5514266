import Foundation
import HTTPMock

/// Finds or makes the examples of operations.
///
/// An example of the document that breaks its schema is not used.
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
    ///   - status: The status of the response; the lowest success unless given.
    ///   - name: The name of the example in the document; the first one that fits unless given.
    mutating func response(
        of number: Int, status: Int? = nil, named name: String? = nil
    ) throws(ExampleResponse.Missing) -> ExampleResponse {
        let operation = document.operations[number]
        guard operation.isUsable else {
            throw ExampleResponse.Missing(text: "the operation has a defect", isOfTheDocument: true)
        }
        guard let known = Self.key(of: status, among: operation.responses),
            let response = operation.responses[known.key]
        else {
            throw ExampleResponse.Missing(
                text: status.map { "status \($0) is not documented" } ?? "no success status is documented")
        }
        guard response.isUsable else {
            throw ExampleResponse.Missing(text: "the response has a defect", isOfTheDocument: true)
        }
        var headers: [String: String] = [:]
        for header in response.headers {
            var value = header.example
            if let example = value, !allows(example, header) { value = nil }
            if value == nil, header.isRequired, let schema = header.schema {
                if header.example != nil, generation.choice == .none {
                    throw ExampleResponse.Missing(
                        text: "the example of the header field \(header.name) breaks its schema", isOfTheDocument: true)
                }
                value = try made(schema)
            }
            headers[header.name] = value?.bodyText
        }
        var example = ExampleResponse(status: known.status, headers: headers)
        if let name {
            try addBody(named: name, to: &example, response.content)
        } else {
            try addBody(to: &example, response.content, number)
        }
        return example
    }

    /// Returns the status and key of a response, by default of the lowest success status.
    private static func key(of status: Int?, among responses: [String: ContractResponse]) -> (status: Int, key: String)?
    {
        if let status {
            let keys = ["\(status)", "\(status / 100)XX", "\(status / 100)xx", "default"]
            return keys.first { responses[$0] != nil }.map { (status, $0) }
        }
        let successes = responses.keys.compactMap { key -> (status: Int, key: String)? in
            let digits = key.uppercased().replacing("XX", with: "00")
            guard let status = Int(digits), (200..<300).contains(status) else { return nil }
            return (status, key)
        }
        return successes.min { $0 < $1 }
    }

    private func addBody(
        named name: String, to example: inout ExampleResponse, _ content: ContractContent
    ) throws(ExampleResponse.Missing) {
        for mediaType in content.mediaTypes {
            guard let value = mediaType.namedExamples[name] else { continue }
            example.body = body(value, mediaType)
            example.isOfTheDocument = true
            return
        }
        throw ExampleResponse.Missing(text: "status \(example.status) has no example \(name)")
    }

    /// Returns whether a header field may have a value.
    private func allows(_ value: JSONValue, _ header: ContractParameter) -> Bool {
        let text = ParameterText(value.bodyText, of: header)
        return checker.problems(of: header, text, header.name, direction: .response).isEmpty
    }

    private mutating func addBody(
        to example: inout ExampleResponse, _ content: ContractContent, _ number: Int
    ) throws(ExampleResponse.Missing) {
        guard !content.mediaTypes.isEmpty else { return }
        // JSON comes first because most clients read JSON.
        let mediaTypes = content.mediaTypes.sorted { $0.name.isJSON && !$1.name.isJSON }
        var problem: String?
        for mediaType in mediaTypes {
            for value in mediaType.examples {
                example.body = body(value, mediaType)
                guard let found = self.problem(of: example, number) else {
                    example.isOfTheDocument = true
                    return
                }
                problem = problem ?? found
            }
        }
        if let problem, generation.choice == .none {
            throw ExampleResponse.Missing(text: "its example breaks its schema: \(problem)", isOfTheDocument: true)
        }
        for mediaType in mediaTypes where mediaType.name.isJSON || mediaType.name.isText || mediaType.name.isRange {
            guard let schema = mediaType.schema else { continue }
            example.body = body(try made(schema), mediaType)
            return
        }
        let names = mediaTypes.map(\.name.fullText).listed
        throw ExampleResponse.Missing(text: "\(names) has no example, and no schema to make one from")
    }

    /// Returns the first problem of an example; nil for a valid example.
    private func problem(of example: ExampleResponse, _ number: Int) -> String? {
        let operation = document.operations[number]
        let request = CheckedRequest(method: operation.method, url: RequestURL("http://localhost\(operation.path)"))
        var fields = example.headers
        fields["Content-Type"] = example.body?.contentType
        let response = CheckedResponse(
            status: example.status, headers: fields, body: example.body.map { Data($0.text.utf8) })
        let problems = checker.problems(of: response, to: request, .operation(number, parameters: [:], port: nil))
        // A missing header field is not a problem of the body.
        let name = "\(request.name) → \(example.status) "
        let own = problems.first { !$0.text.hasPrefix("\(name)header ") }
        return own.map { String($0.text.dropFirst(name.count)) }
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
    /// Returns the name, or for a range a name in it that suits a value.
    fileprivate func name(for value: JSONValue) -> MediaTypeName {
        guard isRange else { return self }
        let names = ["application/json", "text/plain", "application/octet-stream"].map { MediaTypeName($0) }
        let suitable = names.drop { value.string != nil && $0.isJSON }
        return suitable.first { matches($0) } ?? MediaTypeName(text.replacing("*", with: "example"))
    }
}

extension JSONValue {
    /// The value as text: a string without quotes, any other value as JSON.
    fileprivate var bodyText: String { string ?? text }
}
