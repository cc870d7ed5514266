import HTTPMock

/// A document of operations with all that is computed once for its text.
///
/// Created and kept by ``OperationCache`` and ``KnownOperations``. Used by any thread.
final class PreparedDocument: Sendable {
    /// The operation and the values of variables on which a shape depends.
    private struct ShapeKey: Hashable {
        /// The byte of the operation.
        let operation: Int
        /// The values of the variables that `@skip` and `@include` use, as far as they are known.
        let conditions: [String: Bool]
    }

    let source: GraphQLSource
    /// The parsed document; nil if the text is none.
    let document: OperationDocument?
    /// The breaches of the rules, in the order of the document, or the first defect of the syntax.
    let issues: [GraphQLIssue]
    /// The tokens of each definition, with the definitions in alphabetical order.
    ///
    /// Documents with equal definitions have equal tokens, in whatever order the definitions are written.
    let tokens: String
    private let schema: TypeSystem
    /// True if some `@defer` or `@stream` is used.
    let usesStreaming: Bool
    /// The variables that some `@skip` or `@include` uses.
    private let conditionNames: Set<String>
    private let shapes = Locked<[ShapeKey: AnswerShape]>([:])

    /// The most shapes of one document that are kept; a further one replaces all of them.
    private static let limit = 100

    /// True if variables may decide which fields an answer has.
    var hasConditions: Bool { !conditionNames.isEmpty }

    /// True if the document breaks no rule; directives that the client's library strips break none.
    var isUsable: Bool { issues.allSatisfy(\.isOfClient) }

    /// Parses and checks a text.
    init(_ source: GraphQLSource, _ schema: TypeSystem) {
        self.source = source
        self.schema = schema
        do throws(GraphQLSyntaxError) {
            let document = try OperationDocument(source)
            self.document = document
            tokens = document.tokens
            issues = OperationValidator.issues(of: document, schema).map { GraphQLIssue($0) }
            let directives = document.directives
            conditionNames = Set(directives.flatMap(\.conditionNames))
            usesStreaming = directives.contains { ["defer", "stream"].contains($0.name.text) }
        } catch {
            document = nil
            tokens = ""
            issues = [GraphQLIssue(rule: "Syntax", message: error.reason, offset: error.offset, status: 400)]
            conditionNames = []
            usesStreaming = false
        }
    }

    /// Finds an operation by its name; without a name, the only operation.
    ///
    /// - Throws: The issue if there is no such operation, or if there are several for a request without a name.
    func operation(_ name: String?) throws(OperationNameIssue) -> Syntax.Operation {
        let operations = document?.operations ?? []
        guard let name else {
            if operations.count == 1 { return operations[0] }
            let reason = operations.isEmpty ? "the document has no operation" : "missing, but the document has several"
            throw OperationNameIssue(reason: reason)
        }
        if let operation = operations.first(where: { $0.name?.text == name }) { return operation }
        let near = NearName.nearest(to: name, in: operations.compactMap(\.name?.text))
        throw OperationNameIssue(reason: "the document has no operation \(name.short)\(NearName.hint(near))")
    }

    /// Returns the shape of an operation's answer.
    ///
    /// - Parameters:
    ///   - operation: An operation of the document.
    ///   - variables: The values of the variables that are known.
    ///   - areComplete: Whether a request has no other variables, so that their defaults count.
    /// - Returns: nil if the document breaks a rule, or the operation is too large.
    func shape(of operation: Syntax.Operation, _ variables: JSONObject, areComplete: Bool = true) -> AnswerShape? {
        guard let document, isUsable else { return nil }
        let conditions = conditions(of: operation, variables, areComplete: areComplete)
        let key = ShapeKey(operation: operation.offset, conditions: conditions)
        if let known = shapes.withLock({ $0[key] }) { return known }
        let schema = schema
        // Fragments in fragments may nest deeper than the caller's stack allows. The compiler throws no error.
        let made = try? LargeStack.run {
            ShapeCompiler.shape(of: operation, document, schema, key.conditions)
        }
        guard let shape = made else { return nil }
        shapes.withLock { shapes in
            if shapes.count >= Self.limit { shapes = [:] }
            shapes[key] = shape
        }
        return shape
    }

    /// Returns the values of the variables that decide which fields an answer has, as far as they are known.
    private func conditions(
        of operation: Syntax.Operation, _ variables: JSONObject, areComplete: Bool
    ) -> [String: Bool] {
        guard !conditionNames.isEmpty else { return [:] }
        var conditions: [String: Bool] = [:]
        for variable in operation.variables where conditionNames.contains(variable.name.text) {
            let name = variable.name.text
            if case .bool(let value)? = variables[name] {
                conditions[name] = value
            } else if areComplete, case .boolean(let value)? = variable.defaultValue?.kind {
                conditions[name] = value
            }
        }
        return conditions
    }
}

extension OperationDocument {
    /// The tokens of the definitions, in an order that does not depend on the document.
    fileprivate var tokens: String {
        let starts = definitions.map(\.offset)
        let ends = starts.dropFirst() + [source.bytes.count]
        return zip(starts, ends).map { source.tokens(in: $0..<$1) }.sorted().joined(separator: "\n")
    }

    /// The directives of all selections.
    fileprivate var directives: [Syntax.Directive] {
        let sets = operations.map(\.selectionSet) + fragments.values.map(\.selectionSet)
        return sets.flatMap(\.all).flatMap(\.directives)
    }
}

extension Syntax.Directive {
    /// The variables of `@skip` and `@include`; none for other directives.
    fileprivate var conditionNames: [String] {
        guard ["skip", "include"].contains(name.text) else { return [] }
        return arguments.compactMap { argument in
            if case .variable(let name) = argument.value.kind { name } else { nil }
        }
    }
}

extension GraphQLSource {
    /// Returns the tokens of a part of the text, each after a space.
    fileprivate func tokens(in range: Range<Int>) -> String {
        let part = Array(bytes[range])
        var lexer = GraphQLLexer(part)
        var text: [UInt8] = []
        // Only the token of the end has no bytes.
        while let token = try? lexer.next(), token.end > token.start {
            text.append(.space)
            text += part[token.start..<token.end]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
