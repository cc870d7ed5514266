/// Finds wrong uses of directives in the sources of a type system.
struct DirectiveDefects {
    let schema: TypeSystem
    private(set) var defects: [SchemaDefect] = []
    /// The directives that are used, but not defined, each reported once.
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
        var seen: Set<String> = []
        for directive in use.directives {
            let name = directive.name.text
            guard let definition = schema.directives[name] else {
                if unknown.insert(name).inserted {
                    report("the directive @\(name) is not defined", directive.offset, use, .note)
                }
                continue
            }
            if !definition.locations.contains(use.location) {
                report("the directive @\(name) is not for \(use.location.rawValue)", directive.offset, use)
            }
            if !seen.insert(name).inserted, !definition.isRepeatable {
                report("the directive @\(name) is not repeatable", directive.offset, use)
            }
            check(directive, definition, use)
        }
    }

    private mutating func check(_ directive: Syntax.Directive, _ definition: DirectiveType, _ use: DirectiveUse) {
        let name = directive.name.text
        var given: Set<String> = []
        for argument in directive.arguments {
            if !given.insert(argument.name.text).inserted {
                report("the argument \(argument.name.text) of @\(name) is given twice", argument.name.offset, use)
            }
            if definition.argument(argument.name.text) == nil {
                report("the directive @\(name) has no argument \(argument.name.text)", argument.name.offset, use)
            }
            checkMembers(of: argument.value, use)
        }
        for argument in definition.arguments where argument.isRequired && !given.contains(argument.name) {
            report("the argument \(argument.name) of @\(name) is missing", directive.offset, use)
        }
    }

    private mutating func checkMembers(of value: Syntax.Value, _ use: DirectiveUse) {
        switch value.kind {
        case .list(let elements):
            for element in elements { checkMembers(of: element, use) }
        case .object(let members):
            var seen: Set<String> = []
            for member in members {
                if !seen.insert(member.name.text).inserted {
                    report("the field \(member.name.text) is given twice", member.name.offset, use)
                }
                checkMembers(of: member.value, use)
            }
        default: break
        }
    }
}
