import Foundation

/// The texts of a parameter in a request, in each shape that they can have.
///
/// The texts contain their escapes.
struct ParameterText {
    /// The text as one value.
    var single: String?
    /// The texts of the elements, if the value is an array.
    var elements: [String] = []
    /// The names and texts of the members, if the value is an object.
    var members: [(name: String, text: String)] = []

    /// Reads one text from a path, a header field or a query item.
    ///
    /// A query item is one text if its array or object is not exploded.
    ///
    /// - Returns: nil if the text is not of the parameter's style.
    init?(_ text: String, of parameter: ContractParameter) {
        guard var text = parameter.style.unwrapped(text, parameter.name) else { return nil }
        let isMatrix = parameter.style == .matrix
        let prefix = "\(parameter.name)="
        if isMatrix, !parameter.isExploded {
            guard text.hasPrefix(prefix) || text == parameter.name else { return nil }
            text = String(text.dropFirst(prefix.count))
        }
        let separators = parameter.style.separators(isExploded: parameter.isExploded)
        let separator = separators.first { text.contains($0) } ?? separators.first ?? ","
        let parts = text.isEmpty ? [] : text.components(separatedBy: separator)
        if isMatrix, parameter.isExploded {
            // Each element of an array has the parameter's name.
            elements = parts.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            single = elements.first
        } else {
            single = text
            elements = parts
        }
        if parameter.isExploded {
            members = parts.map { part in
                let pair = part.components(separatedBy: "=")
                return (pair[0].decoded, pair.dropFirst().joined(separator: "="))
            }
        } else if parts.count % 2 == 0 {
            members = stride(from: 0, to: parts.count, by: 2).map { (parts[$0].decoded, parts[$0 + 1]) }
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
        in items: [(name: String, value: String)], of parameter: ContractParameter, memberNames names: Set<String>
    ) -> ParameterText? {
        var text = ParameterText()
        if parameter.style == .deepObject {
            text.members = items.compactMap { item in
                guard item.name.hasPrefix("\(parameter.name)["), item.name.hasSuffix("]") else { return nil }
                return (String(item.name.dropFirst(parameter.name.count + 1).dropLast()), item.value)
            }
            return text.members.isEmpty ? nil : text
        }
        let own = items.filter { $0.name == parameter.name }.map(\.value)
        guard parameter.isExploded else { return own.first.flatMap { ParameterText($0, of: parameter) } }
        text.single = own.first
        text.elements = own
        text.members = items.filter { names.contains($0.name) }.map { ($0.name, $0.value) }
        return own.isEmpty && text.members.isEmpty ? nil : text
    }
}
