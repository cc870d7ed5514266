import Foundation

extension HTTPMock.Query: CustomStringConvertible {
    /// The query as a URL spells it, `*` for any value, secrets masked: `q=swift&page=*&flag`.
    public var description: String {
        items.map(\.description).joined(separator: "&")
    }

    /// The query as a Swift literal, secrets included: `["q": "swift", "page": Query.any, "flag": nil]`.
    var swiftSource: String {
        guard !items.isEmpty else { return "[:]" }
        let elements = items.map { "\(String(reflecting: $0.name)): \($0.value.swiftSource)" }
        return "[" + elements.joined(separator: ", ") + "]"
    }
}

extension HTTPMock.Query.Item: CustomStringConvertible {
    /// The item as a URL spells it, `*` for any value, a secret masked.
    public var description: String {
        let name = escaped(name)
        return switch value {
        case .none: name
        case .value(let value): "\(name)=\(escaped(shown(value)))"
        case .any: "\(name)=*"
        }
    }

    private func shown(_ value: String) -> String {
        Redaction.isSecret(name) ? Redaction.mask : Redaction.text(ofValue: value)
    }

    /// Returns a text in which `*` and the delimiters of a query are escaped.
    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .unambiguousInQueries) ?? text
    }
}

extension HTTPMock.Query.Item.Value {
    /// The value as Swift source.
    fileprivate var swiftSource: String {
        switch self {
        case .none: "nil"
        case .value(let value): String(reflecting: value)
        case .any: "Query.any"
        }
    }
}

extension CharacterSet {
    fileprivate static let unambiguousInQueries = urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=*"))
}
