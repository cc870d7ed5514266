import HTTPMock

/// Checks the values of variables against their declarations.
///
/// - SeeAlso: [GraphQL §6.1.2](https://spec.graphql.org/September2025/#sec-Coercing-Variable-Values)
struct VariableValues {
    private let schema: TypeSystem
    private var issues: [GraphQLIssue] = []
    /// The variable that is being checked; nil for values without a declaration.
    private var variable: Syntax.Variable?
    private var path: [PathStep] = []
    private var depth = 0

    /// Returns the breaches of the variables of an operation.
    static func issues(
        of values: JSONObject, _ operation: Syntax.Operation, _ schema: TypeSystem
    ) -> [GraphQLIssue] {
        var checker = VariableValues(schema: schema)
        for variable in operation.variables { checker.check(variable, values[variable.name.text]) }
        checker.variable = nil
        checker.path = [.member("variables")]
        let names = operation.variables.map(\.name.text)
        for name in values.names(otherThan: names.contains) {
            let near = NearName.nearest(to: name, in: names.filter { values[$0] == nil })
            checker.report(
                "not declared\(NearName.hint(near))", at: name, isUndocumented: true, isNearMiss: near != nil)
        }
        return checker.issues
    }

    private init(schema: TypeSystem) {
        self.schema = schema
    }

    private mutating func report(
        _ message: String, at name: String? = nil, of coordinate: String? = nil, isUndocumented: Bool = false,
        isNearMiss: Bool = false
    ) {
        guard issues.count < Evaluation.violationLimit else { return }
        issues.append(
            GraphQLIssue(
                rule: "VariableValues", message: message, path: path + (name.map { [.member($0)] } ?? []),
                coordinate: coordinate, offset: variable?.offset, isUndocumented: isUndocumented,
                isNearMiss: isNearMiss))
    }

    private mutating func check(_ variable: Syntax.Variable, _ value: JSONValue?) {
        self.variable = variable
        path = [.member("variables"), .member(variable.name.text)]
        guard let number = schema.number(of: variable.type.name.text) else { return }
        let type = TypeReference(type: number, wrappers: variable.type.wrappers)
        guard let value else {
            if type.isNonNull, variable.defaultValue == nil { report("missing, but \(variable.type.text)") }
            return
        }
        check(value, type)
    }

    /// Checks a value; a value nested deeper than the limit of a document is a breach, and is not checked.
    private mutating func check(_ value: JSONValue, _ type: TypeReference) {
        guard let number = type.type else { return }
        guard depth < GraphQLParser.depthLimit else {
            return report("nested deeper than \(GraphQLParser.depthLimit) levels")
        }
        depth += 1
        defer { depth -= 1 }
        if case .null = value {
            if type.isNonNull { report("null, but \(schema.text(of: type))") }
            return
        }
        if type.isList {
            // A single value stands for a list of one.
            guard case .array(let elements) = value else { return check(value, type.ofElements) }
            for (index, element) in elements.enumerated() {
                path.append(.element(index))
                check(element, type.ofElements)
                path.removeLast()
            }
            return
        }
        let named = schema.types[number]
        if named.kind == .input { return check(value, named) }
        if !Self.allows(value, named) { report(mismatch(of: value, named), of: named.name) }
    }

    private func mismatch(of value: JSONValue, _ type: NamedType) -> String {
        let shown = value.shown(at: path)
        guard type.kind == .enumeration, case .string(let text) = value else {
            return "expected \(type.name), got \(shown)"
        }
        let near = NearName.nearest(to: text, in: type.values.map(\.name))
        return "expected a value of \(type.name), got \(shown)\(NearName.hint(near))"
    }

    private static func allows(_ value: JSONValue, _ type: NamedType) -> Bool {
        if type.kind == .enumeration {
            guard case .string(let name) = value else { return false }
            return type.valueNumbers[name] != nil
        }
        switch (type.name, value) {
        case ("Int", .number(let number)): return number.isInteger && Format.int32.matches(value)
        case ("ID", .number(let number)): return number.isInteger
        case ("Float", .number), ("String", .string), ("Boolean", .bool), ("ID", .string): return true
        case ("Int", _), ("Float", _), ("String", _), ("Boolean", _), ("ID", _): return false
        default: return true
        }
    }

    private mutating func check(_ value: JSONValue, _ type: NamedType) {
        guard case .object(let members) = value else {
            return report("expected an object, \(type.name), got \(value.shown(at: path))", of: type.name)
        }
        for input in type.inputs {
            let coordinate = "\(type.name).\(input.name)"
            guard let member = members[input.name] else {
                if input.isRequired {
                    report("missing, but \(schema.text(of: input.type))", at: input.name, of: coordinate)
                }
                continue
            }
            path.append(.member(input.name))
            check(member, input.type)
            path.removeLast()
        }
        for name in members.names(otherThan: { type.inputNumbers[$0] != nil }) {
            let near = NearName.nearest(to: name, in: type.inputs.map(\.name))
            report("\(type.name) has no such field\(NearName.hint(near))", at: name, of: type.name)
        }
        guard type.isOneOf else { return }
        if members.count != 1 || members.values.contains(.null) {
            report("\(type.name) is @oneOf: expected exactly one field, which is not null", of: type.name)
        }
    }
}
