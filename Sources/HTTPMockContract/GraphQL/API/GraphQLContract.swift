import Foundation
import HTTPMock

/// A GraphQL schema that mocks and requests are checked against.
///
/// ```swift
/// let contract = try GraphQLContract(contentsOf: url)
/// HTTPMock.current.check(against: contract)
/// ```
///
/// Tests may share a contract, so that it is loaded once. Threads may use it at the same time.
public final class GraphQLContract: Sendable {
    let types: TypeSystem
    let scalars: GraphQLScalars
    /// The operations of the client, if they were given.
    let known: KnownOperations
    let cache: OperationCache
    /// The answers that tests registered or received, for the coverage.
    let uses = CoverageLog()
    /// The name of the file or folder, for messages; `the schema` for a text.
    let title: String

    /// The defects and notes of the schema, by file and line, then those of the operations.
    ///
    /// Some parts with a defect are not checked: a field of an unknown type allows every value. An operation with a
    /// defect is checked when a request has the operation. A part with a note is checked.
    public let defects: [ContractDefect]

    /// The ``defects`` without the notes.
    let seriousDefects: [ContractDefect]

    /// Reads a schema from a file or a folder, and the client's operations.
    ///
    /// - Parameters:
    ///   - url: The schema: SDL in a file or in a folder's `.graphqls`, `.graphql` and `.gql` files, or the answer to
    ///     an introspection query as JSON.
    ///   - operations: The client's operations: a folder of `.graphql` and `.gql` files, one such file, Apollo's
    ///     operation manifest, or Relay's persisted queries.
    ///   - strict: Whether a schema or an operation with a defect is refused. If false, the defect is one of
    ///     ``defects``.
    ///   - scalars: The treatment of custom scalars.
    /// - Throws: `HTTPMockError` for a file that can't be read, for a folder without a schema, for a text that is no
    ///   schema, for a manifest that is not JSON, for a file or folder without operations, and for a defect that is
    ///   refused. The error lists up to ten defects, each with its line and column.
    /// - SeeAlso: [GraphQL §3](https://spec.graphql.org/September2025/#sec-Type-System)
    public convenience init(
        contentsOf url: URL, operations: URL? = nil, strict: Bool = false, scalars: GraphQLScalars = .any
    ) throws {
        let sources = try LargeStack.run { try GraphQLFiles.schema(at: url) }
        try self.init(
            sources, title: url.lastPathComponent, operations: operations, strict: strict, scalars: scalars)
    }

    /// Reads a schema.
    ///
    /// - Parameters:
    ///   - data: The schema: SDL, or the answer to an introspection query as JSON.
    ///   - strict: Whether a schema with a defect is refused. If false, the defect is one of ``defects``.
    ///   - scalars: The treatment of custom scalars.
    /// - Throws: `HTTPMockError` for a text that is no schema, and for a schema that is refused. The error lists up to
    ///   ten defects, each with its line and column.
    public convenience init(_ data: Data, strict: Bool = false, scalars: GraphQLScalars = .any) throws {
        try self.init(
            [GraphQLSource(data)], title: "the schema", operations: nil, strict: strict, scalars: scalars)
    }

    private init(
        _ sources: [GraphQLSource], title: String, operations: URL?, strict: Bool, scalars: GraphQLScalars
    ) throws {
        let schema: LoadedSchema
        do {
            // Documents may nest deeper than the caller's stack allows.
            schema = try LargeStack.run { try LoadedSchema(sources) }
        } catch let document as UnusableDocument {
            throw document.error(of: title)
        }
        types = schema.types
        self.title = title
        self.scalars = scalars
        cache = OperationCache(schema.types)
        if let operations {
            let types = types
            known = try LargeStack.run { try KnownOperations(contentsOf: operations, types) }
        } else {
            known = KnownOperations.none
        }
        defects = schema.defects + known.defects
        seriousDefects = defects.filter { $0.severity == .defect }
        if strict, !seriousDefects.isEmpty {
            let reasons = seriousDefects.prefix(ContractChecker.listLimit).map(\.description)
            throw UnusableDocument(reasons: reasons, fix: "correct these places, or load it without strict: true")
                .error(of: title)
        }
        CoverageCollector.ofRun?.add(documentedAnswers, uses)
    }
}

extension GraphQLContract {
    /// Checks an answer to an operation.
    ///
    /// - Parameters:
    ///   - json: The answer, with `data` or `errors`.
    ///   - query: The document with the operation.
    ///   - variables: The values of the variables.
    ///   - operation: The operation's name; nil for the only operation.
    /// - Returns: The violations, none if the answer is one of the schema. If the operation is not valid, only its
    ///   violations are returned. Members that were not selected are among the violations, and variables that the
    ///   operation does not declare. The `data` of a subscription and of a document with `@defer` or `@stream` is not
    ///   checked. An operation with 20,000 or more selections is a violation, because its `data` is not checked.
    public func violations(
        of json: Data, to query: String, variables: JSONLiteral = [:], operation: String? = nil
    ) -> [ContractViolation] {
        violations(of: json, to: query, variables: Self.data(of: variables), operation: operation)
    }

    /// Checks an answer to an operation whose variables are JSON.
    ///
    /// - Parameters:
    ///   - json: The answer, with `data` or `errors`.
    ///   - query: The document with the operation.
    ///   - variables: The values of the variables, as a JSON object.
    ///   - operation: The operation's name; nil for the only operation.
    /// - Returns: The violations, as for variables that are a literal.
    public func violations(
        of json: Data, to query: String, variables: Data, operation: String? = nil
    ) -> [ContractViolation] {
        let checked = CheckedOperation(text: query, variables: JSONValue(variables), name: operation, self)
        let ofOperation = violations(checked.issues, checked, isRequest: true)
        guard checked.failures.isEmpty else { return ofOperation }
        let issues: [GraphQLIssue]
        do throws(JSONSyntaxError) {
            issues = checked.issues(ofAnswer: try JSONValue(parsing: json), at: [], self)
        } catch {
            issues = [GraphQLIssue(rule: "response", message: "not JSON: \(error)")]
        }
        return ofOperation + violations(issues, checked, isRequest: false)
    }

    /// Checks an operation.
    ///
    /// - Parameters:
    ///   - query: The document with the operation.
    ///   - variables: The values of the variables.
    ///   - operation: The operation's name; nil for the only operation.
    /// - Returns: The violations of the document, in its order, and those of the name and of the variables.
    public func violations(
        ofOperation query: String, variables: JSONLiteral = [:], operation: String? = nil
    ) -> [ContractViolation] {
        violations(ofOperation: query, variables: Self.data(of: variables), operation: operation)
    }

    /// Checks an operation whose variables are JSON.
    ///
    /// - Parameters:
    ///   - query: The document with the operation.
    ///   - variables: The values of the variables, as a JSON object.
    ///   - operation: The operation's name; nil for the only operation.
    /// - Returns: The violations of the document, in its order, and those of the name and of the variables.
    public func violations(
        ofOperation query: String, variables: Data, operation: String? = nil
    ) -> [ContractViolation] {
        let checked = CheckedOperation(text: query, variables: JSONValue(variables), name: operation, self)
        return violations(checked.issues, checked, isRequest: true)
    }

    private static func data(of literal: JSONLiteral) -> Data {
        // A literal with `.any` or `.matching` is no JSON, and counts as no variables.
        (try? JSONEncoder().encode(literal)) ?? Data("{}".utf8)
    }

    private func violations(
        _ issues: [GraphQLIssue], _ checked: CheckedOperation, isRequest: Bool
    ) -> [ContractViolation] {
        issues.map { issue in
            let place = GraphQLPlace(of: issue, types, checked.document?.source, isRequest: isRequest)
            return ContractViolation(issue, at: place)
        }
    }
}
