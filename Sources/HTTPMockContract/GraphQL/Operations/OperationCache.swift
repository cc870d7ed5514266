import HTTPMock

/// The prepared documents of requests, and of texts that are given to the contract.
///
/// Owned by a ``GraphQLContract``. Used by any thread.
final class OperationCache: Sendable {
    private let schema: TypeSystem
    private let documents = Locked<[String: PreparedDocument]>([:])

    /// The most documents that are kept; a further one replaces all of them.
    private static let limit = 1_000

    init(_ schema: TypeSystem) {
        self.schema = schema
    }

    /// Returns the prepared document of a text.
    func document(_ text: String) -> PreparedDocument {
        if let known = documents.withLock({ $0[text] }) { return known }
        let made = Self.prepare(GraphQLSource(text), schema)
        documents.withLock { documents in
            if documents.count >= Self.limit { documents = [:] }
            documents[text] = made
        }
        return made
    }

    /// Prepares a document, which may nest deeper than the caller's stack allows.
    private static func prepare(_ source: GraphQLSource, _ schema: TypeSystem) -> PreparedDocument {
        // The preparation throws no error, so the second preparation never runs.
        let made = try? LargeStack.run { PreparedDocument(source, schema) }
        return made ?? PreparedDocument(source, schema)
    }
}
