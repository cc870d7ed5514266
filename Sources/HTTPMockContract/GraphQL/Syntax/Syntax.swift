/// The nodes of a GraphQL document; an offset is the byte at which a node begins.
///
/// - SeeAlso: [GraphQL, appendix C](https://spec.graphql.org/September2025/#sec-Appendix-Grammar-Summary)
enum Syntax {
    struct Name: Sendable {
        let text: String
        let offset: Int
    }

    struct Value: Sendable {
        let kind: Kind
        let offset: Int

        enum Kind: Sendable {
            case variable(String)
            case int(String)
            case float(String)
            case string(String)
            case boolean(Bool)
            case null
            case enumValue(String)
            case list([Value])
            case object([Argument])
        }
    }

    /// An argument, or a field of an input object.
    struct Argument: Sendable {
        let name: Name
        let value: Value
    }

    struct Directive: Sendable {
        let name: Name
        let arguments: [Argument]
        /// The byte of the `@`.
        let offset: Int
    }

    struct TypeReference: Sendable {
        let name: Name
        let wrappers: TypeWrappers
        let offset: Int

        /// The type as a document spells it.
        var text: String { wrappers.text(of: name.text) }
    }

    struct SelectionSet: Hashable, Sendable {
        let selections: [Selection]
        /// The byte of the `{`, which identifies the selection set in its document.
        let offset: Int

        static func == (lhs: SelectionSet, rhs: SelectionSet) -> Bool { lhs.offset == rhs.offset }

        func hash(into hasher: inout Hasher) { hasher.combine(offset) }

        /// The selections here and inside; the fragments that are spread are not followed.
        var all: [Selection] { selections.flatMap { [$0] + ($0.selectionSet?.all ?? []) } }
    }

    enum Selection: Sendable {
        case field(Field)
        case spread(Spread)
        case inline(InlineFragment)

        var directives: [Directive] {
            switch self {
            case .field(let field): field.directives
            case .spread(let spread): spread.directives
            case .inline(let fragment): fragment.directives
            }
        }

        /// The selections inside; nil for a field without fields, and for a spread.
        var selectionSet: SelectionSet? {
            switch self {
            case .field(let field): field.selectionSet
            case .spread: nil
            case .inline(let fragment): fragment.selectionSet
            }
        }
    }

    struct Field: Sendable {
        let alias: Name?
        let name: Name
        let arguments: [Argument]
        let directives: [Directive]
        let selectionSet: SelectionSet?

        /// The name of the field in a response.
        var responseName: String { alias?.text ?? name.text }

        var offset: Int { alias?.offset ?? name.offset }
    }

    struct Spread: Sendable {
        let name: Name
        let directives: [Directive]
        let offset: Int
    }

    struct InlineFragment: Sendable {
        /// The type after `on`; nil without one.
        let condition: Name?
        let directives: [Directive]
        let selectionSet: SelectionSet
        let offset: Int
    }

    struct Variable: Sendable {
        let name: Name
        let type: TypeReference
        let defaultValue: Value?
        let directives: [Directive]
        let offset: Int
    }

    struct Operation: Sendable {
        let kind: OperationKind
        let name: Name?
        let variables: [Variable]
        let directives: [Directive]
        let selectionSet: SelectionSet
        let offset: Int
    }

    struct Fragment: Sendable {
        let name: Name
        /// The type after `on`.
        let condition: Name
        let directives: [Directive]
        let selectionSet: SelectionSet
        let offset: Int
    }
}
