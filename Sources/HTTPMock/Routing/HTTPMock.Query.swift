import Foundation

extension HTTPMock {
    /// The query items that a request must have to match a registration.
    ///
    /// A dictionary literal keeps repeated names, and the order of the values of a name:
    ///
    /// ```swift
    /// let query: Query = ["q": "swift", "page": 2, "tag": "a", "tag": "b", "flag": nil, "sort": Query.any]
    /// ```
    ///
    /// `nil` is a name without a value (`?flag`), `""` an empty value (`?flag=`), ``any`` matches any value or none.
    /// Names and values are written without percent-encoding; a `+` is a plus, as in `URLComponents`.
    ///
    /// Two queries are equal if they have the same names with the same values in the same order. The order of the
    /// names does not count. Names and values are compared by code units.
    public struct Query: Sendable {
        /// A name and the requirement on its value.
        struct Item: Sendable, Hashable {
            /// The name, without percent-encoding.
            let name: String
            let value: ItemValue
        }

        /// The requirement on the value of an item.
        public enum ItemValue: Sendable, Hashable {
            /// No value: `?flag`.
            case none
            /// Exactly this value, which may be empty.
            case value(String)
            /// Any value, an empty value or none.
            case any
        }

        /// Matches any value of an item, an empty value or none.
        public static let any = ItemValue.any

        /// The items in the order of the literal.
        let items: [Item]

        /// Creates a query from the query items of a URL.
        ///
        /// - Parameter items: The items. Repeated names and their order are kept.
        public init(_ items: [URLQueryItem]) {
            self.items = items.map { Item(name: $0.name, value: ItemValue($0.value)) }
        }

        /// Creates a query from a dictionary.
        ///
        /// A literal is a query by itself and may repeat a name.
        ///
        /// - Parameter values: The names with their values.
        public init(_ values: [String: String]) {
            items = values.sorted { $0.key < $1.key }.map { Item(name: $0.key, value: .value($0.value)) }
        }

        init(items: [Item]) { self.items = items }

        /// The items sorted by name, with the values of a name in order.
        ///
        /// Equal queries have equal lists.
        var itemsByName: [Item] {
            // The sort is stable, so the values of a name keep their order.
            items.sorted { $0.name < $1.name }
        }
    }

    /// The way a registration's query is compared with a request's.
    public enum QueryMatching: Sendable, Hashable {
        /// The same items and no others; only the order of a name's values counts.
        case exact
        /// Each item is among the request's, as often as it is in the query.
        case contains
    }
}

extension HTTPMock.Query.Item {
    /// Returns whether two items have the same name and value, compared by code units.
    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.name.hasSameCodeUnits(as: rhs.name) && lhs.value == rhs.value
    }
}

extension HTTPMock.Query.ItemValue {
    /// Creates the requirement on exactly one value; nil for no value.
    init(_ text: String?) { self = text.map(Self.value) ?? .none }

    /// The exact value; nil if there is none, or any.
    var text: String? { if case .value(let text) = self { text } else { nil } }

    /// Returns whether two requirements are the same; values are compared by code units.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        switch (lhs, rhs) {
        case (.none, .none), (.any, .any): true
        case (.value(let one), .value(let other)): one.hasSameCodeUnits(as: other)
        default: false
        }
    }
}

extension HTTPMock.Query: Hashable, ExpressibleByDictionaryLiteral {
    /// Returns whether two queries have the same names with the same values in order.
    ///
    /// The order of the names does not count.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.itemsByName == rhs.itemsByName }

    /// Hashes the items that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(itemsByName) }

    /// Creates a query from a dictionary literal, which may repeat a name.
    ///
    /// - Parameter elements: The names, each with a string, an integer, ``any``, or `nil`.
    public init(dictionaryLiteral elements: (String, (any HTTPMock.QueryValue)?)...) {
        items = elements.map { Item(name: $0, value: $1?.mockQueryValue ?? .none) }
    }
}

/// A shorthand for ``HTTPMock/Query``.
public typealias Query = HTTPMock.Query

extension HTTPMock.Query: CustomStringConvertible {
    /// The query as a URL spells it, `*` for any value, secrets masked: `q=swift&page=*&flag`.
    public var description: String { items.map(\.description).joined(separator: "&") }

    /// The query as a Swift literal, secrets included: `["q": "swift", "page": Query.any, "flag": nil]`.
    var swiftSource: String {
        guard !items.isEmpty else { return "[:]" }
        let elements = items.map { "\(String(reflecting: $0.name)): \($0.value.swiftSource)" }
        return "[" + elements.joined(separator: ", ") + "]"
    }
}

extension HTTPMock.Query.Item: CustomStringConvertible {
    /// The item as a URL spells it, `*` for any value, a secret masked.
    var description: String {
        let name = escaped(name)
        return switch value {
        case .none: name
        case .value(let value): "\(name)=\(escaped(Redaction.value(value, of: self.name)))"
        case .any: "\(name)=*"
        }
    }

    /// Returns a text in which `*` and the delimiters of a query are escaped.
    private func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .unambiguousInQueries) ?? text
    }
}

extension HTTPMock.Query.ItemValue {
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

extension HTTPMock {
    /// A type whose values can be written in a ``Query`` literal.
    ///
    /// Strings, integers, booleans and ``Query/any`` conform. A type of your own, such as an enum of sort orders, can
    /// conform too.
    public protocol QueryValue {
        /// The requirement on the value of a request's query item.
        var mockQueryValue: Query.ItemValue { get }
    }
}

extension HTTPMock.Query.ItemValue: HTTPMock.QueryValue {
    /// The value itself.
    public var mockQueryValue: HTTPMock.Query.ItemValue { self }
}

extension HTTPMock.QueryValue where Self: StringProtocol {
    /// The text, without percent-encoding.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value(String(self)) }
}

extension HTTPMock.QueryValue where Self: BinaryInteger {
    /// The number in decimal digits.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value(description) }
}

extension Bool: HTTPMock.QueryValue {
    /// The text `true` or `false`.
    public var mockQueryValue: HTTPMock.Query.ItemValue { .value("\(self)") }
}

extension HTTPMock.QueryValue where Self: RawRepresentable, RawValue: HTTPMock.QueryValue {
    /// The raw value.
    public var mockQueryValue: HTTPMock.Query.ItemValue { rawValue.mockQueryValue }
}

extension String: HTTPMock.QueryValue {}
extension Substring: HTTPMock.QueryValue {}
extension Int: HTTPMock.QueryValue {}
extension Int8: HTTPMock.QueryValue {}
extension Int16: HTTPMock.QueryValue {}
extension Int32: HTTPMock.QueryValue {}
extension Int64: HTTPMock.QueryValue {}
extension UInt: HTTPMock.QueryValue {}
extension UInt8: HTTPMock.QueryValue {}
extension UInt16: HTTPMock.QueryValue {}
extension UInt32: HTTPMock.QueryValue {}
extension UInt64: HTTPMock.QueryValue {}

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
    /// The difference as a clause after "query item", without the values of secrets: `page is "2", expected "1"`.
    var description: String {
        switch self {
        case .missing(let item) where Redaction.isSecret(item.name):
            "\(item.name) is missing"
        case .missing(let item):
            "\(item.name) is missing, \(expectation(of: item))"
        case .different(let actual, let item) where Redaction.isSecret(item.name):
            "\(item.name) has \(actual == nil ? "no value, expected another" : "another value")"
        case .different(let actual?, let item) where item.value.text == actual:
            "\(item.name) is \(text(of: actual)) in another normalization form"
        case .different(let actual, let item):
            "\(item.name) is \(text(of: actual)), \(expectation(of: item))"
        case .unexpected(let name, _?) where Redaction.isSecret(name):
            "\(name) is \(Redaction.mask), expected no such item"
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
