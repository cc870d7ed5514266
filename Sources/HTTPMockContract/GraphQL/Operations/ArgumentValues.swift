import HTTPMock

/// Reads the values of arguments.
///
/// - SeeAlso: [GraphQL §6.4.1](https://spec.graphql.org/September2025/#sec-Coercing-Field-Arguments)
struct ArgumentValues: Sendable {
    /// The values of the variables, with the defaults of the operation.
    private let variables: JSONObject

    init(_ operation: Syntax.Operation, _ variables: JSONObject) {
        var values = variables
        let constants = ArgumentValues()
        for variable in operation.variables where values[variable.name.text] == nil {
            if let value = variable.defaultValue { values[variable.name.text] = constants.value(of: value) }
        }
        self.variables = values
    }

    private init() {
        variables = [:]
    }

    /// Returns the values of a field's arguments, with the defaults of the schema.
    ///
    /// An argument without a value and without a default is left out.
    func values(of arguments: [Syntax.Argument], _ field: SchemaField) -> JSONObject {
        var values: JSONObject = [:]
        for definition in field.arguments {
            let argument = arguments.first { $0.name.text == definition.name }
            let given = argument.flatMap { value(of: $0.value) }
            values[definition.name] = given ?? definition.defaultValue.flatMap { value(of: $0) }
        }
        return values
    }

    /// Returns a value as JSON; nil for a variable without a value.
    private func value(of value: Syntax.Value) -> JSONValue? {
        switch value.kind {
        case .variable(let name): return variables[name]
        case .int(let text), .float(let text): return .number(JSONNumber(spelled: text))
        case .string(let text), .enumValue(let text): return .string(text)
        case .boolean(let value): return .bool(value)
        case .null: return .null
        case .list(let elements): return .array(elements.map { self.value(of: $0) ?? .null })
        case .object(let members):
            var values: JSONObject = [:]
            for member in members { values[member.name.text] = self.value(of: member.value) }
            return .object(values)
        }
    }
}
