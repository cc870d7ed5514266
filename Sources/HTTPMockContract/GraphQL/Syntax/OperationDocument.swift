import Foundation

/// A parsed document with its operations and fragments.
struct OperationDocument: Sendable {
    let source: GraphQLSource
    let definitions: [Syntax.Definition]
    let operations: [Syntax.Operation]
    /// The fragments by name; of two with one name, the last.
    let fragments: [String: Syntax.Fragment]

    /// Parses a document.
    ///
    /// - Throws: ``GraphQLSyntaxError`` for the first defect.
    init(_ source: GraphQLSource) throws(GraphQLSyntaxError) {
        self.init(source, try GraphQLParser.definitions(of: source))
    }

    /// Creates a document from its definitions.
    init(_ source: GraphQLSource, _ definitions: [Syntax.Definition]) {
        self.source = source
        self.definitions = definitions
        var operations: [Syntax.Operation] = []
        var fragments: [String: Syntax.Fragment] = [:]
        for definition in definitions {
            switch definition {
            case .operation(let operation): operations.append(operation)
            case .fragment(let fragment):
                fragments[fragment.name.text] = fragment
            default: break
            }
        }
        self.operations = operations
        self.fragments = fragments
    }
}
