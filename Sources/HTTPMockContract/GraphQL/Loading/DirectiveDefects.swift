/// Finds wrong uses of directives in the sources of a type system.
struct DirectiveDefects {
    let schema: TypeSystem
    private(set) var defects: [SchemaDefect] = []
    /// The directives that are used, but not defined; each is reported at its first use only.
    private var unknown: Set<String> = []

    /// Checks all uses.
    init(_ schema: TypeSystem, _ builder: TypeSystemBuilder) {
        self.schema = schema
        for use in builder.directiveUses { check(use) }
    }

    private mutating func report(
        _ reason: String, _ offset: Int, _ use: DirectiveUse, _ severity: ContractDefect.Severity = .defect
    ) {
        let place = DefinitionPlace(source: use.source, offset: offset)
        defects.append(SchemaDefect(coordinate: use.coordinate, reason: reason, place: place, severity: severity))
    }

    private mutating func check(_ use: DirectiveUse) {
        for directive in use.directives where schema.directives[directive.name.text] == nil {
            guard unknown.insert(directive.name.text).inserted else { continue }
            report("the directive @\(directive.name.text) is not defined", directive.offset, use, .note)
        }
        let known = use.directives.filter { schema.directives[$0.name.text] != nil }
        for issue in OperationValidator.issues(of: known, at: use.location, schema) {
            report(issue.message, issue.offset, use)
        }
    }
}
