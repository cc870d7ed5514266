/// A way to write the items of a query in Swift: numbers and booleans may be literals of their own.
struct QuerySpelling: Sendable {
    let text: String
    /// The names of the items whose values are literals without quotes.
    private let unquotedNames: Set<String>

    private init(_ items: [HTTPMock.Query.Item], unquotedNames: Set<String>) {
        self.unquotedNames = unquotedNames
        text = Self.text(of: items, unquotedNames: unquotedNames)
    }

    /// Returns the spellings of a query, first that with quotes only.
    ///
    /// Of many such values, either all or none are written without quotes.
    static func all(of items: [HTTPMock.Query.Item]) -> [QuerySpelling] {
        var names: [String] = []
        for item in items where isLiteral(item.value) && !names.contains(item.name) { names.append(item.name) }
        guard names.count <= 4 else {
            return [QuerySpelling(items, unquotedNames: []), QuerySpelling(items, unquotedNames: Set(names))]
        }
        // A bit of the choice for each name.
        return (0..<1 << names.count).map { choice in
            let unquoted = names.indices.filter { choice & 1 << $0 != 0 }.map { names[$0] }
            return QuerySpelling(items, unquotedNames: Set(unquoted))
        }
    }

    /// Returns other items in this spelling.
    func spelling(of items: [HTTPMock.Query.Item]) -> String {
        Self.text(of: items, unquotedNames: unquotedNames)
    }

    private static func text(of items: [HTTPMock.Query.Item], unquotedNames: Set<String>) -> String {
        if items.isEmpty { return "[:]" }
        let elements = items.map { item in
            let name = item.name.swiftLiteral
            if case .value(let value) = item.value, isLiteral(item.value), unquotedNames.contains(item.name) {
                return "\(name): \(value)"
            }
            return "\(name): \(quoted(item.value))"
        }
        return "[\(elements.joined(separator: ", "))]"
    }

    private static func quoted(_ value: HTTPMock.Query.ItemValue) -> String {
        switch value {
        case .none: "nil"
        case .value(let text): text.swiftLiteral
        case .any: "Query.any"
        }
    }

    private static func isLiteral(_ value: HTTPMock.Query.ItemValue) -> Bool {
        guard case .value(let text) = value else { return false }
        return text.wholeMatch(of: literal) != nil
    }

    // Safe, because it captures nothing and never changes. Created once, because that costs more than a request.
    nonisolated(unsafe) private static let literal = /0|[1-9][0-9]{0,17}|true|false/
}
