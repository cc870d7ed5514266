import HTTPMock

/// A part of a schema that introspection queries ask for.
///
/// - SeeAlso: [GraphQL §4.2](https://spec.graphql.org/September2025/#sec-Schema-Introspection)
enum IntrospectionNode {
    case schema
    case type(TypeReference)
    case field(SchemaField)
    case input(InputValue)
    case enumValue(EnumValue)
    case directive(DirectiveType)

    /// The value of a field of introspection.
    enum Value {
        case leaf(JSONValue)
        case node(IntrospectionNode)
        case nodes([IntrospectionNode])

        static func text(_ text: String?) -> Value { .leaf(text.map { .string($0) } ?? .null) }
    }

    /// Returns the value of a field.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - arguments: The values of its arguments.
    ///   - schema: The type system.
    func value(of name: String, _ arguments: JSONObject, _ schema: TypeSystem) -> Value {
        let includesDeprecated = arguments["includeDeprecated"] == .bool(true)
        switch self {
        case .schema: return Self.value(of: name, schema)
        case .type(let reference): return Self.value(of: name, reference, includesDeprecated, schema)
        case .field(let field):
            switch name {
            case "name": return .text(field.name)
            case "description": return .text(field.description)
            case "args": return Self.nodes(field.arguments, includesDeprecated)
            case "type": return .node(.type(field.type))
            default: return Self.deprecation(field.deprecation, name)
            }
        case .input(let input):
            switch name {
            case "name": return .text(input.name)
            case "description": return .text(input.description)
            case "type": return .node(.type(input.type))
            case "defaultValue": return .text(input.defaultValue?.source)
            default: return Self.deprecation(input.deprecation, name)
            }
        case .enumValue(let value):
            switch name {
            case "name": return .text(value.name)
            case "description": return .text(value.description)
            default: return Self.deprecation(value.deprecation, name)
            }
        case .directive(let directive):
            switch name {
            case "name": return .text(directive.name)
            case "description": return .text(directive.description)
            case "isRepeatable": return .leaf(.bool(directive.isRepeatable))
            case "locations":
                let names = directive.locations.map(\.rawValue).sorted()
                return .leaf(.array(names.map { .string($0) }))
            // The only other field is `args`.
            default: return Self.nodes(directive.arguments, includesDeprecated)
            }
        }
    }

    /// Returns the value of `isDeprecated`, or of the only other field, `deprecationReason`.
    private static func deprecation(_ reason: String?, _ name: String) -> Value {
        if name == "isDeprecated" { return .leaf(.bool(reason != nil)) }
        return .text(reason)
    }

    private static func nodes(_ inputs: [InputValue], _ includesDeprecated: Bool) -> Value {
        .nodes(inputs.filter { includesDeprecated || $0.deprecation == nil }.map { .input($0) })
    }

    private static func types(_ numbers: some Sequence<Int>) -> Value {
        .nodes(numbers.map { .type(TypeReference(type: $0, wrappers: .none)) })
    }

    private static func value(of name: String, _ schema: TypeSystem) -> Value {
        switch name {
        case "description": return .text(schema.description)
        case "types": return types(schema.types.indices)
        case "directives":
            return .nodes(schema.directiveNames.compactMap { schema.directives[$0] }.map { .directive($0) })
        // The other fields are `queryType`, `mutationType` and `subscriptionType`.
        default:
            let kind = OperationKind.allCases.first { name == "\($0.rawValue)Type" }
            guard let root = kind.flatMap({ schema.roots[$0] }) else { return .leaf(.null) }
            return .node(.type(TypeReference(type: root, wrappers: .none)))
        }
    }

    private static func value(
        of name: String, _ reference: TypeReference, _ includesDeprecated: Bool, _ schema: TypeSystem
    ) -> Value {
        if reference.isNonNull || reference.isList {
            let inner = reference.isNonNull ? reference.nullable : reference.ofElements
            switch name {
            case "kind": return .text(reference.isNonNull ? "NON_NULL" : "LIST")
            case "ofType": return .node(.type(inner))
            default: return .leaf(.null)
            }
        }
        // A type that is not known allows every value, as a custom scalar does.
        guard let number = reference.type else {
            return .text(["kind": "SCALAR", "name": "Unknown"][name])
        }
        return value(of: name, schema.types[number], includesDeprecated)
    }

    private static func value(of name: String, _ type: NamedType, _ includesDeprecated: Bool) -> Value {
        switch name {
        case "kind": return .text(type.kind.introspectionName)
        case "name": return .text(type.name)
        case "description": return .text(type.description)
        case "specifiedByURL": return .text(type.specifiedBy)
        case "isOneOf" where type.kind == .input: return .leaf(.bool(type.isOneOf))
        case "fields" where type.isComposite && type.kind != .union:
            return .nodes(type.fields.filter { includesDeprecated || $0.deprecation == nil }.map { .field($0) })
        case "interfaces" where type.isComposite && type.kind != .union: return types(type.interfaces)
        case "possibleTypes" where type.isAbstract: return types(type.possibleTypes)
        case "enumValues" where type.kind == .enumeration:
            return .nodes(type.values.filter { includesDeprecated || $0.deprecation == nil }.map { .enumValue($0) })
        case "inputFields" where type.kind == .input: return nodes(type.inputs, includesDeprecated)
        default: return .leaf(.null)
        }
    }
}

extension Syntax.TypeKind {
    /// The name of the kind in introspection.
    fileprivate var introspectionName: String {
        switch self {
        case .scalar: "SCALAR"
        case .object: "OBJECT"
        case .interface: "INTERFACE"
        case .union: "UNION"
        case .enumeration: "ENUM"
        case .input: "INPUT_OBJECT"
        }
    }
}

extension Syntax.Value {
    /// The whole value as a document spells it.
    fileprivate var source: String {
        switch kind {
        case .variable(let name): "$\(name)"
        case .int(let text), .float(let text), .enumValue(let text): text
        case .string(let text): JSONValue.string(text).text
        case .boolean(let value): "\(value)"
        case .null: "null"
        case .list(let elements): "[\(elements.map(\.source).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\($0.name.text): \($0.value.source)" }.joined(separator: ", "))}"
        }
    }
}
