import Foundation

/// What a registration asks of a request's query.
///
/// Names and values are compared as Swift compares strings, after percent-decoding.
struct QueryPattern: Hashable, Sendable {
    /// One way in which a request's query falls short.
    enum Difference: Hashable, Sendable {
        /// The request has no such item, or too few of them.
        case missing(Query.Item)
        /// The request has another value in place of the one expected; nil for an item without a value.
        case different(actual: String?, expected: Query.Item)
        /// The request has an item that none was expected for.
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

    /// Whether a request's query items are the ones asked for.
    func matches(_ items: [URLQueryItem]) -> Bool {
        switch matching {
        case .exact:
            items.count == expected.count && zip(sortedByName(items), expected).allSatisfy(holds)
        case .contains:
            items.count >= expected.count && pairUp(with: items).allSatisfy { $0.actual != nil }
        }
    }

    /// What a request's query items lack and have too much, sorted by name; nothing if they match.
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
        // A merge of two lists sorted by name; values of one name are compared place by place.
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
                if !holds(item, expected) {
                    differences.append(.different(actual: item.value, expected: expected))
                }
            }
        }
        return differences
    }

    private func missingParts(of items: [URLQueryItem]) -> [Difference] {
        let pairs = pairUp(with: items)
        var taken = Set(pairs.compactMap(\.actual))
        return pairs.compactMap { expected, actual in
            guard actual == nil else { return nil }
            // An item of that name that nothing else has claimed is shown as the value in its place.
            let instead = items.indices.first { items[$0].name == expected.name && !taken.contains($0) }
            guard let instead else { return .missing(expected) }
            taken.insert(instead)
            return .different(actual: items[instead].value, expected: expected)
        }
    }

    /// Finds a request's item for each of those expected, none used twice; nil where there is none.
    ///
    /// Those with a value of their own choose first: what they leave will do for the others.
    private func pairUp(with items: [URLQueryItem]) -> [(expected: Query.Item, actual: Int?)] {
        var isFree = Array(repeating: true, count: items.count)
        func take(_ expected: Query.Item) -> Int? {
            let found = items.indices.first {
                isFree[$0] && items[$0].name == expected.name && holds(items[$0], expected)
            }
            if let found { isFree[found] = false }
            return found
        }
        var pairs = expected.map { ($0, $0.value == .any ? nil : take($0)) }
        for index in pairs.indices where pairs[index].0.value == .any {
            pairs[index].1 = take(pairs[index].0)
        }
        return pairs
    }

    private func holds(_ item: URLQueryItem, _ expected: Query.Item) -> Bool {
        guard item.name == expected.name else { return false }
        return switch expected.value {
        case .none: item.value == nil
        case .value(let value): item.value == value
        case .any: true
        }
    }

    private func sortedByName(_ items: [URLQueryItem]) -> [URLQueryItem] {
        guard items.count > 1 else { return items }
        return items.enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map(\.element)
    }
}
