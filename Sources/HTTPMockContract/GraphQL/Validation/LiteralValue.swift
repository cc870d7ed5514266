/// Checks literals against scalars and enums.
enum LiteralValue {
    /// Returns the end of the message about a literal that a type does not allow; nil if it is allowed.
    ///
    /// The end is empty if there is no hint.
    ///
    /// - SeeAlso: [GraphQL §3.5](https://spec.graphql.org/September2025/#sec-Scalars)
    static func flaw(of value: Syntax.Value, _ type: NamedType) -> String? {
        switch type.kind {
        case .enumeration:
            guard case .enumValue(let name) = value.kind else {
                let names = type.values.map(\.name)
                if case .string(let text) = value.kind, names.contains(text) { return "; enum values have no quotes" }
                return ""
            }
            if type.valueNumbers[name] != nil { return nil }
            let near = NearName.nearest(to: name, in: type.values.map(\.name))
            return near.map { "; did you mean \($0)?" } ?? ""
        case .scalar: return allows(value, scalar: type.name) ? nil : ""
        // An object of an input type is checked by its fields, so any literal that comes here is wrong.
        default: return ""
        }
    }

    private static func allows(_ value: Syntax.Value, scalar: String) -> Bool {
        switch (scalar, value.kind) {
        case ("Int", .int(let text)): Int32(text) != nil
        case ("Float", .int), ("Float", .float), ("String", .string), ("Boolean", .boolean), ("ID", .int),
            ("ID", .string):
            true
        case ("Int", _), ("Float", _), ("String", _), ("Boolean", _), ("ID", _): false
        default: true
        }
    }
}

extension Syntax.Value {
    /// The value for messages, cut off where it is long.
    var text: String { fullText.short }

    /// The most elements or members of a value that a message has.
    private static let elementLimit = 5

    private var fullText: String {
        switch kind {
        case .variable(let name): return "$\(name)"
        case .int(let text), .float(let text), .enumValue(let text): return text
        case .string(let text): return text.quoted
        case .boolean(let value): return "\(value)"
        case .null: return "null"
        case .list(let elements):
            var texts = elements.prefix(Self.elementLimit).map(\.text)
            if elements.count > Self.elementLimit { texts.append("…") }
            return "[\(texts.joined(separator: ", "))]"
        case .object(let members):
            var texts = members.prefix(Self.elementLimit).map { "\($0.name.text): …" }
            if members.count > Self.elementLimit { texts.append("…") }
            return "{\(texts.joined(separator: ", "))}"
        }
    }
}
