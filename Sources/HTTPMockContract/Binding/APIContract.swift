import Foundation
import HTTPMock

/// An OpenAPI document that the requests and responses of mocks are checked against.
///
/// ```swift
/// let contract = try APIContract(contentsOf: url)
/// HTTPMock.current.check(against: contract)
/// ```
///
/// A contract is loaded and compiled when it is created. Tests can share one, also on several threads at the same time.
public final class APIContract: Sendable {
    let document: LoadedDocument
    let uses = CoverageLog()
    /// The examples of the operations with the smallest generated values; nil until they are first made.
    let smallestExamples = Locked<[Result<ExampleResponse, ExampleResponse.Missing>]?>(nil)
    var operations: [ContractOperation] { document.operations }
    var validator: SchemaValidator { document.validator }
    /// The location of the document as a whole.
    var root: DocumentLocation { document.root }

    /// The defects and notes of the document, in the order of its files and lines.
    ///
    /// A part with a defect is not checked: a schema with a defect allows every value, and the credentials of a missing
    /// or unknown security scheme count as given. A part with a note is checked. An example that breaks its schema gets
    /// a note.
    public var defects: [ContractDefect] {
        if let known = allDefects.withLock({ $0 }) { return known }
        let notes = try? LargeStack.run { [document] in document.notes }
        let found = [ContractDefect](document.errors + (notes ?? []))
        allDefects.withLock { $0 = found }
        return found
    }

    /// The defects that leave parts of the document unchecked.
    var seriousDefects: [ContractDefect] {
        [ContractDefect](document.errors.filter { $0.severity == .defect })
    }

    // Nil until `defects` is first read, because checking the examples of a large document takes long.
    private let allDefects = Locked<[ContractDefect]?>(nil)
    /// The bodies of the document's own examples that were registered as responses.
    let registeredExamples = Locked<Set<Data>>([])

    /// Reads a document from a file, and the files that its references lead to.
    ///
    /// - Parameters:
    ///   - url: The file: OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, in JSON or YAML.
    ///   - folder: The folder that has all files of the document; nil for the folder of `url`. A reference that leads
    ///     out of the folder refuses the document. No reference goes to the network.
    ///   - files: The files for references to URLs, relative to the folder of `url`. A URL that ends in `/` names a
    ///     folder, and the longest URL that matches counts.
    ///   - strict: Whether any defect refuses the document. If false, a document that can be a contract is loaded.
    ///     Then ``defects`` lists its defects, and checks of mocks warn about them.
    ///   - nullable: The reading of `nullable: true` next to other keywords than `type`, and since OpenAPI 3.1.
    ///   - assertsFormats: False if `format` is an annotation only.
    /// - Throws: `HTTPMockError` for a file that can't be read, and for a document that is refused. The error lists up
    ///   to 20 defects by line, column and JSON pointer. A defect in the syntax of JSON or YAML has no pointer.
    public convenience init(
        contentsOf url: URL, resolvingIn folder: URL? = nil, resolving files: [String: String] = [:],
        strict: Bool = false, nullable: NullableReading = .asIntended, assertsFormats: Bool = true
    ) throws {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw HTTPMockError(
                "HTTPMock: the contract \(url.path) can't be read: \(error.reason). To fix this, check the "
                    + "path and the permissions.")
        }
        let options = LoadedDocument.Options(isStrict: strict, nullable: nullable, assertsFormats: assertsFormats)
        try self.init(data, DocumentFiles(of: url, in: folder, resolving: files), options)
    }

    /// Reads a document that has no references to files.
    ///
    /// - Parameters:
    ///   - data: The document: OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0, in JSON or YAML.
    ///   - strict: Whether any defect refuses the document. If false, a document that can be a contract is loaded.
    ///     Then ``defects`` lists its defects, and checks of mocks warn about them.
    ///   - nullable: The reading of `nullable: true` next to other keywords than `type`, and since OpenAPI 3.1.
    ///   - assertsFormats: False if `format` is an annotation only.
    /// - Throws: `HTTPMockError` for a document that is refused. The error lists up to 20 defects by line, column and
    ///   JSON pointer. A defect in the syntax of JSON or YAML has no pointer.
    public convenience init(
        _ data: Data, strict: Bool = false, nullable: NullableReading = .asIntended, assertsFormats: Bool = true
    ) throws {
        let options = LoadedDocument.Options(isStrict: strict, nullable: nullable, assertsFormats: assertsFormats)
        try self.init(data, .none, options)
    }

    private init(_ data: Data, _ files: DocumentFiles, _ options: LoadedDocument.Options) throws {
        do {
            // Documents may nest deeper than the caller's stack allows.
            document = try LargeStack.run { try LoadedDocument(data, files, options) }
        } catch let unusable as UnusableDocument {
            throw unusable.error(of: files.rootName ?? "the document")
        }
        CoverageCollector.ofRun?.add(document.documentedResponses, uses)
    }

    /// Checks a JSON text against a schema of the document.
    ///
    /// - Parameters:
    ///   - json: The JSON text.
    ///   - pointer: The schema's location as a JSON pointer: `#/components/schemas/Pet`.
    ///   - direction: Whether the value is sent in a request or in a response. If nil, required members are required
    ///     even if they are `readOnly` or `writeOnly`.
    /// - Returns: The violations, none if the value is valid. A text that is no JSON, and a pointer without a schema,
    ///   are violations.
    public func validate(
        _ json: Data, against pointer: String, direction: ContractDirection? = nil
    ) -> [ContractViolation] {
        guard let schema = schema(at: pointer) else {
            let message = "the contract has no schema at \(pointer)"
            return [ContractViolation(path: [], schema: root, keyword: "$ref", message: message)]
        }
        do {
            let value = try JSONValue(parsing: json)
            return validator.violations(of: value, against: schema, direction: direction)
        } catch {
            let location = validator.schemas[schema].location
            return [ContractViolation(path: [], schema: location, keyword: "type", message: "not JSON: \(error)")]
        }
    }

    /// Returns the number of the schema at a JSON pointer; nil if there is none.
    ///
    /// After a number sign, the pointer is a URI fragment, whose escapes are decoded.
    func schema(at pointer: String) -> Int? {
        var text = pointer
        if text.hasPrefix("#") { text = String(text.dropFirst()).decoded }
        return JSONPointer(text).flatMap { document.schemas[$0] }
    }
}

extension APIContract {
    /// The coverage of the contract by all mocks that were checked against the contract.
    public var coverage: ContractCoverage {
        uses.coverage(of: document.documentedResponses)
    }
}

extension ContractOperation {
    /// Returns the key of the documented response for a status in the coverage; nil without such a response.
    func coverageKey(for status: Int) -> CoverageLog.Key? {
        response(for: status).map { CoverageLog.Key(operation: name, status: $0.key) }
    }
}

extension APIContract {
    package var serverURLs: [String] { document.servers.map(\.url) }

    package func problems(of exchanges: [RecordedExchange], server: String?) -> [RecordedExchange.Problems?] {
        let checker = ContractChecker(document, undocumented: .warn, server: server)
        return exchanges.map { exchange in
            let match = checker.match(exchange.request)
            var problems = checker.problems(of: exchange.request, match)
            // As in a mock, a documented refusal expects the problems of its request.
            if checker.refusals(match).contains(exchange.response.status) { problems = [] }
            switch match {
            case .elsewhere, .unusable: return nil
            case .operation: problems += checker.problems(of: exchange.response, to: exchange.request, match)
            case .otherMethods, .unknownPath: break
            }
            return RecordedExchange.Problems(problems)
        }
    }

    package func hasUnusablePath(in exchanges: [RecordedExchange], server: String?) -> Bool {
        let checker = ContractChecker(document, undocumented: .warn, server: server)
        return exchanges.contains { ContractMatch.openAPI(checker.match($0.request)).unusablePath != nil }
    }
}
