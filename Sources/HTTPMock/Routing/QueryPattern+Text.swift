extension QueryPattern.Difference: CustomStringConvertible {
    /// The difference as a clause after "query item": `page is "2", expected "1"`.
    var description: String {
        switch self {
        case .missing(let item):
            "\(item.name) is missing, \(expectation(of: item))"
        case .different(let actual?, let item) where item.value.isEquivalent(to: actual):
            "\(item.name) is \(text(of: actual)) in another normalization form"
        case .different(let actual, let item):
            "\(item.name) is \(text(of: actual)), \(expectation(of: item))"
        case .unexpected(let name, let value):
            "\(name) is \(text(of: value)), expected no such item"
        }
    }

    private func expectation(of item: Query.Item) -> String {
        switch item.value {
        case .none: "expected without a value"
        case .value(let value): "expected \(text(of: value))"
        case .any: "expected with any value"
        }
    }

    private func text(of value: String?) -> String {
        value.map { String(reflecting: Redaction.text(ofValue: $0.shortened)) } ?? "without a value"
    }
}

extension HTTPMock.Query.Item.Value {
    /// Returns whether the value equals a text as Swift compares strings, which does not make them match.
    fileprivate func isEquivalent(to text: String) -> Bool {
        guard case .value(let value) = self else { return false }
        return value == text
    }
}
