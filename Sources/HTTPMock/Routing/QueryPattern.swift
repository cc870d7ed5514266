import Foundation

/// The query that a request must have to match a registration.
///
/// Names and values are compared by code units, after percent-decoding.
struct QueryPattern: Hashable, Sendable {
    /// A difference between a request's query and the expected one.
    enum Difference: Hashable, Sendable {
        /// The request has no such item, or too few.
        case missing(Query.Item)
        /// The request has another value than expected; nil for an item without a value.
        case different(actual: String?, expected: Query.Item)
        /// The request has an item that is not expected.
        case unexpected(name: String, value: String?)
    }

    let query: Query
    let matching: HTTPMock.QueryMatching

    private let expected: [Query.Item]

    init(_ query: Query, matching: HTTPMock.QueryMatching = .exact) {
        self.query = query
        self.matching = matching
        expected = query.itemsByName
    }

    /// Returns whether a request's query items match.
    func matches(_ items: [URLQueryItem]) -> Bool {
        switch matching {
        case .exact:
            items.count == expected.count && zip(sortedByName(items), expected).allSatisfy(isMatch)
        case .contains:
            items.count >= expected.count && pairUp(with: items).allSatisfy { $0.actual != nil }
        }
    }

    /// Returns the differences between a request's query items and the expected ones, sorted by name.
    func differences(from items: [URLQueryItem]) -> [Difference] {
        switch matching {
        case .exact: exactDifferences(from: items)
        case .contains: missingParts(of: items)
        }
    }

    private func exactDifferences(from items: [URLQueryItem]) -> [Difference] {
        let actual = sortedByName(items)
        var differences: [Difference] = []
        var left = actual[...]
        var right = expected[...]
        // A merge of two lists sorted by name; the values of one name are compared in order.
        while left.first != nil || right.first != nil {
            if let item = left.first, right.first.map({ item.name < $0.name }) ?? true {
                differences.append(.unexpected(name: item.name, value: item.value))
                left.removeFirst()
            } else if let expected = right.first, left.first.map({ expected.name < $0.name }) ?? true {
                differences.append(.missing(expected))
                right.removeFirst()
            } else {
                let item = left.removeFirst()
                let expected = right.removeFirst()
                if !isMatch(item, expected) {
                    differences.append(.different(actual: item.value, expected: expected))
                }
            }
        }
        return differences
    }

    private func missingParts(of items: [URLQueryItem]) -> [Difference] {
        let pairs = pairUp(with: items)
        let used = Set(pairs.compactMap(\.actual))
        var unused: [ExactText: [Int]] = [:]
        for index in items.indices.reversed() where !used.contains(index) {
            unused[ExactText(items[index].name), default: []].append(index)
        }
        return pairs.compactMap { expected, actual in
            guard actual == nil else { return nil }
            // An unused item of the same name is reported as the different value.
            let name = ExactText(expected.name)
            guard let instead = unused[name]?.popLast() else { return .missing(expected) }
            return .different(actual: items[instead].value, expected: expected)
        }
    }

    /// Pairs each expected item with another item of the request; nil if there is none.
    ///
    /// Expected items with a value choose first, because the others match any item that remains.
    private func pairUp(with items: [URLQueryItem]) -> [(expected: Query.Item, actual: Int?)] {
        // The indices of the items by name, and by name and value, each in reverse order.
        var indices: [ExactText: [Int]] = [:]
        var indicesByValue: [Query.Item: [Int]] = [:]
        for index in items.indices.reversed() {
            let value = items[index].value.map(Query.Item.Value.value) ?? .none
            indices[ExactText(items[index].name), default: []].append(index)
            indicesByValue[Query.Item(name: items[index].name, value: value), default: []].append(index)
        }
        var isUsed = Array(repeating: false, count: items.count)
        var pairs = expected.map { item in
            let index = item.value == .any ? nil : indicesByValue[item]?.popLast()
            if let index { isUsed[index] = true }
            return (expected: item, actual: index)
        }
        for pair in pairs.indices where pairs[pair].expected.value == .any {
            let name = ExactText(pairs[pair].expected.name)
            while let index = indices[name]?.popLast() {
                guard !isUsed[index] else { continue }
                isUsed[index] = true
                pairs[pair].actual = index
                break
            }
        }
        return pairs
    }

    private func isMatch(_ item: URLQueryItem, _ expected: Query.Item) -> Bool {
        guard item.name.hasSameCodeUnits(as: expected.name) else { return false }
        return switch expected.value {
        case .none: item.value == nil
        case .value(let value): item.value?.hasSameCodeUnits(as: value) ?? false
        case .any: true
        }
    }

    private func sortedByName(_ items: [URLQueryItem]) -> [URLQueryItem] {
        guard items.count > 1 else { return items }
        // The sort is stable, so the values of a name keep their order.
        return items.sorted { $0.name < $1.name }
    }
}

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
