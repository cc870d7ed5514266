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
    /// The values of each name, in order.
    private let expected: [ExactText: [Query.ItemValue]]
    private let itemsByName: [Query.Item]

    init(_ query: Query, matching: HTTPMock.QueryMatching = .exact) {
        self.query = query
        self.matching = matching
        itemsByName = query.itemsByName
        expected = Dictionary(grouping: query.items) { ExactText($0.name) }.mapValues { $0.map(\.value) }
    }

    /// Returns whether a request's query items match.
    func matches(_ items: [URLQueryItem]) -> Bool {
        switch matching {
        case .exact:
            guard items.count == itemsByName.count else { return false }
            // The sort is stable, so the values of a name keep their order.
            let sorted = items.count > 1 ? items.sorted { $0.name < $1.name } : items
            return zip(sorted, itemsByName).allSatisfy { item, expected in
                item.name.hasSameCodeUnits(as: expected.name) && Self.isMatch(item.value, expected.value)
            }
        case .contains:
            return items.count >= itemsByName.count && differences(from: items).isEmpty
        }
    }

    private static func isMatch(_ text: String?, _ value: Query.ItemValue) -> Bool {
        value == .any || value == Query.ItemValue(text)
    }

    /// Returns the differences between a request's query items and the expected ones, sorted by name.
    func differences(from items: [URLQueryItem]) -> [Difference] {
        let actual = Dictionary(grouping: items) { ExactText($0.name) }.mapValues { $0.map(\.value) }
        let names = matching == .exact ? Set(expected.keys).union(actual.keys) : Set(expected.keys)
        return names.sorted { $0.text < $1.text }.flatMap { name in
            differences(of: name.text, expected[name] ?? [], actual[name] ?? [])
        }
    }

    /// Returns the differences between the values of one name, in order.
    private func differences(of name: String, _ expected: [Query.ItemValue], _ actual: [String?]) -> [Difference] {
        let (wanted, given) = matching == .exact ? (expected, actual) : Self.unpaired(expected, actual)
        var differences = zip(wanted, given).compactMap { value, text in
            Self.isMatch(text, value)
                ? nil : Difference.different(actual: text, expected: Query.Item(name: name, value: value))
        }
        differences += wanted.dropFirst(given.count).map { .missing(Query.Item(name: name, value: $0)) }
        if matching == .exact {
            differences += given.dropFirst(wanted.count).map { .unexpected(name: name, value: $0) }
        }
        return differences
    }

    /// Returns the values that remain if each expected value is paired with another value of the request.
    ///
    /// An expected ``Query/any`` chooses last, because any value that remains matches.
    private static func unpaired(_ expected: [Query.ItemValue], _ actual: [String?]) -> ([Query.ItemValue], [String?]) {
        var counts = expected.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        func take(_ value: Query.ItemValue) -> Bool {
            guard let count = counts[value], count > 0 else { return false }
            counts[value] = count - 1
            return true
        }
        let rest = actual.filter { !take(Query.ItemValue($0)) }
        let anyCount = counts[.any] ?? 0
        counts[.any] = max(0, anyCount - rest.count)
        return (expected.filter(take), Array(rest.dropFirst(anyCount)))
    }
}

extension QueryPattern.Difference: CustomStringConvertible {
    /// The difference as a clause after "query item": `page is "2", expected "1"`.
    var description: String {
        switch self {
        case .missing(let item):
            "\(item.name) is missing, \(expectation(of: item))"
        case .different(let actual?, let item) where item.value.text == actual:
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
