import Foundation
import HTTPMock

/// The texts of a parameter or header field, by the shape of its value.
///
/// The texts contain their escapes, but names and the fields of a `deepObject` are decoded.
struct ParameterText {
    /// The text as one value.
    private(set) var single: String?
    /// The texts of the elements, if the value is an array.
    private(set) var elements: [String] = []
    /// The names and texts of the members, if the value is an object.
    private(set) var members: [NamedText] = []
    /// The fields of a `deepObject`; nil for any other style.
    private(set) var nested: Nested?
    /// The same parameter as a server reads it that decodes the query before it splits values; at most one.
    ///
    /// An array, because a struct can't contain itself. Empty for a parameter outside the query, and if nothing is
    /// escaped.
    private(set) var others: [ParameterText] = []

    /// A parameter's name, and the fields with bracketed names, without escapes.
    struct Nested {
        let name: String
        let fields: [FormReader.Field]
    }

    /// Reads one text from a path, a header field, a query item or a cookie.
    ///
    /// A query item or a cookie is one text if its array or object is not exploded.
    ///
    /// - Returns: nil if the text is not of the parameter's style.
    init?(_ written: String, of parameter: ContractParameter) {
        let isHeaderField = parameter.place == .header
        var source = written
        // A header field has no escapes. Its percent signs are escaped, because all texts are decoded later.
        if isHeaderField { source = written.trimmed.escapingPercents }
        guard var text = parameter.style.unwrapped(source) else { return nil }
        let isMatrix = parameter.style == .matrix
        let prefix = "\(parameter.name)="
        if isMatrix, !parameter.isExploded {
            // A name without `=` has an empty value.
            guard text.hasPrefix(prefix) || text == parameter.name else { return nil }
            text = String(text.dropFirst(prefix.count))
        }
        let separators = parameter.style.separators(isExploded: parameter.isExploded)
        let separator = separators.first { text.utf8.firstRange(of: $0.utf8) != nil } ?? separators.first ?? ","
        var parts: [String] = []
        if !text.isEmpty { parts = text.divided(atEach: separator) }
        if isHeaderField { parts = parts.map(\.trimmed) }
        if isMatrix, parameter.isExploded {
            // Each element of an array has the parameter's name, and an empty one has no `=`.
            elements = parts.filter { $0.hasPrefix(prefix) || $0 == parameter.name }
                .map { String($0.dropFirst(prefix.count)) }
            single = elements.first
        } else {
            single = text
            elements = parts
        }
        if parameter.isExploded {
            members = parts.map { part in
                let (name, value) = part.divided(at: "=")
                return NamedText(name: String(name).decoded, text: String(value))
            }
        } else if parts.count.isMultiple(of: 2) {
            // Names and texts alternate.
            members = stride(from: 0, to: parts.count, by: 2).map { index in
                NamedText(name: parts[index].decoded, text: parts[index + 1])
            }
        }
    }

    private init() {}

    /// Reads the items of a query or of cookies.
    ///
    /// - Parameters:
    ///   - items: All items, names decoded.
    ///   - parameter: The parameter.
    ///   - names: The names of the members, if the value may be an object.
    /// - Returns: nil if no item belongs to the parameter.
    static func text(
        in items: [NamedText], of parameter: ContractParameter, memberNames names: Set<ExactText>
    ) -> ParameterText? {
        guard var text = plainText(in: items, of: parameter, memberNames: names) else { return nil }
        guard parameter.place == .query else { return text }
        let isEscaped = items.contains { item in item.text.contains(where: "+%".contains) }
        guard isEscaped else { return text }
        let decoded = items.map { item in
            NamedText(name: item.name, text: item.text.replacing("+", with: " ").decoded.escapingPercents)
        }
        text.others = [plainText(in: decoded, of: parameter, memberNames: names)].compactMap(\.self)
        return text
    }

    private static func plainText(
        in items: [NamedText], of parameter: ContractParameter, memberNames names: Set<ExactText>
    ) -> ParameterText? {
        var text = ParameterText()
        if parameter.style == .deepObject {
            let fields = items.compactMap { item -> FormReader.Field? in
                guard item.name.hasPrefix("\(parameter.name)["), item.name.hasSuffix("]") else { return nil }
                return FormReader.Field(name: item.name, text: item.text.decoded)
            }
            guard !fields.isEmpty else { return nil }
            text.nested = Nested(name: parameter.name, fields: fields)
            return text
        }
        let own = items.filter { $0.name.hasSameCodeUnits(as: parameter.name) }.map(\.text)
        guard parameter.isExploded else { return own.first.flatMap { ParameterText($0, of: parameter) } }
        text.single = own.first
        text.elements = own
        text.members = items.filter { names.contains(ExactText($0.name)) }
        if own.isEmpty, text.members.isEmpty { return nil }
        return text
    }
}
