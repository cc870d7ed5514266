import Foundation

/// The query that a request must have to match a registration.
///
/// Names and values are compared as Swift compares strings, after percent-decoding.
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
        var used = Set(pairs.compactMap(\.actual))
        return pairs.compactMap { expected, actual in
            guard actual == nil else { return nil }
            // An unused item of the same name is reported as the different value.
            let instead = items.indices.first { items[$0].name == expected.name && !used.contains($0) }
            guard let instead else { return .missing(expected) }
            used.insert(instead)
            return .different(actual: items[instead].value, expected: expected)
        }
    }

    /// Pairs each expected item with another item of the request; nil if there is none.
    ///
    /// Expected items with a value choose first, because the others match any item that remains.
    private func pairUp(with items: [URLQueryItem]) -> [(expected: Query.Item, actual: Int?)] {
        var isFree = Array(repeating: true, count: items.count)
        func use(_ expected: Query.Item) -> Int? {
            let found = items.indices.first {
                isFree[$0] && items[$0].name == expected.name && isMatch(items[$0], expected)
            }
            if let found { isFree[found] = false }
            return found
        }
        var pairs = expected.map { ($0, $0.value == .any ? nil : use($0)) }
        for index in pairs.indices where pairs[index].0.value == .any {
            pairs[index].1 = use(pairs[index].0)
        }
        return pairs
    }

    private func isMatch(_ item: URLQueryItem, _ expected: Query.Item) -> Bool {
        guard item.name == expected.name else { return false }
        return switch expected.value {
        case .none: item.value == nil
        case .value(let value): item.value == value
        case .any: true
        }
    }

    private func sortedByName(_ items: [URLQueryItem]) -> [URLQueryItem] {
        guard items.count > 1 else { return items }
        // The sort is stable, so the values of a name keep their order.
        return items.sorted { $0.name < $1.name }
    }
}
