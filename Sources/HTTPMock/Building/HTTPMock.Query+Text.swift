import Foundation

extension HTTPMock.Query: CustomStringConvertible {
    /// The query as it stands in a URL, a `*` where any value will do: `q=swift&page=*&flag`.
    public var description: String {
        items.map(\.description).joined(separator: "&")
    }

    /// The query as a literal in Swift: `["q": "swift", "page": Query.any, "flag": nil]`.
    var swiftSource: String {
        guard !items.isEmpty else { return "[:]" }
        let elements = items.map { "\(String(reflecting: $0.name)): \($0.value.swiftSource)" }
        return "[" + elements.joined(separator: ", ") + "]"
    }
}

extension HTTPMock.Query.Item: CustomStringConvertible {
    /// The item as it stands in a URL, a `*` where any value will do.
    public var description: String {
        let name = escaped(name)
        return switch value {
        case .none: name
        case .value(let value): "\(name)=\(escaped(value))"
        case .any: "\(name)=*"
        }
    }

    /// A text with everything escaped that would be read as something else in a query, or as the `*` for any value.
    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .unambiguousInQueries) ?? text
    }
}

extension HTTPMock.Query.Item.Value {
    /// The value as it stands in a literal in Swift.
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
