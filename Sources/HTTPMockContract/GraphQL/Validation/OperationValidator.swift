/// Checks a document of operations against the rules of the specification.
///
/// - SeeAlso: [GraphQL §5](https://spec.graphql.org/September2025/#sec-Validation)
struct OperationValidator {
    let schema: TypeSystem
    let document: OperationDocument
    /// The breaches that were found.
    private(set) var issues: [OperationIssue] = []
    /// The uses of each operation or fragment, by the byte at which the definition begins.
    var uses: [Int: DefinitionUses] = [:]
    /// The uses of the definition that is being walked.
    var current = DefinitionUses()

    init(_ schema: TypeSystem, _ document: OperationDocument) {
        self.schema = schema
        self.document = document
    }

    /// Returns the breaches of a document, each once, in the order of the document.
    static func issues(of document: OperationDocument, _ schema: TypeSystem) -> [OperationIssue] {
        var validator = OperationValidator(schema, document)
        validator.checkDefinitions()
        validator.walk()
        validator.checkFragments()
        validator.checkVariables()
        for issue in MergedFields.issues(of: document, schema) { validator.report(issue) }
        var known: Set<OperationIssue> = []
        return validator.issues.filter { known.insert($0).inserted }
            .sorted { ($0.offset, $0.rule, $0.message) < ($1.offset, $1.rule, $1.message) }
    }

    mutating func report(_ issue: OperationIssue) { issues.append(issue) }

    /// Adds a breach of a rule.
    mutating func report(_ rule: String, _ message: String, at offset: Int, _ coordinate: String? = nil) {
        issues.append(OperationIssue(rule: rule, message: message, offset: offset, coordinate: coordinate))
    }

    private mutating func walk() {
        for definition in document.definitions {
            current = DefinitionUses()
            switch definition {
            case .operation(let operation): walk(operation)
            case .fragment(let fragment): walk(fragment)
            default: break
            }
            uses[definition.offset] = current
        }
    }

    private mutating func walk(_ operation: Syntax.Operation) {
        let root = schema.roots[operation.kind]
        if root == nil {
            report(
                "KnownOperationTypes", "the schema has no type for \(operation.kind.rawValue)", at: operation.offset)
        }
        for variable in operation.variables { check(variable) }
        check(operation.directives, at: DirectiveLocation(operation.kind))
        walk(operation.selectionSet, of: root)
    }

    private mutating func walk(_ fragment: Syntax.Fragment) {
        let type = conditionType(fragment.condition, of: "the fragment \(fragment.name.text)")
        check(fragment.directives, at: .fragmentDefinition)
        walk(fragment.selectionSet, of: type)
    }

    /// Checks the type after `on` in a fragment.
    ///
    /// - Returns: The number of the type; nil if the type is not known, or no fragment can be on it.
    private mutating func conditionType(_ name: Syntax.Name, of fragment: String) -> Int? {
        guard let number = knownType(name) else { return nil }
        guard schema.types[number].isComposite else {
            report(
                "FragmentsOnCompositeTypes", "\(fragment) can't be on \(name.text), which has no fields",
                at: name.offset, name.text)
            return nil
        }
        return number
    }

    /// Returns the number of a type; reports a type that is not known, and returns nil.
    mutating func knownType(_ name: Syntax.Name) -> Int? {
        if let number = schema.number(of: name.text) { return number }
        let near = NearName.nearest(to: name.text, in: schema.types.map(\.name))
        report("KnownTypeNames", "the type \(name.text) is not defined\(NearName.hint(near))", at: name.offset)
        return nil
    }
}

// MARK: - Selections

extension OperationValidator {
    private mutating func walk(_ set: Syntax.SelectionSet, of parent: Int?) {
        for selection in set.selections {
            switch selection {
            case .field(let field): walk(field, of: parent)
            case .spread(let spread): walk(spread, of: parent)
            case .inline(let fragment): walk(fragment, of: parent)
            }
        }
    }

    private mutating func walk(_ field: Syntax.Field, of parent: Int?) {
        let definition = parent.flatMap { schema.field(field.name.text, of: $0) }
        let coordinate = parent.map { "\(schema.types[$0].name).\(field.name.text)" } ?? field.name.text
        if let parent, definition == nil { reportUnknown(field, of: schema.types[parent]) }
        check(field.arguments, definition?.arguments, of: "the field \(coordinate)", coordinate, at: field.offset)
        check(field.directives, at: .field)
        // The parent of the fields inside; nil if their type is not known, or has no fields.
        var inner: Int?
        if let definition, let number = definition.type.type {
            let type = schema.types[number]
            checkSelectionSet(of: field, definition, type)
            if type.isComposite { inner = number }
        }
        guard let set = field.selectionSet else { return }
        walk(set, of: inner)
    }

    private mutating func reportUnknown(_ field: Syntax.Field, of type: NamedType) {
        let near = NearName.nearest(to: field.name.text, in: type.fields.map(\.name))
        var hint = NearName.hint(near)
        if near == nil, type.isAbstract {
            let owners = type.possibleTypes.map { schema.types[$0] }.filter { $0.field(field.name.text) != nil }
            if let owner = owners.first { hint = "; did you mean a fragment on \(owner.name)?" }
        }
        report(
            "FieldsOnCorrectType", "\(type.name) has no field \(field.name.text)\(hint)", at: field.offset, type.name)
    }

    private mutating func checkSelectionSet(
        of field: Syntax.Field, _ definition: SchemaField, _ type: NamedType
    ) {
        let name = field.name.text
        let text = schema.text(of: definition.type)
        if type.isComposite, field.selectionSet == nil {
            report(
                "ScalarLeafs", "the field \(name) is \(text), so its fields have to be selected: \(name) { … }",
                at: field.offset, type.name)
        } else if type.isLeaf, let set = field.selectionSet {
            report("ScalarLeafs", "the field \(name) is \(text), which has no fields", at: set.offset, type.name)
        }
    }

    private mutating func walk(_ spread: Syntax.Spread, of parent: Int?) {
        current.spreads.append(spread)
        check(spread.directives, at: .fragmentSpread)
        guard let fragment = document.fragments[spread.name.text] else {
            let near = NearName.nearest(to: spread.name.text, in: document.fragments.keys.sorted())
            let reason = "the fragment \(spread.name.text) is not defined\(NearName.hint(near))"
            return report("KnownFragmentNames", reason, at: spread.name.offset)
        }
        guard let type = schema.number(of: fragment.condition.text) else { return }
        checkOverlap(of: type, parent, "the fragment \(spread.name.text)", at: spread.offset)
    }

    private mutating func walk(_ fragment: Syntax.InlineFragment, of parent: Int?) {
        check(fragment.directives, at: .inlineFragment)
        var type = parent
        if let name = fragment.condition {
            type = conditionType(name, of: "a fragment")
            checkOverlap(of: type, parent, "the fragment", at: fragment.offset)
        }
        walk(fragment.selectionSet, of: type)
    }

    /// Reports a fragment that never applies.
    private mutating func checkOverlap(of type: Int?, _ parent: Int?, _ fragment: String, at offset: Int) {
        guard let type, let parent, schema.types[type].isComposite, !schema.overlap(type, parent) else { return }
        let names = "\(schema.types[parent].name) is never \(schema.types[type].name)"
        report("PossibleFragmentSpreads", "\(fragment) never applies, because \(names)", at: offset)
    }
}
